// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/collective_kind.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/text/lower_case.h"

#include <algorithm>
#include <array>

namespace profiler {

template <>
std::span<const EnumKey<CollectiveKind>> enumKeys()
{
    static constexpr std::array keys {EnumKey {CollectiveKind::AllReduce, "all_reduce"},
        EnumKey {CollectiveKind::AllGather, "all_gather"},
        EnumKey {CollectiveKind::ReduceScatter, "reduce_scatter"},
        EnumKey {CollectiveKind::AllToAll, "all_to_all"},
        EnumKey {CollectiveKind::Broadcast, "broadcast"},
        EnumKey {CollectiveKind::Reduce, "reduce"}, EnumKey {CollectiveKind::Gather, "gather"},
        EnumKey {CollectiveKind::Scatter, "scatter"},
        EnumKey {CollectiveKind::SendReceive, "send_receive"},
        EnumKey {CollectiveKind::Barrier, "barrier"}, EnumKey {CollectiveKind::Other, "other"}};
    return keys;
}

namespace {

struct Word {
    std::string_view text; ///< in lower case
    CollectiveKind kind;
};

/// Nothing but communication is called so.
constexpr std::array ownWords {
    Word {"all_reduce", CollectiveKind::AllReduce},
    Word {"allreduce", CollectiveKind::AllReduce},
    Word {"cross_device_reduce", CollectiveKind::AllReduce}, // vLLM's
    Word {"reduce_scatter", CollectiveKind::ReduceScatter},
    Word {"reducescatter", CollectiveKind::ReduceScatter},
    Word {"all_gather", CollectiveKind::AllGather},
    Word {"allgather", CollectiveKind::AllGather},
    Word {"all_to_all", CollectiveKind::AllToAll},
    Word {"alltoall", CollectiveKind::AllToAll},
    Word {"sendrecv", CollectiveKind::SendReceive},
    Word {"send_recv", CollectiveKind::SendReceive},
};

/// Whose it is, where the rest of the name may be anything.
constexpr std::array<std::string_view, 9> libraries {"nccl", "rccl", "mscclpp", "mscclkernel",
    "nvshmem", "cross_device", "multimem", "symmetric_memory", "deep_ep"};

/// Of what is known to be communication; the first that matches, behind the words above.
constexpr std::array otherWords {
    Word {"broadcast", CollectiveKind::Broadcast},
    Word {"barrier", CollectiveKind::Barrier},
    Word {"put_signal", CollectiveKind::SendReceive},
    Word {"wait_signal", CollectiveKind::SendReceive},
    Word {"dispatch", CollectiveKind::AllToAll}, // of tokens to experts, and back
    Word {"combine", CollectiveKind::AllToAll},
    Word {"gather", CollectiveKind::Gather},
    Word {"scatter", CollectiveKind::Scatter},
    Word {"reduce", CollectiveKind::Reduce},
    Word {"send", CollectiveKind::SendReceive},
    Word {"recv", CollectiveKind::SendReceive},
};

template <typename Words>
std::optional<CollectiveKind> firstIn(std::string_view lower, const Words& words)
{
    for (const auto& word : words)
        if (lower.find(word.text) != std::string_view::npos)
            return word.kind;
    return std::nullopt;
}

/// What stands behind the name holds types: "(ncclDevKernelArgsStorage<4096ul>)".
std::string loweredName(std::string_view name)
{
    constexpr std::string_view anonymous = "(anonymous namespace)";
    const auto begin = name.find(anonymous);
    const auto from = begin == std::string_view::npos ? 0 : begin + anonymous.size();
    return lowerCase(name.substr(0, name.find('(', from)));
}

} // namespace

std::string collectiveName(CollectiveKind kind)
{
    return textOf(kind,
        {{CollectiveKind::AllReduce, "AllReduce"}, {CollectiveKind::AllGather, "AllGather"},
            {CollectiveKind::ReduceScatter, "ReduceScatter"},
            {CollectiveKind::AllToAll, "AllToAll"}, {CollectiveKind::Broadcast, "Broadcast"},
            {CollectiveKind::Reduce, "Reduce"}, {CollectiveKind::Gather, "Gather"},
            {CollectiveKind::Scatter, "Scatter"}, {CollectiveKind::SendReceive, "Send/Receive"},
            {CollectiveKind::Barrier, "Barrier"}, {CollectiveKind::Other, "other communication"}});
}

bool namesCommunication(std::string_view lower)
{
    return firstIn(lower, ownWords).has_value()
        || std::ranges::any_of(libraries,
            [&](std::string_view word) { return lower.find(word) != std::string_view::npos; });
}

CollectiveKind collectiveKindOf(std::string_view name)
{
    const auto lower = loweredName(name);
    if (const auto own = firstIn(lower, ownWords))
        return *own;
    return firstIn(lower, otherWords).value_or(CollectiveKind::Other);
}

bool endsTogether(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::AllGather
        || kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::AllToAll
        || kind == CollectiveKind::Barrier;
}

} // namespace profiler
