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

/// Why something of a row's bytes and operations is not known.
enum class LedgerGap {
    Bytes, ///< of the compiled side
    EagerBytes,
    Flops,
    Time, ///< there is an amount, but no time of an untraced call
    Rate, ///< one of them
    NoSide,
};
[[nodiscard]] std::string ledgerGap(LedgerGap gap);

} // namespace profiler
