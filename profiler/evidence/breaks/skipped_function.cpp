// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/skipped_function.h"

#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/text/lines.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

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

struct Statement {
    int line = 0; ///< in its file
    std::string_view text; ///< without its indentation
};

bool isFunction(std::string_view text)
{
    return text.starts_with("def ") || text.starts_with("async def ");
}

/// The statements that hold a line, innermost first, up to the function's own.
std::vector<Statement> statementsAround(const SourceFact& source, int line)
{
    const auto lines = linesOf(source.text);
    std::vector<Statement> around;
    auto indent = std::string_view::npos;
    for (auto i = std::min<std::ptrdiff_t>(line - source.firstLine, std::ssize(lines) - 1); i >= 0;
         --i) {
        const auto text = lines[static_cast<std::size_t>(i)];
        const auto own = text.find_first_not_of(" \t");
        if (own == std::string_view::npos || text[own] == '#' || own >= indent)
            continue;
        if (indent != std::string_view::npos)
            around.push_back({source.firstLine + static_cast<int>(i), text.substr(own)});
        indent = own;
        if (!around.empty() && isFunction(around.back().text))
            break;
    }
    return around;
}

/// The innermost statement that torch cannot enter in its middle. The context managers of torch,
/// such as no_grad, it can.
void addBlock(SkippedFunction& skipped, const std::vector<Statement>& statements)
{
    for (const auto& each : statements) {
        const bool isWith = each.text.starts_with("with ") || each.text.starts_with("async with ");
        const bool entersAgain = isWith && each.text.find("torch.") != std::string_view::npos;
        if ((!isWith && !each.text.starts_with("try:")) || entersAgain)
            continue;
        skipped.around = isWith ? AroundBreak::WithBlock : AroundBreak::TryBlock;
        skipped.aroundLine = each.line;
        return;
    }
}

/// How the function of a break was called by code that torch runs eager where it holds one.
void addCall(SkippedFunction& skipped, const std::vector<SourceFrame>& frames)
{
    for (std::size_t i = frames.size(); i-- > 1;) {
        const auto& text = frames[i - 1].text;
        const bool checkpoints = text.find("checkpoint") != std::string::npos;
        if (!checkpoints && text.find(".apply(") == std::string::npos)
            continue;
        skipped.around = checkpoints ? AroundBreak::Checkpoint : AroundBreak::AutogradFunction;
        skipped.aroundLine = frames[i - 1].line;
        return;
    }
}

/// Whether torch compiled the function that begins at one of these statements.
bool isCompiled(const ProcessRecord& process, const GraphBreakFact& found,
    const std::vector<Statement>& statements)
{
    if (statements.empty() || !isFunction(statements.back().text))
        return true; // where it begins is not known
    return std::ranges::any_of(process.compiles, [&](const CompileFact& each) {
        return each.file == found.file && each.function == found.function
            && each.line <= statements.back().line + 1 && each.line + 3 > statements.back().line;
    });
}

/// Torch left the graph at the call of a function that it compiled nothing of.
std::optional<SkippedFunction> eagerCallee(
    const ProcessRecord& process, const GraphBreakFact& found, const SourceFact& source)
{
    SkippedFunction skipped {.function = found.function};
    addCall(skipped, source.frames);
    if (skipped.around == AroundBreak::Nothing
        || isCompiled(process, found, statementsAround(source, found.line)))
        return std::nullopt;
    return skipped;
}

} // namespace

std::optional<SkippedFunction> skippedFunction(
    const ProcessRecord& process, const GraphBreakFact& found, const SourceFact* source)
{
    if (found.compileId.empty())
        return std::nullopt;
    const auto compile = std::ranges::find_if(process.compiles, [&](const CompileFact& each) {
        return each.compileId == found.compileId && !each.startUp;
    });
    if (compile == process.compiles.end() || compile->failType != "Unsupported")
        return source == nullptr ? std::nullopt : eagerCallee(process, found, *source);
    SkippedFunction skipped {
        .function = compile->function, .unsupportedOperator = operatorIn(compile->failReason)};
    if (tellsOfLoop(compile->failReason))
        skipped.around = AroundBreak::Loop;
    else if (source != nullptr)
        addBlock(skipped, statementsAround(*source, found.line));
    return skipped;
}

} // namespace profiler
