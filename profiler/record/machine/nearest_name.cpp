// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace profiler {
namespace {

/// Levenshtein's distance: insertions, deletions and replacements.
std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t {0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::optional<std::string> nearestName(
    std::string_view misspelt, std::span<const std::string> known)
{
    std::optional<std::string> best;
    std::size_t bestDistance = std::max<std::size_t>(2, misspelt.size() / 3) + 1;
    for (const auto& name : known) {
        const auto distance = editDistance(misspelt, name);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = name;
        }
    }
    return best;
}

std::string didYouMean(std::string_view misspelt, std::span<const std::string> known)
{
    const auto near = nearestName(misspelt, known);
    return near ? " (did you mean " + *near + "?)" : "";
}

} // namespace profiler
