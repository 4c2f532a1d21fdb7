// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/memory_history.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <string>
#include <vector>

/// Memory over a call as trace processes tell it: a step of training whose activations pile up
/// layer by layer and are given back on the way home; a variant keeps fewer of them.
namespace tests {

inline constexpr std::int64_t mib = 1 << 20;

inline void pushReading(profiler::MemoryHistoryFact& fact, std::int64_t ns, std::int64_t bytes)
{
    fact.timesNs.push_back(fact.startNs + ns);
    fact.bytes.push_back(bytes);
}

/// `kept` MiB stay of each of the eight layers until its backward.
inline profiler::MemoryHistoryFact madeHistory(int kept, bool onDevice = false)
{
    using profiler::MemoryPart;
    constexpr int layers = 8;
    constexpr std::int64_t step = 400'000;
    constexpr std::int64_t start = 1'800'000'000'000'000'000;
    constexpr int columns = 100;
    profiler::MemoryHistoryFact fact {.onDevice = onDevice,
        .startNs = start,
        .endNs = start + 2 * layers * step,
        .atStartBytes = 180 * mib};
    std::int64_t now = fact.atStartBytes;
    pushReading(fact, 0, now);
    for (int layer = 0; layer < layers; ++layer) {
        now += kept * mib;
        pushReading(fact, layer * step + step / 4, now);
        fact.blocks.push_back({.madeNs = fact.timesNs.back(),
            .bytes = kept * mib,
            .thread = 4,
            .part = MemoryPart::Activations,
            .name = "aten::addmm",
            .module = "encoder.layers." + std::to_string(layer),
            .file = "/home/user/" + std::string(layer == 0 ? columns : 0, 'm') + "model.py",
            .line = 83 + layer});
    }
    now += 12 * mib; // of one operator
    pushReading(fact, layers * step, now);
    fact.peakNs = fact.timesNs.back();
    fact.peakBytes = now;
    fact.blocks.push_back({.madeNs = fact.peakNs,
        .bytes = 12 * mib,
        .thread = 5,
        .part = MemoryPart::Results,
        .name = "aten::mm"});
    now -= 12 * mib;
    pushReading(fact, layers * step + step / 8, now);
    for (int layer = layers - 1; layer >= 0; --layer) {
        now -= kept * mib;
        pushReading(fact, (2 * layers - layer) * step - step / 4, now);
    }
    std::ranges::stable_sort(fact.blocks, std::ranges::greater(), &profiler::MemoryBlock::bytes);
    fact.allocatorPeakBytes = fact.peakBytes;
    fact.parts = {{MemoryPart::Weights, 60 * mib}, {MemoryPart::Gradients, 0},
        {MemoryPart::OptimizerState, 120 * mib}, {MemoryPart::Results, 12 * mib},
        {MemoryPart::Activations, layers * kept * mib}};
    std::erase_if(fact.parts, [](const auto& part) { return part.bytes == 0; });
    if (onDevice) {
        fact.reservedBytes = fact.peakBytes + 40 * mib;
        fact.graphPoolBytes = 24 * mib;
    }
    return fact;
}

/// Of each variant in the first case, in a trace process of its own.
inline void tellMemory(profiler::ComparisonData& data)
{
    for (std::size_t variant = 0; variant < data.plan.variants.size(); ++variant) {
        auto& process = data.processes.emplace_back();
        process.start
            = {.kind = profiler::ProcessKind::Trace, .variant = static_cast<int>(variant)};
        process.end = profiler::ProcessEnd {.outcome = profiler::ProcessOutcome::Finished};
        process.memoryHistories = {madeHistory(16 - 3 * static_cast<int>(variant))};
    }
}

} // namespace tests
