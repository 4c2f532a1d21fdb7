// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ranks/collectives.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace profiler {

namespace {

/// A file may hold any times: beyond these, some 70 years around 1970, differences do not fit.
constexpr std::int64_t farthestNs = std::int64_t {1} << 61;

bool isPlaced(TimeSpan span)
{
    return span.begin >= -farthestNs && span.end <= farthestNs && span.begin <= span.end;
}

std::int64_t saturatedSum(std::int64_t one, std::int64_t other)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(one, other, &sum) ? std::numeric_limits<std::int64_t>::max()
                                                    : sum;
}

using CollectiveNames = std::unordered_map<std::int32_t, const std::string*>;

CollectiveNames textsOf(const TraceRows& rows)
{
    CollectiveNames texts;
    for (const auto& name : rows.names)
        texts.emplace(name.id, &name.text);
    return texts;
}

/// Of each name that kernels have, looked at once.
class KernelKinds {
public:
    explicit KernelKinds(const CollectiveNames& texts)
        : m_texts(&texts)
    {
    }

    /// nullopt: it computes.
    std::optional<CollectiveKind> of(std::int32_t name)
    {
        const auto [known, isNew] = m_kinds.try_emplace(name);
        if (!isNew)
            return known->second;
        const auto text = m_texts->find(name);
        if (text != m_texts->end() && kernelClassOf(*text->second) == WorkKind::Communication)
            known->second = collectiveKindOf(*text->second);
        return known->second;
    }

private:
    const CollectiveNames* m_texts;
    std::unordered_map<std::int32_t, std::optional<CollectiveKind>> m_kinds;
};

/// By the moment at which a collective began; of several at once, in the order told.
using ProcessGroups = std::multimap<std::int64_t, std::string>;

ProcessGroups groupsOf(const TraceRows& rows, const CollectiveNames& texts)
{
    ProcessGroups groups;
    for (std::size_t i = 0; i < rows.counters.size(); ++i) {
        const auto name = texts.find(rows.counters.series[i]);
        if (name != texts.end() && name->second->starts_with(collectiveGroupSeries))
            groups.emplace(
                rows.counters.timeNs[i], name->second->substr(collectiveGroupSeries.size()));
    }
    return groups;
}

/// Takes it, so that of several at the same moment each has one.
void join(Collective& collective, ProcessGroups& groups)
{
    const auto found = groups.find(collective.span.begin);
    if (found == groups.end())
        return;
    collective.group = std::move(found->second);
    groups.erase(found);
}

std::vector<Collective> kernelCollectives(const TraceRows& rows)
{
    const auto kinds = collectiveOfKernels(rows);
    std::vector<Collective> found;
    std::map<int, std::vector<TimeSpan>> computing;
    const auto& kernels = rows.kernels;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (!isTimed(kernels.flags[i]))
            continue;
        const TimeSpan span {kernels.startNs[i], endOf(kernels.startNs[i], kernels.durationNs[i])};
        if (!isPlaced(span))
            continue;
        if (kinds[i])
            found.push_back({.kind = *kinds[i],
                .span = span,
                .device = kernels.device[i],
                .stream = kernels.stream[i]});
        else
            computing[kernels.device[i]].push_back(span);
    }
    for (auto& [device, spans] : computing)
        spans = unionOf(spans);
    for (auto& collective : found)
        collective.exposedNs = collective.span.end - collective.span.begin
            - coveredNs(computing[*collective.device], collective.span);
    return found;
}

std::vector<Collective> hostCollectives(const TraceRows& rows, const CollectiveNames& texts)
{
    std::vector<Collective> found;
    const auto& spans = rows.operators;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const auto text = texts.find(spans.name[i]);
        if (text == texts.end()
            || !isCollective(*text->second, static_cast<SpanKind>(spans.kind[i])))
            continue;
        const TimeSpan span {spans.startNs[i], endOf(spans.startNs[i], spans.durationNs[i])};
        if (isPlaced(span))
            found.push_back({.kind = collectiveKindOf(*text->second),
                .span = span,
                .device = std::nullopt,
                .stream = spans.thread[i]});
    }
    return found;
}

} // namespace

std::vector<std::optional<CollectiveKind>> collectiveOfKernels(const TraceRows& rows)
{
    const auto texts = textsOf(rows);
    KernelKinds kinds(texts);
    std::vector<std::optional<CollectiveKind>> found;
    found.reserve(rows.kernels.size());
    for (const auto name : rows.kernels.name)
        found.push_back(kinds.of(name));
    return found;
}

std::vector<Collective> collectivesOf(const TraceRows& rows)
{
    const auto texts = textsOf(rows);
    auto found = kernelCollectives(rows);
    if (found.empty())
        found = hostCollectives(rows, texts);
    std::ranges::stable_sort(
        found, {}, [](const Collective& collective) { return collective.span.begin; });
    auto groups = groupsOf(rows, texts);
    for (auto& collective : found)
        join(collective, groups);
    return found;
}

CommunicationTimes timesByKind(const std::vector<Collective>& collectives)
{
    CommunicationTimes times;
    for (const auto& collective : collectives) {
        auto& time = times[collective.kind];
        const bool first = time.count == 0;
        ++time.count;
        time.sumNs = saturatedSum(time.sumNs, collective.span.end - collective.span.begin);
        if (!collective.exposedNs)
            time.exposedNs.reset();
        else if (first || time.exposedNs)
            time.exposedNs = saturatedSum(time.exposedNs.value_or(0), *collective.exposedNs);
    }
    return times;
}

} // namespace profiler
