// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

struct ComparisonData;
struct GraphBreak;

/// Who wanted a break. One that was asked for, or that torch has by design, is no defect of the
/// model: it is named, without a warning.
enum class BreakIntent {
    None,
    Asked, ///< torch._dynamo.graph_break(), torch.compiler.disable
    Torchs, ///< inside torch.optim, or in front of a recurrent module
};

[[nodiscard]] BreakIntent breakIntent(const ComparisonData& data, const GraphBreak& found);

/// "intended", "torch's own"; empty: neither.
[[nodiscard]] std::string intentWord(BreakIntent intent);

/// Of graphBreaks of one case, those that nobody wanted.
[[nodiscard]] int unwantedBreaks(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
