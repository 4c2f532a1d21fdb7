// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/advice/slow_text.h"

#include "profiler/evidence/device/clock_events.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace profiler {

namespace {

/// "model.py:12": the folder is in the document.
std::string shortPlace(const std::string& file, int line)
{
    const auto name = file.substr(file.find_last_of('/') + 1);
    return line > 0 ? name + ":" + std::to_string(line) : name;
}

std::string changedSize(const FailedGuard& guard)
{
    const auto name = guard.crossesBreak() ? "what a graph break hands on" : guard.name;
    if (guard.expected.empty())
        return fmt::format(
            "the code depends on the size of {} in dimension {}", name, guard.dimension);
    if (guard.actual.empty())
        return fmt::format(
            "{} is no longer {} in dimension {}", name, guard.expected, guard.dimension);
    return fmt::format("{} changed from {} to {} in dimension {}", name, guard.expected,
        guard.actual, guard.dimension);
}

std::string changedValue(const FailedGuard& guard)
{
    const auto name = guard.crossesBreak() ? "a number that a graph break hands on" : guard.name;
    return guard.actual.empty()
        ? fmt::format("{} is no longer {}", name, guard.expected)
        : fmt::format("{} changed from {} to {}", name, guard.expected, guard.actual);
}

std::string guardText(const CompiledInCall& compiled)
{
    const auto& guard = compiled.failed;
    switch (guard.kind) {
    case GuardKind::Size:
        return changedSize(guard);
    case GuardKind::Value:
        return changedValue(guard);
    case GuardKind::Stride:
        return guard.name + " came in another memory layout";
    case GuardKind::Rank:
    case GuardKind::Type:
        return guard.name + " came as another type of tensor";
    case GuardKind::InferenceTensor:
        return guard.name + " was made under inference_mode, or no longer was";
    case GuardKind::RequiresGradient:
    case GuardKind::GradientMode:
        return "gradients were switched on or off";
    case GuardKind::TrainingMode:
        return "a module was switched between train() and eval()";
    case GuardKind::Object:
        return "it was given another object than before";
    case GuardKind::Other:
        break;
    }
    const auto line = compiled.guard.substr(0, compiled.guard.find('\n'));
    return line.empty() ? "which guard failed is not known" : "the guard failed: " + line;
}

std::string functionText(const CompiledInCall& compiled)
{
    if (compiled.file.empty())
        return compiled.function;
    const auto place = shortPlace(compiled.file, compiled.line);
    return compiled.function.empty() ? place : compiled.function + " (" + place + ")";
}

std::string compiledText(const SlowCall& call, const CompiledInCall& compiled)
{
    std::string text = call.cause == SlowCause::Recompile ? guardText(compiled) : std::string();
    const auto add = [&](const std::string& more) {
        if (!more.empty())
            text += (text.empty() ? "" : ", ") + more;
    };
    add(functionText(compiled));
    if (compiled.compiles > 1)
        add(countText(compiled.compiles, "graph", "graphs"));
    if (call.cause == SlowCause::Recompile && compiled.entries && compiled.limit)
        add(fmt::format("{} of {} allowed", *compiled.entries, *compiled.limit));
    return text.empty() ? "what was compiled is not known" : text;
}

std::string loweredText(const LoweredInBlock& lowered)
{
    const auto name = clockEventName(static_cast<std::uint64_t>(lowered.reasons));
    if (lowered.mhz && lowered.usualMhz)
        return fmt::format(
            "{}: {:.0f} MHz instead of {:.0f}", name, *lowered.mhz, *lowered.usualMhz);
    return lowered.mhz ? fmt::format("{}: {:.0f} MHz", name, *lowered.mhz) : name;
}

std::string disturbedText(const Disturbed& told)
{
    std::string text;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
    if (told.switches.value_or(0) > 0)
        add("the thread lost its core "
            + (*told.switches == 1 ? std::string("once") : formatCount(*told.switches) + " times"));
    if (told.pressureRatio && *told.pressureRatio > 0)
        add("tasks waited for a core in " + percentText(std::min(*told.pressureRatio, 1.0))
            + " of its block");
    if (told.stealRatio && *told.stealRatio > 0)
        add("the host took " + percentText(*told.stealRatio) + " of its block");
    return text.empty() ? "its block was not quiet" : text;
}

struct CauseWords {
    SlowCause cause;
    const char* name;
    const char* doing; ///< "of it …"
    const char* advice;
};

constexpr std::array<CauseWords, slowCauses> causeWords {{
    {SlowCause::FirstCompile, "first compile", "compiling",
        "Call it once before it matters, and keep the compile cache"},
    {SlowCause::Recompile, "recompile", "recompiling",
        "Keep what the guard names the same for all calls"},
    {SlowCause::GraphRecord, "CUDA-graph record", "recording",
        "Warm up each shape before it matters, and keep inputs at the same addresses"},
    {SlowCause::Collection, "garbage collection", "collecting",
        "Collect once before the loop, and keep the collector out of it"},
    {SlowCause::ClockDrop, "clock drop", "the lower clock",
        "Lock the clocks below what power and cooling allow, or let the device cool"},
    {SlowCause::SharedDevice, "another process on the GPU", "the other process",
        "End what else uses the device, and record again"},
    {SlowCause::Contention, "contention", "waiting for a core",
        "Close what else runs, or keep cores free for it"},
    {SlowCause::Unexplained, "unattributed", "",
        "Nothing that was recorded says why: look at the call on Timeline"},
}};

const CauseWords& wordsOf(SlowCause cause)
{
    return causeWords.at(static_cast<std::size_t>(cause));
}

std::string ordinal(const SlowCall& call)
{
    const auto number = std::to_string(call.repetition + 1);
    if (call.kind == ProcessKind::Cold)
        return "cold process " + number;
    if (call.kind == ProcessKind::ColdKept)
        return "warm-cache process " + number;
    return (call.again ? "eager again, repetition " : "repetition ") + number;
}

std::string adviceOfGuard(const CompiledInCall& compiled)
{
    switch (compiled.failed.kind) {
    case GuardKind::Size:
        return "Mark the dimension dynamic, or pad the inputs";
    case GuardKind::Value:
        return "Hand it over as a tensor, or keep it the same";
    case GuardKind::Stride:
        return "Bring it into the same layout each time: .contiguous()";
    case GuardKind::Rank:
    case GuardKind::Type:
        return "Hand it over with the same dtype, device and dimensions each time";
    case GuardKind::InferenceTensor:
        return "Make it under inference_mode each time, or never";
    case GuardKind::RequiresGradient:
    case GuardKind::GradientMode:
        return "Keep gradients on or off for all calls";
    case GuardKind::TrainingMode:
        return "Call model.eval() or model.train() once, before the first call";
    case GuardKind::Object:
        return "Hand over the same object each time";
    case GuardKind::Other:
        break;
    }
    return wordsOf(SlowCause::Recompile).advice;
}

} // namespace

