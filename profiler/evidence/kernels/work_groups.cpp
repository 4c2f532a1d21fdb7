// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace profiler {

namespace {

/// Class, module, file and line; only what the grouping asks for is set.
using GroupKey = std::tuple<WorkKind, std::string, std::string, int>;

GroupKey keyOf(WorkGrouping grouping, WorkKind kind, const WorkSource& source)
{
    switch (grouping) {
    case WorkGrouping::Class:
        return {kind, {}, {}, 0};
    case WorkGrouping::Module:
        return {WorkKind {}, source.module, {}, 0};
    case WorkGrouping::SourceLine:
    case WorkGrouping::SameWork:
        break;
    }
    return {WorkKind {}, {}, source.file, source.file.empty() ? 0 : source.line};
}

class Grouping {
public:
    explicit Grouping(WorkGrouping grouping)
        : m_grouping(grouping)
    {
    }

    void add(const NamedTimes& row, std::size_t side, const WorkDetails* details)
    {
        const auto& time = row.times[side];
        if (!time)
            return;
        const auto* detail = details == nullptr ? nullptr : details->find(row.key());
        if (detail == nullptr || detail->sources.empty()) {
            addPart(row, side, {}, *time);
            return;
        }
        WorkSource all;
        for (const auto& source : detail->sources) {
            all.count += source.count;
            all.ns += source.ns;
        }
        for (const auto& source : detail->sources)
            addPart(row, side, source, partOf(*time, source, all));
    }

    [[nodiscard]] std::vector<WorkGroup> groups() const
    {
        std::vector<WorkGroup> groups;
        for (const auto& [key, rows] : m_groups) {
            auto& group = groups.emplace_back();
            std::tie(group.kind, group.module, group.file, group.line) = key;
            for (const auto& [name, row] : rows) {
                addTimes(group.times, row.times);
                group.rows.push_back(row);
            }
            std::ranges::stable_sort(group.rows, std::ranges::greater {},
                [](const NamedTimes& row) { return largestChangeNs(row.times); });
        }
        std::ranges::stable_sort(groups, std::ranges::greater {}, [this](const WorkGroup& group) {
            return std::pair(group.isKnown(m_grouping), largestChangeNs(group.times));
        });
        return groups;
    }

private:
    /// Without any time under tracing, by how often it ran.
    static WorkTime partOf(const WorkTime& time, const WorkSource& source, const WorkSource& all)
    {
        const double often = static_cast<double>(source.count) / static_cast<double>(all.count);
        return {
            .times = time.times * often, .ns = time.ns * (all.ns > 0 ? source.ns / all.ns : often)};
    }

    void addPart(
        const NamedTimes& row, std::size_t side, const WorkSource& source, const WorkTime& part)
    {
        auto& rows = m_groups[keyOf(m_grouping, row.kind, source)];
        auto [entry, isNew] = rows.try_emplace(row.key(), row);
        if (isNew)
            entry->second.times.assign(row.times.size(), std::nullopt);
        auto& time = entry->second.times[side];
        if (!time)
            time.emplace();
        time->times += part.times;
        time->ns += part.ns;
    }

    WorkGrouping m_grouping;
    std::map<GroupKey, std::map<WorkKey, NamedTimes>> m_groups;
};

} // namespace

bool WorkGroup::isKnown(WorkGrouping grouping) const
{
    switch (grouping) {
    case WorkGrouping::Module:
        return !module.empty();
    case WorkGrouping::SourceLine:
        return !file.empty();
    case WorkGrouping::Class:
    case WorkGrouping::SameWork:
        break;
    }
    return true;
}

std::vector<WorkGroup> groupWork(
    const WorkOfVariants& work, WorkGrouping grouping, std::span<const WorkDetails* const> details)
{
    Grouping grouped(grouping);
    for (const auto& row : work.rows)
        for (std::size_t side = 0; side < row.times.size(); ++side)
            grouped.add(row, side, side < details.size() ? details[side] : nullptr);
    return grouped.groups();
}

} // namespace profiler
