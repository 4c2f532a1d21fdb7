// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"
#include "profiler/model/facts/log_line.h"

#include <string>

/// The stable words of our JSON documents and CSV files, and times as text.
namespace profiler {

[[nodiscard]] std::string clockKey(Clock clock);
[[nodiscard]] std::string statusKey(ComparisonStatus status);
[[nodiscard]] std::string processKindKey(ProcessKind kind);
[[nodiscard]] std::string recommendationKey(RecommendationKind kind);
[[nodiscard]] std::string memoryPhaseKey(MemoryPhase phase);
[[nodiscard]] std::string tensorRoleKey(TensorRole role);
[[nodiscard]] std::string spanKindKey(SpanKind kind);
[[nodiscard]] std::string logStreamKey(LogStream stream);
[[nodiscard]] std::string severityKey(Finding::Severity severity);

[[nodiscard]] std::string verdictWord(Verdict verdict); ///< for people: "no difference"
[[nodiscard]] std::string verdictKey(Verdict verdict); ///< for JSON: "no_difference"
[[nodiscard]] std::string recommendationWord(RecommendationKind kind); ///< "Keep eager"
/// The same of a plan whose baseline may be compiled: then "Keep baseline".
[[nodiscard]] std::string recommendationWord(RecommendationKind kind, const Plan& plan);
[[nodiscard]] std::string numericsKey(NumericsStatus status);

/// Is there a ratio that may be shown? Not of the baseline, nor where a verdict forbids one.
[[nodiscard]] bool showsRatio(const VariantResult& variant);

/// "2026-05-01T13:20:05.123Z".
[[nodiscard]] std::string utcText(UtcTime time);
/// "2026-05-01 15:20" at the recording machine's own clock.
[[nodiscard]] std::string localText(UtcTime time, int utcOffsetMinutes);

} // namespace profiler
