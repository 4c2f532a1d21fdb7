// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// What work between devices or processes is called: the one list of its words. That it is a class
/// of its own is WorkKind::Communication.
namespace profiler {

enum class CollectiveKind {
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Broadcast,
    Reduce,
    Gather,
    Scatter,
    SendReceive, ///< between two
    Barrier,
    Other, ///< its name tells the library alone
};

/// "AllReduce".
[[nodiscard]] std::string collectiveName(CollectiveKind kind);

/// Of a name in lower case: whether one of the words is in it that nothing but communication has.
[[nodiscard]] bool namesCommunication(std::string_view lower);

/// Of a kernel of that class ("ncclDevKernel_AllReduce_Sum_f32_RING_LL"), of an operator or of what
/// runs on a thread of the host ("gloo:all_reduce").
[[nodiscard]] CollectiveKind collectiveKindOf(std::string_view name);

/// Whether it ends on all its ranks at once: none can be done before the last one has come.
[[nodiscard]] bool endsTogether(CollectiveKind kind);

} // namespace profiler
