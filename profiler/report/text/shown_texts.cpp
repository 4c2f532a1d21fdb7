// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/shown_texts.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {
namespace {

/// Within a symbol of UTF-8, behind its first byte.
bool isInSymbol(char byte)
{
    constexpr unsigned mask = 0xc0;
    constexpr unsigned behindFirst = 0x80;
    return (static_cast<unsigned char>(byte) & mask) == behindFirst;
}

/// Of variants and cases, which sentences name: two stars in a name would begin what is strong
/// (runsOf). A word joiner, which takes no room, parts them.
void cutName(std::string& name)
{
    constexpr std::string_view joiner = "\u2060";
    cutText(name, longestName);
    for (auto at = name.find("**"); at != std::string::npos; at = name.find("**", at + 1))
        name.insert(at + 1, joiner);
}

void cutAll(std::vector<std::string>& texts, std::size_t most)
{
    for (auto& text : texts)
        cutText(text, most);
}

/// A text of each.
template <typename Fact>
void cutEach(std::vector<Fact>& facts, std::string Fact::*text, std::size_t most)
{
    for (auto& fact : facts)
        cutText(fact.*text, most);
}

/// Keys as well: they name what is shown.
template <typename Value>
void cutKeys(std::map<std::string, Value>& values)
{
    const auto changes = [](const auto& entry) {
        return entry.first.size() > longestName || entry.first.find("**") != std::string::npos;
    };
    if (std::ranges::none_of(values, changes))
        return;
    std::map<std::string, Value> cut;
    for (auto& [key, value] : values) {
        auto name = key;
        cutName(name);
        cut.insert_or_assign(std::move(name), std::move(value));
    }
    values = std::move(cut);
}

void cutValues(std::map<std::string, std::string>& values, std::size_t most)
{
    cutKeys(values);
    for (auto& [key, value] : values)
        cutText(value, most);
}

void cutParts(std::vector<CompiledPart>& parts)
{
    cutEach(parts, &CompiledPart::target, longestSymbol);
}

void cutTorch(TorchSettings& torch)
{
    for (auto* text : {&torch.dtype, &torch.memoryFormat, &torch.autocast, &torch.matmulPrecision,
             &torch.gradMode})
        cutText(*text, longestName);
    cutEach(torch.markDynamic, &DynamicDimension::input, longestName);
    cutAll(torch.fences, longestSetting);
    for (auto* settings : {&torch.dynamo, &torch.inductor, &torch.backends})
        cutKeys(*settings);
}

void cutInputs(Case& inCase)
{
    cutName(inCase.name);
    for (auto& input : inCase.inputs) {
        cutText(input.name, longestName);
        cutText(input.dtype, longestName);
        cutText(input.file, longestSymbol);
        cutText(input.key, longestSymbol);
    }
}

void cutPlan(Plan& plan)
{
    cutText(plan.name, longestName);
    for (auto* text : {&plan.suite.suite, &plan.suite.model, &plan.suite.family})
        cutText(*text, longestName);
    cutText(plan.python, longestSymbol);
    for (auto& inCase : plan.cases)
        cutInputs(inCase);
    for (auto& variant : plan.variants) {
        cutName(variant.name);
        cutText(variant.python, longestSymbol);
        cutText(variant.workingDirectory, longestSetting);
        cutAll(variant.sysPath, longestSetting);
        cutParts(variant.parts);
        cutValues(variant.environment, longestSetting);
        cutTorch(variant.torch);
    }
    cutKeys(plan.goal.caseLimits);
    auto& workload = plan.workload;
    for (auto* text : {&workload.spec, &workload.workingDirectory, &workload.call})
        cutText(*text, longestSetting);
    cutText(workload.itemUnit, longestName);
    cutAll(workload.argv, longestSetting);
    cutAll(workload.sysPath, longestSetting);
    cutAll(workload.fences, longestSetting);
    cutParts(workload.parts);
    auto& numeric = plan.numeric;
    for (auto* text :
        {&numeric.device, &numeric.dtype, &numeric.autocast, &numeric.matmulPrecision})
        cutText(*text, longestName);
}

void cutCompile(CompileFact& fact)
{
    cutText(fact.compileId, longestName);
    cutText(fact.function, longestSymbol);
    cutText(fact.file, longestSymbol);
    cutText(fact.failType, longestName);
    cutText(fact.failReason, longestSentence);
    if (fact.cache)
        cutText(*fact.cache, longestName);
    cutKeys(fact.phases);
}

void cutBreak(GraphBreakFact& fact)
{
    for (auto* text : {&fact.id, &fact.compileId})
        cutText(*text, longestName);
    for (auto* text : {&fact.file, &fact.function})
        cutText(*text, longestSymbol);
    for (auto* text : {&fact.reason, &fact.explanation, &fact.hint})
        cutText(*text, longestSentence);
}

void cutRecompile(RecompileFact& fact)
{
    cutText(fact.compileId, longestName);
    for (auto* text : {&fact.file, &fact.function})
        cutText(*text, longestSymbol);
    for (auto* text : {&fact.guard, &fact.reason})
        cutText(*text, longestSentence);
}

/// The code itself is read, not shown whole.
void cutCode(GeneratedCode& code)
{
    cutText(code.compileId, longestName);
    for (auto& node : code.nodes)
        for (auto* text :
            {&node.name, &node.target, &node.type, &node.module, &node.file, &node.function})
            cutText(*text, longestSymbol);
}

void cutCompileTrace(CompileTrace& trace)
{
    for (auto& span : trace.spans) {
        cutText(span.name, longestSymbol);
        cutText(span.compileId, longestName);
    }
    for (auto& lookup : trace.lookups) {
        for (auto* text : {&lookup.compileId, &lookup.key})
            cutText(*text, longestName);
        cutText(lookup.reason, longestSentence);
        for (auto& part : lookup.parts)
            for (auto* text : {&part.name, &part.value})
                cutText(*text, longestSymbol);
    }
    for (auto& run : trace.autotunes) {
        cutText(run.work, longestSymbol);
        cutEach(run.choices, &AutotuneChoice::name, longestSymbol);
    }
}

void cutTrace(TraceSummary& trace)
{
    cutEach(trace.operators, &OperatorStat::name, longestSymbol);
    cutEach(trace.kernels, &KernelStat::name, longestSymbol);
    cutEach(trace.graphs, &GraphWindow::compileId, longestName);
    cutAll(trace.losses.reasons, longestSentence);
    cutText(trace.deviceReason, longestSentence);
}

void cutProcess(ProcessRecord& process)
{
    if (process.end) {
        cutText(process.end->reason, longestSentence);
        cutText(process.end->errorClass, longestName);
    }
    cutValues(process.environment, longestSentence);
    cutEach(process.phases, &PhaseFact::phase, longestName);
    for (auto& block : process.blocks)
        cutAll(block.flags, longestSentence);
    cutEach(process.steady, &SteadyFact::reason, longestSentence);
    for (auto& proof : process.proofs)
        cutKeys(proof.regions);
    std::ranges::for_each(process.compiles, cutCompile);
    std::ranges::for_each(process.breaks, cutBreak);
    std::ranges::for_each(process.recompiles, cutRecompile);
    for (auto& fact : process.numerics) {
        cutText(fact.path, longestSymbol);
        cutText(fact.dtype, longestName);
        cutText(fact.layoutMismatch, longestSentence);
    }
    std::ranges::for_each(process.traces, cutTrace);
    std::ranges::for_each(process.code, cutCode);
    std::ranges::for_each(process.compileTraces, cutCompileTrace);
}

} // namespace

