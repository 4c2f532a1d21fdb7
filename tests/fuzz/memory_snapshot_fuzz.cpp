// SPDX-License-Identifier: Apache-2.0
// Any bytes as a memory snapshot: no crash, no hang, bounded memory, and stacks that are there.
#include "profiler/formats/memory_snapshot/memory_snapshot_reader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto snapshot
        = profiler::readMemorySnapshot({reinterpret_cast<const char*>(data), size}, "fuzz.pickle");
    if (!snapshot)
        return 0;
    for (const auto& event : snapshot->events)
        if (static_cast<std::size_t>(event.stack) >= snapshot->stacks.size())
            std::abort();
    return 0;
}