std::string slowCauseName(SlowCause cause)
{
    return wordsOf(cause).name;
}

std::string slowCallPlace(const SlowCall& call)
{
    const auto number = formatCount(static_cast<std::int64_t>(call.call) + 1);
    if (call.discarded)
        return fmt::format("{}, before round {}", ordinal(call), call.round + 1);
    if (call.isTimed())
        return fmt::format("{}, round {}, call {}", ordinal(call), call.round + 1, number);
    return fmt::format("{}, warm-up call {}", ordinal(call), formatCount(call.number));
}

std::string slowCallCause(const SlowCall& call)
{
    if (const auto* compiled = std::get_if<CompiledInCall>(&call.evidence))
        return compiledText(call, *compiled);
    if (const auto* recorded = std::get_if<RecordedInCall>(&call.evidence))
        return recorded->again ? "the graph was recorded again" : "the graph was recorded";
    if (const auto* collected = std::get_if<CollectedInCall>(&call.evidence))
        return fmt::format(
            "generation {}, {}", collected->generation, countText(collected->runs, "run", "runs"));
    if (const auto* lowered = std::get_if<LoweredInBlock>(&call.evidence))
        return loweredText(*lowered);
    if (const auto* shared = std::get_if<SharedInBlock>(&call.evidence))
        return countText(shared->processes, "other process", "other processes") + " on the device";
    if (const auto* disturbed = std::get_if<Disturbed>(&call.evidence))
        return disturbedText(*disturbed);
    return call.isTimed() ? "nothing that was recorded says why"
                          : "the warm-up was not over, and nothing else says why";
}

