// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

/// What mending something is worth, in the same words on every page.
namespace profiler {

struct ComparisonResult;
struct Finding;
struct GainOfFixing;
struct VariantResult;

struct FindingWorth {
    std::string figure; ///< "0.91 ms" of a call, "18.2 s once"; empty: not known
    std::string words; ///< "costs 0.91 ms a call (0.84 ms to 0.98 ms, …)"
};

/// In that case, or in the one where it is worth most.
[[nodiscard]] FindingWorth worthOf(
    const Finding& finding, const ComparisonResult& result, std::optional<int> caseIndex);

/// "1.15–1.18".
[[nodiscard]] std::string gainInterval(const GainOfFixing& gain);

/// "Top 3 breaks fixed: about 1.16× faster than now (1.15–1.18), 11.31 ms → 9.71 ms"; empty: not
/// known.
[[nodiscard]] std::string topBreaksText(const VariantResult& variant);

struct TopBreaks {
    int variant = 0;
    int caseIndex = 0; ///< the one that gains most
    std::string text; ///< "default in b8: top 3 breaks fixed: …"
};

/// One for each variant whose breaks have a cost.
[[nodiscard]] std::vector<TopBreaks> topBreaksOf(const ComparisonResult& result);

} // namespace profiler
