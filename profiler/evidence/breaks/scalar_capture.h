// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

struct ComparisonData;
struct GraphBreak;

/// torch hints at it, and the code that follows is not seen to need the number itself.
[[nodiscard]] bool scalarCaptureMayHelp(const ComparisonData& data, const GraphBreak& found);

/// torch hints at `capture_scalar_outputs` wherever a number is read from a tensor. Whether that
/// works depends on what the number is for: it cannot decide a branch or the rounds of a loop.
/// A sentence; empty where torch does not hint at it.
[[nodiscard]] std::string scalarCaptureText(const ComparisonData& data, const GraphBreak& found);

} // namespace profiler
