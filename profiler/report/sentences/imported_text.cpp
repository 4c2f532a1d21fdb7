// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/imported_text.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

constexpr std::size_t mostNamedParts = 3;
constexpr double leastImportedShare = 0.05; ///< of the largest: less is not worth a word

template <typename Facts>
const Facts* ofVariant(const std::vector<Facts>& facts, int variant)
{
    const auto found = std::ranges::find(facts, variant, &Facts::variant);
    return found == facts.end() ? nullptr : &*found;
}

const ImportedVariantFacts* factsOf(const ComparisonResult& result, int variant)
{
    return result.imported ? ofVariant(result.imported->variants, variant) : nullptr;
}

std::vector<TimePart> largest(std::vector<TimePart> parts)
{
    const auto size = [](const TimePart& part) { return std::abs(part.changeNs()); };
    std::ranges::stable_sort(parts, std::ranges::greater {}, size);
    const double least = parts.empty() ? 0 : leastImportedShare * size(parts.front());
    std::erase_if(
        parts, [&](const TimePart& part) { return size(part) < least || size(part) == 0; });
    parts.resize(std::min(parts.size(), mostNamedParts));
    return parts;
}

/// "copies +4.00 ms, GEMM/attn/conv −4.60 ms".
std::string changesText(const TraceDifference& difference)
{
    std::string text;
    for (const auto& part : largest(difference.parts))
        text += (text.empty() ? "" : ", ") + part.name + " " + signedDuration(part.changeNs());
    return text;
}

/// "GEMM/attn/conv 7.14 ms, copies 1.20 ms".
std::string partsText(const TraceFacts& trace)
{
    std::string text;
    for (const auto& part : largest(trace.parts))
        text += (text.empty() ? "" : ", ") + part.name + " " + formatDuration(part.variantNs);
    return text;
}

std::string unitOf(const TraceFacts& trace)
{
    return trace.marksSteps ? "step" : "trace";
}

/// "one step each", "3 and 5 steps", "whole traces: they mark no steps".
std::string stepsText(const TraceFacts& baseline, const TraceFacts& variant)
{
    if (!baseline.marksSteps && !variant.marksSteps)
        return "whole traces, without ProfilerStep";
    if (!baseline.marksSteps || !variant.marksSteps)
        return "one of them has no ProfilerStep and counts whole";
    if (baseline.steps == variant.steps)
        return baseline.steps == 1 ? "one step each"
                                   : "medians of " + std::to_string(baseline.steps) + " steps each";
    return "medians of " + std::to_string(baseline.steps) + " and " + std::to_string(variant.steps)
        + " steps";
}

std::string differenceSentence(
    const ComparisonResult& result, const TraceDifference& difference, Emphasis emphasis)
{
    const auto& baseline = *factsOf(result, 0);
    const auto& variant = *factsOf(result, difference.variant);
    const bool steps = baseline.trace.marksSteps && variant.trace.marksSteps;
    const auto change = signedDuration(difference.changeNs()) + (steps ? " a step" : "");
    auto text = "From " + baseline.name + " to " + stressed(variant.name, emphasis) + ": "
        + stressed(change, emphasis) + " (" + formatDuration(difference.baselineNs) + " → "
        + formatDuration(difference.variantNs) + "; " + stepsText(baseline.trace, variant.trace)
        + ", profiler on)";
    const auto changes = changesText(difference);
    return text + (changes.empty() ? "" : ": " + changes) + ".";
}

std::string traceSentence(const ImportedVariantFacts& facts, Emphasis emphasis)
{
    const auto& trace = facts.trace;
    auto text = "A " + unitOf(trace) + " of " + stressed(facts.name, emphasis);
    if (!trace.marksSteps)
        text = "The trace " + stressed(facts.name, emphasis);
    text += trace.stepNs
        ? " takes " + stressed(formatDuration(*trace.stepNs), emphasis) + " under the profiler"
        : " holds no time";
    const auto parts = partsText(trace);
    if (!parts.empty())
        text += ": " + parts;
    if (trace.busyRatio)
        text += "; the device is busy " + busyText(*trace.busyRatio) + " of it";
    return text + ".";
}

std::string logSentence(const ImportedVariantFacts& facts, Emphasis emphasis)
{
    const auto& log = facts.log;
    auto text = stressed(facts.name, emphasis) + ": "
        + countText(log.compiles, "compile", "compiles") + " took "
        + stressed(formatDuration(log.compileNs), emphasis) + ", "
        + countText(log.breaks, "graph break", "graph breaks") + ", "
        + countText(log.recompiles, "recompile", "recompiles");
    if (log.cacheHits + log.cacheMisses > 0)
        text += "; compile cache: " + countText(log.cacheHits, "hit", "hits") + ", "
            + countText(log.cacheMisses, "miss", "misses");
    if (log.failed > 0)
        text += "; " + std::to_string(log.failed) + " failed";
    return text + ".";
}

