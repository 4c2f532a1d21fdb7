// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <string>

/// Enumerators as people read them, where that is not their key, and times as text.
namespace profiler {

struct Plan;
enum class RecommendationKind;
struct VariantResult;
enum class Verdict;

[[nodiscard]] std::string verdictWord(Verdict verdict); ///< for people: "no difference"
[[nodiscard]] std::string recommendationWord(RecommendationKind kind); ///< "Keep eager"
/// The same of a plan whose baseline may be compiled: then "Keep baseline".
[[nodiscard]] std::string recommendationWord(RecommendationKind kind, const Plan& plan);

/// Is there a ratio that may be shown? Not of the baseline, nor where a verdict forbids one.
[[nodiscard]] bool showsRatio(const VariantResult& variant);

/// Why an imported recording has no date.
inline constexpr auto noTimeTold = "the imported file does not tell it";
/// "2026-05-01T13:20:05.123Z"; empty where no time is known.
[[nodiscard]] std::string utcText(UtcTime time);
/// "2026-05-01 15:20", or "–" where no time is known; at the recording machine's own clock.
[[nodiscard]] std::string localText(UtcTime time, int utcOffsetMinutes);

} // namespace profiler
