// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"

#include <cstdint>
#include <string>

/// Numbers inside the one-sentence reasons that the analysis gives; pages and tables use
/// profiler/report/text/number_text.h.
namespace profiler {

[[nodiscard]] std::string groupedDigits(std::int64_t count); ///< "3 490", narrow spaces
[[nodiscard]] std::string percentWords(double ratio); ///< 0.034 -> "3.4 %"
[[nodiscard]] std::string numberWords(double value); ///< "1.31", "86.8", "786", "1 200"
[[nodiscard]] std::string ratioWords(double ratio); ///< "1.31×"; below 1 "1.07× slower"
[[nodiscard]] std::string countWords(std::int64_t count, const std::string& one,
    const std::string& several); ///< "1 graph break", "3 graph breaks"

[[nodiscard]] std::string timesACall(std::int64_t count); ///< "once a call", "3 times a call"

/// What a compared tensor is called in a sentence: "logits", "output 0", "the output" where the
/// model returns one tensor alone and it has no name.
[[nodiscard]] std::string tensorWords(const std::string& path);

/// "x 8×3×64×64 float32, mask from mask.pt"; empty where the case names no input.
[[nodiscard]] std::string inputsInWords(const Case& value);

} // namespace profiler
