// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_groups.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <utility>

namespace profiler {

namespace {

/// Only what the grouping asks for is set.
struct GroupKey {
    WorkKind kind {};
    std::string module {};
    std::string file {};
    int line = 0;
    int device = unknownDevice;

    auto operator<=>(const GroupKey&) const = default; // NOLINT(modernize-use-nullptr)
};

/// A part of what one name did under tracing, and to which group it belongs.
struct Part {
    GroupKey key;
    std::int64_t count = 0;
    double ns = 0;
};

GroupKey keyOf(WorkGrouping grouping, WorkKind kind, const WorkSource& source)
{
    switch (grouping) {
    case WorkGrouping::Class:
        return {.kind = kind};
    case WorkGrouping::Module:
        return {.module = source.module};
    case WorkGrouping::SourceLine:
        return {.file = source.file, .line = source.file.empty() ? 0 : source.line};
    case WorkGrouping::Device:
    case WorkGrouping::SameWork:
        break;
    }
    return {};
}

/// None: no trace knows.
std::vector<Part> partsOf(WorkGrouping grouping, WorkKind kind, const WorkDetail& detail)
{
    std::vector<Part> parts;
    if (grouping == WorkGrouping::Device)
        for (const auto& on : detail.devices)
            parts.push_back({{.device = on.device}, on.count, on.ns});
    else
        for (const auto& source : detail.sources)
            parts.push_back({keyOf(grouping, kind, source), source.count, source.ns});
    return parts;
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
        const auto parts
            = detail == nullptr ? std::vector<Part>() : partsOf(m_grouping, row.kind, *detail);
        if (parts.empty())
            return addPart(row, side, keyOf(m_grouping, row.kind, {}), *time);
        Part all;
        for (const auto& part : parts) {
            all.count += part.count;
            all.ns += part.ns;
        }
        for (const auto& part : parts)
            addPart(row, side, part.key, partOf(*time, part, all));
    }

    [[nodiscard]] std::vector<WorkGroup> groups() const
    {
        std::vector<WorkGroup> groups;
        for (const auto& [key, rows] : m_groups) {
            auto& group = groups.emplace_back(WorkGroup {.kind = key.kind,
                .module = key.module,
                .file = key.file,
                .line = key.line,
                .device = key.device});
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
    static WorkTime partOf(const WorkTime& time, const Part& part, const Part& all)
    {
        const double often = static_cast<double>(part.count) / static_cast<double>(all.count);
        return {
            .times = time.times * often, .ns = time.ns * (all.ns > 0 ? part.ns / all.ns : often)};
    }

    void addPart(
        const NamedTimes& row, std::size_t side, const GroupKey& group, const WorkTime& part)
    {
        auto& rows = m_groups[group];
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
    case WorkGrouping::Device:
        return device != unknownDevice;
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
