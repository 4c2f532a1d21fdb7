// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/outlook_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/sqlite/migrations.h"

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithOutlook = 6;

bool holdsOutlook(SQLite::Database& database)
{
    return schemaOf(database) >= schemaWithOutlook;
}

void require(bool bounded)
{
    if (!bounded)
        throw damaged("a call has more operators or graph breaks than any that is recorded");
}

} // namespace

void insertRoof(Statements& statements, RowId process, const RoofFact& fact)
{
    insertRow(statements, roofColumns, fact, process);
}

void insertWork(Statements& statements, RowId process, const CallWorkFact& fact)
{
    const auto id = insertRow(statements, callWorkColumns, fact, process);
    insertRows(statements, operatorWorkColumns, fact.operators, id);
}

void insertTrial(Statements& statements, RowId process, const TrialFact& fact)
{
    const auto id = insertRow(statements, trialColumns, fact, process);
    insertRows(statements, trialBreakColumns, fact.breaks, id);
}

std::vector<RoofFact> readRoofs(SQLite::Database& database, RowId process)
{
    return holdsOutlook(database) ? readRows(database, roofColumns, process)
                                  : std::vector<RoofFact> {};
}

std::vector<CallWorkFact> readWork(SQLite::Database& database, RowId process)
{
    if (!holdsOutlook(database))
        return {};
    auto read = readNumberedRows(database, callWorkColumns, process);
    for (const auto& [id, place] : read.byRow) {
        read.values[place].operators = readRows(database, operatorWorkColumns, id);
        require(read.values[place].operators.size() <= mostOperatorKinds);
    }
    return std::move(read.values);
}

std::vector<TrialFact> readTrials(SQLite::Database& database, RowId process)
{
    if (!holdsOutlook(database))
        return {};
    auto read = readNumberedRows(database, trialColumns, process);
    for (const auto& [id, place] : read.byRow) {
        read.values[place].breaks = readRows(database, trialBreakColumns, id);
        require(read.values[place].breaks.size() <= mostTrialBreaks);
    }
    return std::move(read.values);
}

} // namespace storage
