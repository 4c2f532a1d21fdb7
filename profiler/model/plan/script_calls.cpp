// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/script_calls.h"

#include "profiler/model/plan.h"

#include <array>

namespace profiler {
namespace {

constexpr std::array kinds {EnumKey {ScriptCallKind::Module, "module"},
    EnumKey {ScriptCallKind::Method, "method"}, EnumKey {ScriptCallKind::Function, "function"}};

constexpr std::array ends {EnumKey {DiscoveryEnd::Ended, "ended"},
    EnumKey {DiscoveryEnd::Enough, "enough"}, EnumKey {DiscoveryEnd::TimeLimit, "time_limit"},
    EnumKey {DiscoveryEnd::Failed, "failed"}};

constexpr std::array reasons {EnumKey {ProposalReason::Only, "only"},
    EnumKey {ProposalReason::MostTime, "most_time"},
    EnumKey {ProposalReason::CalledOften, "called_often"},
    EnumKey {ProposalReason::FewCalls, "few_calls"}};

} // namespace

bool isScript(const Workload& workload)
{
    return workload.spec.starts_with(scriptScheme) || workload.spec.starts_with(scriptModuleScheme);
}

template <>
std::span<const EnumKey<ScriptCallKind>> enumKeys()
{
    return kinds;
}

template <>
std::span<const EnumKey<DiscoveryEnd>> enumKeys()
{
    return ends;
}

template <>
std::span<const EnumKey<ProposalReason>> enumKeys()
{
    return reasons;
}

} // namespace profiler