void cutText(std::string& text, std::size_t most)
{
    if (text.size() <= most)
        return;
    const auto characters
        = std::ranges::count_if(text, [](char byte) { return !isInSymbol(byte); });
    auto end = most;
    while (end > 0 && isInSymbol(text[end]))
        --end;
    text.resize(end);
    text += "… (" + formatCount(characters) + " characters)";
}

void cutTexts(ComparisonData& data)
{
    auto& info = data.info;
    cutText(info.name, longestName);
    cutText(info.toolVersion, longestName);
    cutText(info.stopReason, longestSentence);
    cutText(info.command, longestSetting);
    cutPlan(data.plan);
    std::ranges::for_each(data.processes, cutProcess);
    for (auto& monitor : data.monitors) {
        cutText(monitor.start.device, longestName);
        cutAll(monitor.series, longestName);
        cutValues(monitor.missing, longestSentence);
    }
    for (auto& notice : data.notices) {
        cutText(notice.rule, longestName);
        cutText(notice.sentence, longestSentence);
    }
    for (auto& recorded : data.recorded)
        cutName(recorded.name);
    for (auto& source : data.sources) { // its text is bounded when it is read
        cutText(source.file, longestSymbol);
        for (auto& frame : source.frames)
            for (auto* text : {&frame.file, &frame.function, &frame.text})
                cutText(*text, longestSymbol);
    }
    cutAll(data.tags, longestName);
}

void cutTexts(std::vector<LogLine>& lines)
{
    for (auto& line : lines)
        cutText(line.text, longestSetting);
}

void cutTexts(TraceRows& rows)
{
    for (auto& name : rows.names)
        cutText(name.text, longestSymbol);
    for (auto& place : rows.places)
        for (auto* text : {&place.file, &place.function, &place.module})
            cutText(*text, longestSymbol);
}

} // namespace profiler
