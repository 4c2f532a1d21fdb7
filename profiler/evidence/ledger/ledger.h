// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger_row.h"
#include "profiler/evidence/ledger/ledger_trace.h"
#include "profiler/model/comparison_replay.h"
#include "profiler/model/facts/generated_code.h"

#include <optional>
#include <vector>

/// What each kernel call of compiled code does, beside the eager work of the same lines.
namespace profiler {

struct CaseResult;
struct ComparisonData;
struct TraceRows;
struct TraceSummary;

struct Ledger {
    std::vector<LedgerRow> rows; ///< by change, largest first in either direction
    LedgerTime eager; ///< of all rows: the median of each side, where it can be split
    LedgerTime compiled;
    Reason whyUnscaled; ///< why untraced times are not known, of the first side without them
    double matchedRatio = 0; ///< of the compiled work: what it does is known
    int eagerCalls = 0; ///< that were traced
    int compiledCalls = 0;
    LedgerTrace eagerTrace;
    LedgerTrace compiledTrace;
};

/// One side's trace.
struct LedgerSide {
    const TraceRows& rows;
    const TraceSummary& trace;
};

/// `work`: what the names take in untraced calls; rows of a side then add up to its median. Without
/// generated code everything that ran in a compiled graph is CompiledAlone.
[[nodiscard]] Ledger makeLedger(const LedgerSide& eager, const LedgerSide& compiled,
    const std::vector<GeneratedCode>& codes, const Measured<WorkComparison>& work);

/// Of a variant beside the first one of the plan. Missing with the reason: one of them has no
/// trace, or its rows cannot be read.
[[nodiscard]] Measured<Ledger> ledgerOf(
    const ComparisonData& data, const CaseResult& inCase, int variant, const TraceRowsOf& rowsOf);

} // namespace profiler
