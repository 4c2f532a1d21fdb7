// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/suite/family_peers.h"

#include <utility>

namespace profiler {

std::vector<FamilyRange> peersOf(const std::vector<SuiteRow>& own, std::vector<SuiteRow> others)
{
    std::vector<FamilyRange> ranges;
    if (own.empty() || own.front().family.key.empty())
        return ranges;
    const auto& row = own.front();
    std::erase_if(others, [&](const SuiteRow& other) { return other.model == row.model; });
    const auto suite = suiteResult({}, std::move(others));
    for (const auto& cell : row.cells)
        if (const auto* range = rangeFor(suite, row, cell.variant);
            range != nullptr && range->models >= fewestPeers)
            ranges.push_back(*range);
    return ranges;
}

} // namespace profiler
