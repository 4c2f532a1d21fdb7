// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_shares.h"

#include <algorithm>

namespace profiler {
namespace {

using Amount = std::optional<std::int64_t>;

/// Of the row's kernels in one call: bytes and operations are those of one run.
double runsOf(const LedgerRow& row)
{
    if (!row.compiled)
        return 1;
    const double runs = row.kernels.empty()
        ? row.compiled->times
        : row.compiled->times / static_cast<double>(row.kernels.size());
    return std::max(runs, 1.0);
}

std::optional<double> inCall(const Amount& ofRun, double runs)
{
    return ofRun ? std::optional(static_cast<double>(*ofRun) * runs) : std::nullopt;
}

std::optional<double> perSecond(
    const std::optional<double>& amount, const std::optional<double>& ns)
{
    return amount && ns && *ns > 0 ? std::optional(*amount / *ns * 1e9) : std::nullopt;
}

LedgerRates ratesOf(const std::optional<LedgerTime>& side, const Amount& bytes, const Amount& flops,
    double runs, const MachineRoofs& roofs)
{
    if (!side || side->times <= 0)
        return {};
    LedgerRates rates {.bytes = inCall(bytes, runs), .flops = inCall(flops, runs)};
    rates.bytesPerSecond = perSecond(rates.bytes, side->ns);
    rates.flopsPerSecond = perSecond(rates.flops, side->ns);
    const auto ofRun = side->ns ? std::optional(*side->ns / runs) : std::nullopt;
    rates.shares = {.bandwidth = bandwidthShare(roofs, bytes, ofRun),
        .peak = peakShare(roofs, "float32", flops, ofRun)};
    return rates;
}

} // namespace

LedgerRates compiledRates(const LedgerRow& row, const MachineRoofs& roofs)
{
    return ratesOf(row.compiled, row.bytes, row.flops, runsOf(row), roofs);
}

LedgerRates eagerRates(const LedgerRow& row, const MachineRoofs& roofs)
{
    return ratesOf(row.eager, std::nullopt, row.flops, runsOf(row), roofs);
}

LedgerShares ledgerShares(const LedgerRow& row, const MachineRoofs& roofs)
{
    return compiledRates(row, roofs).shares;
}

} // namespace profiler
