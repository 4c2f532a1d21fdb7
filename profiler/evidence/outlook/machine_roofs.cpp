// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/outlook/machine_roofs.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>

namespace profiler {
namespace {

/// A copy for the memory is so many times as large as the caches are.
constexpr std::int64_t copyPerCache = 4;

void take(MachineRoofs& roofs, const RoofFact& fact)
{
    using enum RoofKind;
    const auto roof = valueFor(fact.kind,
        {{CacheCopy, &MachineRoofs::cache}, {MatmulFloat32, &MachineRoofs::float32},
            {MatmulBFloat16, &MachineRoofs::bfloat16}, {MatmulFloat16, &MachineRoofs::float16}},
        &MachineRoofs::memory);
    roofs.*roof = fact.perSecond;
    if (fact.kind == MemoryCopy)
        roofs.cacheBytes = std::max<std::int64_t>(fact.size, 0) / copyPerCache;
}

std::optional<double> shareOf(
    std::optional<std::int64_t> amount, std::optional<double> ns, std::optional<double> perSecond)
{
    constexpr double second = 1e9;
    if (!amount || !ns || !perSecond || *ns <= 0 || *perSecond <= 0)
        return std::nullopt;
    return static_cast<double>(*amount) / (*ns / second) / *perSecond;
}

} // namespace

std::optional<double> MachineRoofs::peakOf(std::string_view dtype) const
{
    if (dtype == "float32")
        return float32;
    if (dtype == "bfloat16")
        return bfloat16;
    return dtype == "float16" ? float16 : std::nullopt;
}

std::optional<double> MachineRoofs::bandwidthFor(std::int64_t bytes) const
{
    return bytes <= cacheBytes && cache ? cache : memory;
}

Measured<MachineRoofs> machineRoofs(const ComparisonData& data)
{
    MachineRoofs roofs;
    Reason reason {ReasonKind::NotRecorded, {}};
    for (const auto& process : data.processes)
        for (const auto& fact : process.roofs) {
            take(roofs, fact);
            if (!fact.reason.empty())
                reason = {ReasonKind::RoofsNotMeasured, {fact.reason}};
        }
    if (roofs == MachineRoofs {.cacheBytes = roofs.cacheBytes})
        return missing(reason);
    return roofs;
}

std::optional<double> bandwidthShare(
    const MachineRoofs& roofs, std::optional<std::int64_t> bytes, std::optional<double> ns)
{
    return shareOf(bytes, ns, roofs.memory);
}

std::optional<double> peakShare(const MachineRoofs& roofs, std::string_view dtype,
    std::optional<std::int64_t> flops, std::optional<double> ns)
{
    const auto share = shareOf(flops, ns, roofs.peakOf(dtype));
    return share && *share > 1 ? std::nullopt : share;
}

} // namespace profiler
