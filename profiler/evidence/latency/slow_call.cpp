// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/slow_call.h"

#include <array>

namespace profiler {

template <>
std::span<const EnumKey<SlowCause>> enumKeys()
{
    static constexpr std::array keys {EnumKey {SlowCause::FirstCompile, "first_compile"},
        EnumKey {SlowCause::Recompile, "recompile"},
        EnumKey {SlowCause::GraphRecord, "cuda_graph_record"},
        EnumKey {SlowCause::Collection, "garbage_collection"},
        EnumKey {SlowCause::ClockDrop, "clock_drop"},
        EnumKey {SlowCause::SharedDevice, "other_gpu_process"},
        EnumKey {SlowCause::Contention, "contention"},
        EnumKey {SlowCause::Unexplained, "unattributed"}};
    static_assert(keys.size() == slowCauses);
    return keys;
}

bool isCompile(SlowCause cause)
{
    return cause == SlowCause::FirstCompile || cause == SlowCause::Recompile;
}

} // namespace profiler
