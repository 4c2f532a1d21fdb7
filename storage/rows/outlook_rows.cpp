// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/outlook_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/sqlite/migrations.h"

namespace storage {

using namespace profiler;

namespace {

/// Rows, each with its parts; none are in files of an older schema.
template <typename Fact, typename Part, typename Columns, typename PartColumns>
std::vector<Fact> readWithParts(SQLite::Database& database, RowId process, const Columns& columns,
    std::vector<Part> Fact::*parts, const PartColumns& partColumns, std::size_t most)
{
    if (schemaOf(database) < schemaWithOutlook)
        return {};
    auto read = readNumberedRows(database, columns, process);
    for (const auto& [id, place] : read.byRow) {
        auto& here = read.values[place].*parts;
        here = readRows(database, partColumns, id);
        if (here.size() > most)
            throw damaged("a call has more operators or graph breaks than any that is recorded");
    }
    return std::move(read.values);
}

} // namespace

void insert(Statements& statements, RowId process, const CallWorkFact& fact)
{
    const auto id = insertRow(statements, callWorkColumns, fact, process);
    insertRows(statements, operatorWorkColumns, fact.operators, id);
}

void insert(Statements& statements, RowId process, const TrialFact& fact)
{
    const auto id = insertRow(statements, trialColumns, fact, process);
    insertRows(statements, trialBreakColumns, fact.breaks, id);
}

void read(SQLite::Database& database, RowId process, std::vector<CallWorkFact>& facts)
{
    facts = readWithParts(database, process, callWorkColumns, &CallWorkFact::operators,
        operatorWorkColumns, mostOperatorKinds);
}

void read(SQLite::Database& database, RowId process, std::vector<TrialFact>& facts)
{
    facts = readWithParts(
        database, process, trialColumns, &TrialFact::breaks, trialBreakColumns, mostTrialBreaks);
}

} // namespace storage
