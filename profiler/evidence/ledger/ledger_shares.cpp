// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_shares.h"

#include <algorithm>

namespace profiler {

LedgerShares ledgerShares(const LedgerRow& row, const MachineRoofs& roofs)
{
    if (!row.compiled || !row.compiled->ns || row.compiled->times <= 0)
        return {};
    // Bytes and operations are those of one run of the row's kernels.
    const double runs = row.kernels.empty()
        ? row.compiled->times
        : row.compiled->times / static_cast<double>(row.kernels.size());
    const double ns = *row.compiled->ns / std::max(runs, 1.0);
    return {.bandwidth = bandwidthShare(roofs, row.bytes, ns),
        .peak = peakShare(roofs, "float32", row.flops, ns)};
}

} // namespace profiler
