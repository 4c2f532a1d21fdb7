// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger_row.h"
#include "profiler/evidence/outlook/machine_roofs.h"

#include <optional>

namespace profiler {

/// How much of what this machine does at most the compiled side of a row reaches.
struct LedgerShares {
    std::optional<double> bandwidth; ///< of the memory's; above 1 what is read lies in caches
    std::optional<double> peak; ///< of products in float32
};

/// What one side of a row moves and computes; nullopt: not known.
struct LedgerRates {
    std::optional<double> bytes; ///< read and written in one call
    std::optional<double> flops; ///< of one call
    std::optional<double> bytesPerSecond;
    std::optional<double> flopsPerSecond;
    LedgerShares shares;
};

/// nullopt: bytes, operations or the time of an untraced call are not known.
[[nodiscard]] LedgerShares ledgerShares(const LedgerRow& row, const MachineRoofs& roofs);

[[nodiscard]] LedgerRates compiledRates(const LedgerRow& row, const MachineRoofs& roofs);

/// Eager computes the same products; how much it reads and writes nothing tells.
[[nodiscard]] LedgerRates eagerRates(const LedgerRow& row, const MachineRoofs& roofs);

} // namespace profiler
