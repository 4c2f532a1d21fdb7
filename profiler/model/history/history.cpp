// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/history/history.h"

#include <algorithm>
#include <array>

namespace profiler {

template <>
std::span<const EnumKey<HistoryMetric>> enumKeys()
{
    static constexpr std::array keys {EnumKey {HistoryMetric::Median, "median"},
        EnumKey {HistoryMetric::P99, "p99"}, EnumKey {HistoryMetric::Throughput, "throughput"},
        EnumKey {HistoryMetric::Compile, "compile"}, EnumKey {HistoryMetric::Memory, "memory"},
        EnumKey {HistoryMetric::Breaks, "breaks"}, EnumKey {HistoryMetric::SpeedUp, "speedup"}};
    return keys;
}

template <>
std::span<const EnumKey<HistoryOrder>> enumKeys()
{
    static constexpr std::array keys {EnumKey {HistoryOrder::Date, "date"},
        EnumKey {HistoryOrder::Commit, "commit"}, EnumKey {HistoryOrder::Torch, "torch"},
        EnumKey {HistoryOrder::Machine, "machine"}};
    return keys;
}

std::span<const HistoryMetric> readTogether(HistoryMetric metric)
{
    static constexpr std::array ofCalls {
        HistoryMetric::Median, HistoryMetric::P99, HistoryMetric::Throughput};
    static constexpr std::array others {HistoryMetric::Compile, HistoryMetric::Memory,
        HistoryMetric::Breaks, HistoryMetric::SpeedUp};
    const auto* const alone = std::ranges::find(others, metric);
    if (alone == others.end())
        return ofCalls;
    return {alone, 1};
}

template <>
std::span<const EnumKey<LeftOutKind>> enumKeys()
{
    static constexpr std::array keys {EnumKey {LeftOutKind::Unreadable, "unreadable"},
        EnumKey {LeftOutKind::OtherWorkload, "other_workload"},
        EnumKey {LeftOutKind::OtherTask, "other_task"},
        EnumKey {LeftOutKind::OtherInputs, "other_inputs"},
        EnumKey {LeftOutKind::NoSuchCase, "no_such_case"},
        EnumKey {LeftOutKind::NoSuchVariant, "no_such_variant"},
        EnumKey {LeftOutKind::Imported, "imported"}};
    return keys;
}

template <>
std::span<const EnumKey<SideKind>> enumKeys()
{
    static constexpr std::array keys {EnumKey {SideKind::Commit, "commit"},
        EnumKey {SideKind::Dirty, "dirty"}, EnumKey {SideKind::Version, "version"},
        EnumKey {SideKind::Hardware, "hardware"}, EnumKey {SideKind::Setting, "setting"},
        EnumKey {SideKind::Environment, "environment"}, EnumKey {SideKind::Graphs, "graphs"},
        EnumKey {SideKind::Breaks, "breaks"}, EnumKey {SideKind::Recompiles, "recompiles"},
        EnumKey {SideKind::Kernels, "kernels"}};
    return keys;
}

} // namespace profiler
