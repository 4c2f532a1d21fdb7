// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/training_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/rows/rows_with_parts.h"

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithTraining = 12;

} // namespace

void insert(Statements& statements, RowId process, const StepPartsFact& fact)
{
    const auto id = insertRow(statements, stepPartsColumns, fact, process);
    insertRows(statements, stepTimesColumns, fact.steps, id);
}

void insert(Statements& statements, RowId process, const LossCurve& curve)
{
    const auto id = insertRow(statements, lossCurveColumns, curve, process);
    insertRows(statements, lossColumns, curve.steps, id);
}

void read(SQLite::Database& database, RowId process, std::vector<StepPartsFact>& facts)
{
    facts = readWithParts(database, process, stepPartsColumns, &StepPartsFact::steps,
        stepTimesColumns,
        {.schema = schemaWithTraining,
            .most = mostPartSteps,
            .damage = "a block has more clocked steps than any that is recorded"});
}

void read(SQLite::Database& database, RowId process, std::vector<LossCurve>& curves)
{
    curves = readWithParts(database, process, lossCurveColumns, &LossCurve::steps, lossColumns,
        {.schema = schemaWithTraining,
            .most = mostLossSteps,
            .damage = "a loss curve has more steps than any that is recorded"});
}

} // namespace storage
