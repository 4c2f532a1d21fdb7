// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger.h"
#include "profiler/evidence/ledger/source_ledger.h"

#include <string>

/// What is said about compiled kernels beside what they replaced.
namespace profiler {

/// "batch_norm + relu", "weights into another memory layout".
[[nodiscard]] std::string ledgerTitle(const LedgerRow& row);

/// What such a row is, in a sentence; empty: its title says it.
[[nodiscard]] std::string ledgerMeaning(const LedgerRow& row);

/// "layer1.0.bn1 and 2 more", "resnet.py:93", "in 12 kernel calls"; empty: no place is known.
[[nodiscard]] std::string ledgerPlace(const LedgerRow& row);

/// What is to be known of a file's text: that there is none, or that it is otherwise by now; empty:
/// it is as recorded.
[[nodiscard]] std::string sourceFileNote(const SourceFileWork& file, bool changed);

/// What the compiled side moves and computes in a second: "41.2 GB/s, 310 GFLOP/s"; empty: neither
/// bytes nor operations are known.
[[nodiscard]] std::string ledgerRates(const LedgerRow& row);

} // namespace profiler