std::string slowCallTimes(const SlowCall& call)
{
    auto text = formatDuration(call.ns);
    if (call.discarded)
        return text + ", in calls that are discarded";
    if (call.medianNs)
        text += ", " + formatDuration(call.overMedianNs()) + " above the median";
    if (call.explainedNs && *call.explainedNs > 0)
        text += fmt::format(
            "; of it {} {}", wordsOf(call.cause).doing, formatDuration(*call.explainedNs));
    return text;
}

std::string slowCallSentence(const SlowCall& call)
{
    auto text = fmt::format("{}: {}. {}: {}.", capitalized(slowCallPlace(call)),
        slowCallTimes(call), capitalized(slowCauseName(call.cause)), slowCallCause(call));
    if (call.leftOut)
        text += " Its process is left out of every figure.";
    return text;
}

std::string slowCallAdvice(const SlowCall& call)
{
    if (call.cause == SlowCause::Recompile)
        if (const auto* compiled = std::get_if<CompiledInCall>(&call.evidence))
            return adviceOfGuard(*compiled);
    return wordsOf(call.cause).advice;
}

std::string slowCallCode(const SlowCall& call)
{
    if (call.cause == SlowCause::Collection)
        return "gc.collect()\ngc.freeze()\ngc.disable()  # gc.enable() after the loop";
    if (const auto* lowered = std::get_if<LoweredInBlock>(&call.evidence))
        return fmt::format("nvidia-smi --lock-gpu-clocks={}",
            lowered->mhz ? fmt::format("{:.0f}", *lowered->mhz) : "MHZ");
    const auto* compiled = std::get_if<CompiledInCall>(&call.evidence);
    if (compiled == nullptr || call.cause != SlowCause::Recompile)
        return {};
    const auto& guard = compiled->failed;
    if (guard.kind == GuardKind::Size && guard.isArgument())
        return fmt::format("torch._dynamo.mark_dynamic({}, {})", guard.name, guard.dimension);
    if (guard.kind == GuardKind::TrainingMode)
        return "model.eval()";
    return {};
}

std::string slowCallsSentence(const SlowCallList& list)
{
    if (list.calls.empty())
        return "No call was much slower than the others.";
    const auto most = std::ranges::max_element(list.sums, {}, &CauseSum::overNs);
    const auto cause = static_cast<SlowCause>(most - list.sums.begin());
    const auto ratio = [&](double ns) { return list.overNs > 0 ? ns / list.overNs : 0; };
    auto text = fmt::format("{} took {} above the median in all: {} of it in {} with {}",
        countText(static_cast<std::int64_t>(list.calls.size()), "outlier", "outliers"),
        formatDuration(list.overNs), percentText(ratio(most->overNs)),
        countText(most->calls, "call", "calls"), slowCauseName(cause));
    if (cause == SlowCause::Unexplained)
        text = fmt::format("{} took {} above the median in all; {} of it, in {}, is unattributed",
            countText(static_cast<std::int64_t>(list.calls.size()), "outlier", "outliers"),
            formatDuration(list.overNs), percentText(ratio(most->overNs)),
            countText(most->calls, "call", "calls"));
    else if (const auto& rest = list.of(SlowCause::Unexplained); rest.calls > 0)
        text += fmt::format("; {} of it, in {}, is unattributed", percentText(ratio(rest.overNs)),
            countText(rest.calls, "call", "calls"));
    return text + ".";
}

} // namespace profiler
