// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// How the figures were made, in a paragraph and in a line.
namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// "5 sets of fresh processes × 20 rounds, 2 000 timed calls of each variant; …"
[[nodiscard]] std::string methodText(const ComparisonResult& result);

/// "H200, bf16, batch 32; 5 processes × 20 rounds, PyTorch 2.11.0, CUDA 13.0, 2026-05-01, commit
/// 81d1351": what a slide says. `caseName` empty: all cases.
[[nodiscard]] std::string methodLine(
    const ComparisonResult& result, const ComparisonData& data, const std::string& caseName = {});

/// What the processes reported for that field, each value once.
[[nodiscard]] std::string reportedText(const ComparisonData& data, const std::string& field);

} // namespace profiler
