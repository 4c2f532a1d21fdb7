// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/outlook_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/rows/rows_with_parts.h"

namespace storage {

using namespace profiler;

namespace {

constexpr PartsLimit limitOf(std::size_t most)
{
    return {.schema = schemaWithOutlook,
        .most = most,
        .damage = "a call has more operators or graph breaks than any that is recorded"};
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
        operatorWorkColumns, limitOf(mostOperatorKinds));
}

void read(SQLite::Database& database, RowId process, std::vector<TrialFact>& facts)
{
    facts = readWithParts(database, process, trialColumns, &TrialFact::breaks, trialBreakColumns,
        limitOf(mostTrialBreaks));
}

} // namespace storage
