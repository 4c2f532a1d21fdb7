// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_intent.h"

#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/breaks/source_at.h"
#include "profiler/model/break_costs.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/compile_facts.h"

#include <algorithm>
#include <string_view>

namespace profiler {

namespace {

constexpr std::string_view optimizers = "/torch/optim/";

/// Torch's own code as the innermost: it breaks wherever it is called from.
bool isInOptimizer(const ComparisonData& data, const GraphBreak& found)
{
    if (found.file.find(optimizers) != std::string::npos
        || found.explanation.find("`Optimizer.") != std::string::npos)
        return true;
    const auto* source = sourceAt(data, found.file, found.line);
    return source != nullptr && !source->frames.empty()
        && source->frames.back().file.find(optimizers) != std::string::npos;
}

} // namespace

BreakIntent breakIntent(const ComparisonData& data, const GraphBreak& found)
{
    constexpr std::string_view recurrentModule = "gb0014";
    constexpr std::string_view graphBreakCall = "gb0025";
    if (found.id == recurrentModule || isInOptimizer(data, found))
        return BreakIntent::Torchs;
    const bool disabled = found.id == "gb0098" || found.id == "gb0099";
    return disabled || found.id == graphBreakCall ? BreakIntent::Asked : BreakIntent::None;
}

std::string intentWord(BreakIntent intent)
{
    return textOf(intent, {{BreakIntent::Asked, "intended"}, {BreakIntent::Torchs, "torch's own"}});
}

int unwantedBreaks(const ComparisonData& data, int variant, int caseIndex)
{
    return static_cast<int>(std::ranges::count_if(graphBreaks(data, variant, caseIndex),
        [&](const GraphBreak& found) { return breakIntent(data, found) == BreakIntent::None; }));
}

} // namespace profiler