std::string memorySentence(const ImportedVariantFacts& facts, Emphasis emphasis)
{
    const auto& memory = facts.memory;
    std::string text;
    const auto add = [&](const std::optional<std::int64_t>& bytes, const std::string& what) {
        if (bytes)
            text += (text.empty() ? "" : ", ") + stressed(formatBytes(*bytes), emphasis) + " "
                + what;
    };
    add(memory.deviceBytes, "allocated on the device");
    add(memory.reservedBytes, "reserved there");
    add(memory.hostBytes, "allocated on the host");
    if (text.empty())
        return facts.name + ": not in this file.";
    return facts.name + ": at most " + text
        + (memory.deviceBytes ? "." : "; memory of the device is not in this file.");
}

} // namespace

std::string importedWord(ComparisonKind kind)
{
    return textOf(kind,
        {{ComparisonKind::TraceDifference, "Trace difference"}, {ComparisonKind::Trace, "Trace"},
            {ComparisonKind::CompileLog, "Compile log"},
            {ComparisonKind::MemorySnapshot, "Memory snapshot"},
            {ComparisonKind::Recording, "Recording"}});
}

const TraceDifference* differenceOf(const ComparisonResult& result, int variant)
{
    return result.imported ? ofVariant(result.imported->differences, variant) : nullptr;
}

bool holdsWholeTraces(const ComparisonResult& result)
{
    const auto isWhole = [](const ImportedVariantFacts& facts) {
        return facts.trace.hasTrace && !facts.trace.marksSteps;
    };
    return result.imported && std::ranges::any_of(result.imported->variants, isWhole);
}

std::string importedUnit(const ComparisonResult& result)
{
    if (!result.imported)
        return "call";
    return holdsWholeTraces(result) ? "trace" : "step";
}

std::string importedTimeHeading(const ComparisonResult& result)
{
    if (!holdsWholeTraces(result))
        return "one step";
    const auto marksSteps
        = [](const ImportedVariantFacts& facts) { return facts.trace.marksSteps; };
    return std::ranges::any_of(result.imported->variants, marksSteps) ? "step or trace"
                                                                      : "whole trace";
}

std::string importedSentence(const ComparisonResult& result, int variant, Emphasis emphasis)
{
    if (const auto* difference = differenceOf(result, variant))
        return differenceSentence(result, *difference, emphasis);
    const auto* facts = factsOf(result, variant);
    if (facts == nullptr)
        return "Nothing was imported.";
    std::string text;
    const auto add
        = [&](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; };
    if (facts->trace.hasTrace)
        add(traceSentence(*facts, emphasis));
    if (facts->log.hasLog)
        add(logSentence(*facts, emphasis));
    if (facts->memory.hasMemory && text.empty())
        add(memorySentence(*facts, emphasis));
    if (text.empty())
        return "The file of " + facts->name + " holds neither a step nor a compile nor a peak.";
    return text;
}

std::string importedCompileSentence(const ComparisonResult& result, int variant, Emphasis emphasis)
{
    const auto* facts = factsOf(result, variant);
    if (facts == nullptr || !facts->log.hasLog)
        return "What was compiled is not in this file: no TORCH_TRACE log was imported of it.";
    return logSentence(*facts, emphasis);
}

std::string importedMemorySentence(const ComparisonResult& result, int variant, Emphasis emphasis)
{
    const auto* facts = factsOf(result, variant);
    if (facts == nullptr || !facts->memory.hasMemory)
        return "What was allocated is not in this file: it holds no readings of an allocator.";
    return memorySentence(*facts, emphasis);
}

std::string importedLimits(const ComparisonResult& result)
{
    return textOf(result.kind,
        {{ComparisonKind::TraceDifference,
             "No verdict and no interval: a profiler was on, and the traces were not taken in "
             "turns; fusescope record tells which is faster"},
            {ComparisonKind::Trace,
                "A trace explains a time and is no measurement: a profiler was on"},
            {ComparisonKind::CompileLog,
                "A log of the compiler holds no calls: what compiling gains is not in it"},
            {ComparisonKind::MemorySnapshot,
                "A snapshot holds memory alone: neither calls nor compiles"}});
}

} // namespace profiler
