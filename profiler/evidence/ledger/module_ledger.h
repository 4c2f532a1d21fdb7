// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger_parts.h"

#include <string>
#include <vector>

/// A ledger by the modules of the model.
namespace profiler {

/// A module with those inside it. What its children have and `own` add up to `time`.
struct ModuleWork {
    std::string name; ///< last part of the path; empty: the model itself
    std::string path;
    LedgerSum own; ///< called by this module and none inside it
    LedgerSum time;
    double eagerTimes = 0; ///< operators or kernels in one call, those of children too
    double compiledTimes = 0;
    std::vector<LedgerRowPart> rows; ///< of `own`; the largest change first
    std::vector<ModuleWork> children; ///< in the order of the model's names
};

/// The model; what no module is known of is its own.
[[nodiscard]] ModuleWork moduleLedger(const Ledger& ledger);

} // namespace profiler
