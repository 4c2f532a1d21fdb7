// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// A plan as the command line that records it: the way back from `fusescope plan`.
namespace profiler {

struct Plan;

/// The options of `fusescope record` that make a plan.
struct RecordOptions {
    std::vector<std::string> words; ///< `--model`, `builtin:mlp`, … ; empty where options cannot
    std::string whyNot; ///< what options cannot say: "numeric.threads"; empty = they say it all
};

/// The plan is to be recorded in its own working directory, which no option names.
[[nodiscard]] RecordOptions recordOptions(const Plan& plan);

/// A word as a POSIX shell takes it, quoted where needed.
[[nodiscard]] std::string shellWord(std::string_view word);

/// `fusescope record`, its options and `-o output`, an option and its value on a line, parted by
/// backslashes. `output` empty: the library, which needs no word.
[[nodiscard]] std::string recordCommandText(
    const std::vector<std::string>& words, const std::string& output);

} // namespace profiler
