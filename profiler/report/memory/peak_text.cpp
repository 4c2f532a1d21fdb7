// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/memory/peak_text.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace profiler {

namespace {

std::string peakVariantName(const ComparisonData& data, int variant)
{
    return data.plan.variants.at(static_cast<std::size_t>(variant)).name;
}

/// The largest part, in words of its own.
std::string largestPart(const MemoryHistoryFact& history)
{
    const auto most = std::ranges::max_element(history.parts, {}, &PartBytes::bytes);
    if (most == history.parts.end() || history.peakBytes <= 0)
        return {};
    constexpr double percent = 100;
    const double share
        = percent * static_cast<double>(most->bytes) / static_cast<double>(history.peakBytes);
    return " The largest part of it is " + memoryPartName(most->part) + " with "
        + formatBytes(most->bytes) + " (" + formatNumber(share, 2) + " %).";
}

/// Which part changed most, and the place where most of that is.
std::string largestChange(const MemoryHistoryFact& baseline, const MemoryHistoryFact& history)
{
    MemoryPart part = MemoryPart::Held;
    std::int64_t change = 0;
    for (const auto& [each, key] : enumKeys<MemoryPart>()) {
        const auto of = bytesOf(history, each) - bytesOf(baseline, each);
        if (std::abs(of) > std::abs(change)) {
            change = of;
            part = each;
        }
    }
    if (change == 0)
        return {};
    const auto words = [](std::int64_t bytes) {
        return formatBytes(std::abs(bytes)) + (bytes < 0 ? " less" : " more");
    };
    auto text = " That is " + words(change) + " of " + memoryPartName(part);
    for (const auto& each : peakDifferences(baseline, history))
        if (each.place.part == part && (each.change() < 0) == (change < 0))
            return text + "; the most at one place: " + words(each.change()) + ", "
                + peakPlaceText(each.place) + ".";
    return text + ".";
}

/// Within a hundredth: what differs below it is no news.
bool isAlike(const MemoryHistoryFact& baseline, std::int64_t peak)
{
    return std::abs(peak - baseline.peakBytes) * 100 <= baseline.peakBytes;
}

std::string against(const MemoryHistoryFact& baseline, const std::string& name, std::int64_t peak)
{
    const auto change = peak - baseline.peakBytes;
    if (isAlike(baseline, peak))
        return ", " + std::string(change == 0 ? "" : "about ") + "as much as " + name;
    return ", " + formatBytes(std::abs(change)) + (change < 0 ? " less" : " more") + " than " + name
        + " (" + formatBytes(baseline.peakBytes) + ")";
}

} // namespace

std::string memoryPartName(MemoryPart part)
{
    switch (part) {
    case MemoryPart::Weights:
        return "weights";
    case MemoryPart::Gradients:
        return "gradients";
    case MemoryPart::OptimizerState:
        return "optimizer state";
    case MemoryPart::Inputs:
        return "inputs";
    case MemoryPart::Held:
        return "held before the call";
    case MemoryPart::Results:
        return "results";
    case MemoryPart::Activations:
        break;
    }
    return "activations";
}

std::string peakPlaceText(const PeakPlace& place)
{
    const auto within = place.module.empty() ? std::string() : " in " + place.module;
    if (!place.file.empty())
        return std::filesystem::path(place.file).filename().string() + ":"
            + std::to_string(place.line) + within;
    if (!place.name.empty())
        return place.name + within;
    return place.rest ? "where the trace does not tell" : "there before the call";
}

std::string peakSentence(const ComparisonData& data, int variant, int caseIndex, Emphasis emphasis)
{
    const auto name = peakVariantName(data, variant);
    const auto* history = memoryHistoryOf(data, variant, caseIndex);
    if (history == nullptr)
        return "What is in use over a call of " + name
            + " is not known: it needs a trace by this version, of a variant that Python calls.";
    std::string text = "At its peak a call of " + stressed(name, emphasis) + " has "
        + stressed(formatBytes(history->peakBytes), emphasis) + " in use";
    const auto* baseline = variant == 0 ? nullptr : memoryHistoryOf(data, 0, caseIndex);
    if (baseline == nullptr || baseline->onDevice != history->onDevice)
        return text + "." + largestPart(*history);
    text += against(*baseline, peakVariantName(data, 0), history->peakBytes) + ".";
    if (!isAlike(*baseline, history->peakBytes))
        text += largestChange(*baseline, *history);
    return text + largestPart(*history);
}

std::string peakNote(const MemoryHistoryFact& history)
{
    std::string text = history.onDevice
        ? "The device's allocator, in one traced call"
        : "torch's allocator of the host, in one traced call; what it held before the trace began "
          "and has no name is not counted";
    if (history.allocatorPeakBytes)
        text += *history.allocatorPeakBytes == history.peakBytes
            ? ". The allocator's own count of the peak is the same"
            : ". The allocator itself counted " + formatBytes(*history.allocatorPeakBytes);
    if (history.reservedBytes) {
        text += ". Reserved from the device " + formatBytes(*history.reservedBytes);
        const auto pool = history.graphPoolBytes.value_or(0);
        if (pool > 0)
            text += ", of it " + formatBytes(pool) + " kept for CUDA graphs";
        text += ", free in its pieces "
            + formatBytes(
                std::max<std::int64_t>(0, *history.reservedBytes - history.peakBytes - pool));
    }
    if (history.outsideBytes > 0)
        text += ". " + formatBytes(history.outsideBytes)
            + " of weights or inputs lie outside it (mapped from a file)";
    if (history.lostEvents > 0)
        text += ". " + std::to_string(history.lostEvents)
            + " events had no room: the peak may be higher";
    return text + ".";
}

} // namespace profiler
