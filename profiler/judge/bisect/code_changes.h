// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What differs between the code that was generated for two variants of a recording.
namespace profiler {

struct ComparisonData;

/// How often something of that name stands there.
struct NameChange {
    std::string name;
    std::int64_t before = 0;
    std::int64_t after = 0;

    bool operator==(const NameChange&) const = default;
};

/// Lines of code, as plainLine() gives them.
struct LinesChange {
    std::int64_t before = 0;
    std::int64_t after = 0;
    std::int64_t alike = 0; ///< stand on both sides, wherever

    bool operator==(const LinesChange&) const = default;
};

struct CodeChanges {
    bool known = false; ///< of both sides; else all below is empty
    std::vector<NameChange> operators; ///< of the compiled graphs: "aten.addmm.default"
    std::vector<NameChange> kernels; ///< "cpp_fused_relu", whatever its number
    std::int64_t kernelsBefore = 0; ///< all calls of kernels
    std::int64_t kernelsAfter = 0;
    LinesChange lines;

    bool operator==(const CodeChanges&) const = default;
};

/// Without indentation and the numbers behind names (`buf12`, `tmp3`), which count from the start
/// of a file; empty: a comment, or nothing.
[[nodiscard]] std::string plainLine(std::string_view line);

/// Only what is not as often on both sides, what differs most first.
[[nodiscard]] CodeChanges codeChanges(const ComparisonData& data, int before, int after);

} // namespace profiler
