// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/serving/serving.h"

#include <string>

/// What is said of requests that come at given rates.
namespace profiler {

/// "412/s".
[[nodiscard]] std::string requestRateText(double perSecond);
/// "24 ms (five times what a call of eager takes)".
[[nodiscard]] std::string limitText(const ServedCase& served);
/// "over 3 processes" or "within one process".
[[nodiscard]] std::string overWhat(const LoadInterval& interval);

/// Which variant serves the most, by how much, and what to do.
[[nodiscard]] std::string servingConclusion(const Serving& serving, const ServedCase& served);
/// How far one variant keeps up, and where its requests wait.
[[nodiscard]] std::string servingSentence(const ServedCase& served, int variant);
/// How long after its process starts a variant answers at its speed, and who can answer until then;
/// empty: no cold process tells it.
[[nodiscard]] std::string readySentence(const ServedCase& served, int variant);
/// What makes the figures doubtful; empty: nothing.
[[nodiscard]] std::string servingDoubts(const Serving& serving, const ServedCase& served);

[[nodiscard]] std::string verdictWord(ServingVerdict verdict);
/// How many times as many requests as the baseline: "1.24×", "1.10× fewer"; empty where the verdict
/// did not decide it.
[[nodiscard]] std::string servedRatioText(const ServedVariant& variant);
/// "412/s (398–420)", "430/s or more", "below 30/s", "–".
[[nodiscard]] std::string highestRateText(const HighestRate& highest);
/// "waited behind a call of 1.02 s".
[[nodiscard]] std::string causeText(const SlowRequest& slow);
/// "kept up", "requests piled up", "1 234 never answered".
[[nodiscard]] std::string rateStateText(const OfferedRate& rate);
/// Why a percentile is missing.
[[nodiscard]] std::string whyNoPercentile(const ServedPercentile& percentile);

/// Where nothing was recorded: what to do.
inline constexpr auto howToRecordLoad
    = "No requests were offered: record some with --load auto, or with rates such as --load "
      "50,100,200";

} // namespace profiler
