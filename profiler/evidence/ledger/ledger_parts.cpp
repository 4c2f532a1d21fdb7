// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_parts.h"

namespace profiler {
namespace {

void addTo(std::optional<double>& sum, const std::optional<double>& ns)
{
    if (ns)
        sum = sum.value_or(0) + *ns;
}

std::optional<double> nsOf(const std::optional<LedgerTime>& time, const LedgerTime& all)
{
    if (!time)
        return std::nullopt;
    return all.ns ? time->ns.value_or(0) : time->tracedNs;
}

/// The last one has what the others leave, so that they add up.
std::optional<double> partOf(
    const std::optional<double>& all, double share, std::optional<double>& rest, bool isLast)
{
    if (!all)
        return std::nullopt;
    const double part = isLast ? *rest : *all * share;
    *rest -= part;
    return part;
}

} // namespace

void LedgerSum::add(const LedgerSum& other)
{
    addTo(eagerNs, other.eagerNs);
    addTo(compiledNs, other.compiledNs);
}

LedgerSum timeOf(const Ledger& ledger, const LedgerRow& row)
{
    return {nsOf(row.eager, ledger.eager), nsOf(row.compiled, ledger.compiled)};
}

std::vector<PlacedPart> partsOf(const Ledger& ledger, std::size_t row)
{
    const auto& sites = ledger.rows[row].sites;
    const auto all = timeOf(ledger, ledger.rows[row]);
    if (sites.empty())
        return {{.site = nullptr, .part = {.row = row, .time = all}}};
    auto rest = all;
    std::vector<PlacedPart> parts;
    for (const auto& site : sites) {
        const bool isLast = &site == &sites.back();
        parts.push_back({.site = &site,
            .part = {.row = row,
                .time = {partOf(all.eagerNs, site.share, rest.eagerNs, isLast),
                    partOf(all.compiledNs, site.share, rest.compiledNs, isLast)},
                .isWhole = sites.size() == 1}});
    }
    return parts;
}

LedgerSum timeOfAll(const Ledger& ledger)
{
    LedgerSum sum;
    for (const auto& row : ledger.rows)
        sum.add(timeOf(ledger, row));
    return sum;
}

} // namespace profiler
