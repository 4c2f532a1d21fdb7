// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/skipped_function.h"

#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace profiler {
namespace {

/// "aten._transformer_encoder_layer_fwd" of "unsupported operator:
/// aten._transformer_encoder_layer_fwd.default".
std::string operatorIn(std::string_view reason)
{
    constexpr std::string_view before = "unsupported operator: ";
    constexpr std::string_view overload = ".default";
    const auto found = reason.find(before);
    if (found == std::string_view::npos)
        return {};
    auto name = reason.substr(found + before.size());
    name = name.substr(0, name.find_first_of(" \n"));
    if (name.ends_with(overload))
        name.remove_suffix(overload.size());
    return std::string(name);
}

bool tellsOfLoop(const std::string& reason)
{
    return reason.find("graph break in loop") != std::string::npos
        || reason.find("graph break in a for/while loop") != std::string::npos;
}

} // namespace

std::optional<SkippedFunction> skippedFunction(
    const ProcessRecord& process, const GraphBreakFact& found)
{
    if (found.compileId.empty())
        return std::nullopt;
    const auto compile = std::ranges::find_if(process.compiles, [&](const CompileFact& each) {
        return each.compileId == found.compileId && !each.startUp;
    });
    if (compile == process.compiles.end() || compile->failType != "Unsupported")
        return std::nullopt;
    return SkippedFunction {.function = compile->function,
        .inLoop = tellsOfLoop(compile->failReason),
        .unsupportedOperator = operatorIn(compile->failReason)};
}

} // namespace profiler
