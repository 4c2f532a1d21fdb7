// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/memory/peak_of_call.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace profiler {

namespace {

using PeakPartKey = std::tuple<MemoryPart, std::string, int, std::string>;

PeakPartKey keyOf(const PeakPlace& place)
{
    return {place.part, place.file, place.line, place.file.empty() ? place.name : std::string()};
}

bool isMadeByCall(MemoryPart part)
{
    return part == MemoryPart::Activations || part == MemoryPart::Results;
}

/// Bytes of the part that no block tells of: made before the call, or too small to be listed.
void addUntold(const MemoryHistoryFact& history, std::map<PeakPartKey, PeakPlace>& places)
{
    std::map<MemoryPart, std::int64_t> told;
    for (const auto& block : history.blocks)
        told[block.part] += block.bytes;
    for (const auto& [part, bytes] : history.parts) {
        const auto untold = bytes - told[part];
        if (untold == 0)
            continue;
        PeakPlace place {.part = part, .rest = isMadeByCall(part)};
        auto& into = places.try_emplace(keyOf(place), place).first->second;
        into.bytes += untold;
        into.rest = place.rest;
    }
}

} // namespace

bool PeakPlace::isAt(const PeakPlace& other) const
{
    return keyOf(*this) == keyOf(other);
}

const MemoryHistoryFact* memoryHistoryOf(const ComparisonData& data, int variant, int caseIndex)
{
    const MemoryHistoryFact* last = nullptr;
    for (const auto& process : data.processes)
        if (isTraced(process) && process.start.variant == variant)
            for (const auto& history : process.memoryHistories)
                if (history.caseIndex == caseIndex)
                    last = &history;
    return last;
}

std::vector<PeakPlace> peakPlaces(const MemoryHistoryFact& history)
{
    std::map<PeakPartKey, PeakPlace> places;
    for (const auto& block : history.blocks) {
        const PeakPlace place {.part = block.part,
            .file = block.file,
            .line = block.line,
            .module = block.module,
            .name = block.name};
        auto& into = places.try_emplace(keyOf(place), place).first->second;
        into.bytes += block.bytes;
        ++into.blocks;
    }
    addUntold(history, places);
    std::vector<PeakPlace> all;
    all.reserve(places.size());
    for (auto& [key, place] : places)
        all.push_back(std::move(place));
    std::ranges::stable_sort(all, std::ranges::greater(), &PeakPlace::bytes);
    return all;
}

std::vector<PeakDifference> peakDifferences(
    const MemoryHistoryFact& baseline, const MemoryHistoryFact& variant)
{
    std::map<PeakPartKey, PeakDifference> places;
    const auto add = [&](const MemoryHistoryFact& history, std::int64_t PeakDifference::*side) {
        for (auto& place : peakPlaces(history)) {
            auto& into
                = places.try_emplace(keyOf(place), PeakDifference {.place = place}).first->second;
            into.*side += place.bytes;
            into.place.bytes = into.place.blocks = 0;
        }
    };
    add(baseline, &PeakDifference::baseline);
    add(variant, &PeakDifference::variant);
    std::vector<PeakDifference> all;
    all.reserve(places.size());
    for (auto& [key, difference] : places)
        all.push_back(std::move(difference));
    std::ranges::stable_sort(all, [](const PeakDifference& one, const PeakDifference& other) {
        const auto size = [](const PeakDifference& each) {
            return std::tuple(std::abs(each.change()), std::max(each.baseline, each.variant));
        };
        return size(one) > size(other);
    });
    return all;
}

std::int64_t bytesOf(const MemoryHistoryFact& history, MemoryPart part)
{
    const auto found = std::ranges::find(history.parts, part, &PartBytes::part);
    return found == history.parts.end() ? 0 : found->bytes;
}

} // namespace profiler
