// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/history/history_sides.h"

#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/judge/comparability.h"
#include "profiler/model/break_costs.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

namespace profiler {

namespace {

constexpr std::array<std::string_view, 5> hardware {
    "device", "device_name", "device_partition", "compute_capability", "driver"};
constexpr std::array<std::string_view, 10> versions {"torch", "cuda", "triton", "torchvision",
    "transformers", "timm", "numpy", "python", "compiler", "os"};

template <std::size_t Size>
bool holds(const std::array<std::string_view, Size>& fields, std::string_view field)
{
    return std::ranges::find(fields, field) != fields.end();
}

bool isSetting(std::string_view field)
{
    return field.starts_with("inductor.") || field.starts_with("dynamo.")
        || field.starts_with("env.");
}

/// What says nothing of why a level changed: the recorder's own folders, names of one card among
/// equal ones, hashes of what is told in other fields.
bool isOfNoInterest(std::string_view field)
{
    constexpr std::array<std::string_view, 7> names {"device_uuid", "git_reason", "git_branch",
        "env.TORCHINDUCTOR_CACHE_DIR", "env.TORCHINDUCTOR_VEC_ISA_OK", "env.TORCH_TRACE",
        "git_dirty"};
    return holds(names, field) || field.starts_with("workdir_") || field.starts_with("inputs.")
        || field.starts_with("shapes_hash.");
}

SideKind kindOf(std::string_view field)
{
    if (field == "git_commit")
        return SideKind::Commit;
    if (field == "git_diff_hash")
        return SideKind::Dirty;
    if (isHardwareField(field))
        return SideKind::Hardware;
    if (holds(versions, field))
        return SideKind::Version;
    return isSetting(field) ? SideKind::Setting : SideKind::Environment;
}

/// Told by one side alone such a field means something: nothing was changed, or torch's default
/// holds.
bool mayBeAbsent(SideKind kind)
{
    return kind == SideKind::Dirty || kind == SideKind::Setting;
}

std::set<std::string> keysOf(const EnvironmentFields& one, const EnvironmentFields& other)
{
    std::set<std::string> keys;
    for (const auto* fields : {&one, &other})
        for (const auto& [key, value] : *fields)
            keys.insert(key);
    return keys;
}

void addReported(std::vector<SideDifference>& differences, const EnvironmentFields& before,
    const EnvironmentFields& after)
{
    if (before.empty() || after.empty())
        return;
    for (const auto& field : keysOf(before, after)) {
        SideDifference difference {.kind = kindOf(field),
            .field = field,
            .before = fieldIn(before, field),
            .after = fieldIn(after, field)};
        const bool untold = difference.before.empty() || difference.after.empty();
        if (difference.before == difference.after || isOfNoInterest(field)
            || (untold && !mayBeAbsent(difference.kind)))
            continue;
        differences.push_back(std::move(difference));
    }
}

void addSettings(std::vector<SideDifference>& differences, const EnvironmentFields& before,
    const EnvironmentFields& after)
{
    for (const auto& field : keysOf(before, after)) {
        auto one = fieldIn(before, field);
        auto other = fieldIn(after, field);
        if (one != other)
            differences.push_back({.kind = SideKind::Setting,
                .field = "setting." + field,
                .before = std::move(one),
                .after = std::move(other)});
    }
}

/// Where the point's variant and case stand in its recording.
struct SideSubject {
    const ComparisonData& data;
    int variant = 0;
    int caseIndex = 0;
};

std::optional<SideSubject> subjectOf(const HistoryPoint& point, const ComparisonData& data)
{
    const auto variant = std::ranges::find(data.plan.variants, point.variant, &Variant::name);
    if (variant == data.plan.variants.end())
        return std::nullopt;
    for (int index = 0; index < caseCount(data); ++index)
        if (caseAt(data, index).name == point.caseName)
            return SideSubject {
                data, static_cast<int>(variant - data.plan.variants.begin()), index};
    return std::nullopt;
}

std::string textOf(const Measured<int>& count)
{
    return count ? std::to_string(*count) : std::string();
}

std::string graphsOf(const SideSubject& subject)
{
    const auto count = graphCount(subject.data, subject.variant, subject.caseIndex);
    return count ? std::to_string(count->graphs) : std::string();
}

/// Of a call; empty: none was traced on a device.
std::string kernelsOf(const SideSubject& subject)
{
    for (const auto& process : subject.data.processes) {
        if (process.start.variant != subject.variant)
            continue;
        for (const auto& trace : process.traces) {
            const auto calls = static_cast<std::int64_t>(trace.calls.size());
            if (trace.ended && calls > 0 && trace.kernelRows > 0
                && trace.start.caseIndex == subject.caseIndex)
                return std::to_string((trace.kernelRows + calls / 2) / calls);
        }
    }
    return {};
}

/// "model.py:12" of each, those that the other does not have.
std::set<std::string> placesOf(const SideSubject& subject)
{
    std::set<std::string> places;
    for (const auto& each : graphBreaks(subject.data, subject.variant, subject.caseIndex))
        places.insert((each.file.empty() ? each.id : each.file + ":" + std::to_string(each.line)));
    return places;
}

std::string withPlaces(
    const std::string& count, const std::set<std::string>& own, const std::set<std::string>& others)
{
    constexpr int most = 3;
    std::string text;
    int listed = 0;
    for (const auto& place : own)
        if (!others.contains(place) && listed++ < most)
            text += (text.empty() ? " (" : ", ") + place;
    if (listed > most)
        text += ", …";
    return count + (text.empty() ? "" : text + ")");
}

void addCount(std::vector<SideDifference>& differences, SideKind kind, const std::string& before,
    const std::string& after)
{
    if (!before.empty() && !after.empty() && before != after)
        differences.push_back({.kind = kind, .field = {}, .before = before, .after = after});
}

} // namespace

bool isHardwareField(std::string_view field)
{
    return holds(hardware, field);
}

EnvironmentFields conditionsOf(const HistoryPoint& point)
{
    auto conditions = blockingValues(point.environment, point.caseName);
    for (const auto& [field, value] : point.environment)
        if (isHardwareField(field))
            conditions.emplace(field, value);
    return conditions;
}

bool areAlike(const EnvironmentFields& one, const EnvironmentFields& other)
{
    return std::ranges::all_of(one, [&](const auto& field) {
        const auto found = other.find(field.first);
        return found == other.end() || found->second == field.second;
    });
}

std::vector<SideDifference> partingDifferences(
    const HistoryPoint& before, const HistoryPoint& after)
{
    const auto one = conditionsOf(before);
    const auto other = conditionsOf(after);
    auto differences = differencesBetween(before, after);
    std::erase_if(differences, [&](const SideDifference& each) {
        const auto first = one.find(each.field);
        const auto second = other.find(each.field);
        return first == one.end() || second == other.end() || first->second == second->second;
    });
    return differences;
}

std::vector<SideDifference> differencesBetween(
    const HistoryPoint& before, const HistoryPoint& after)
{
    std::vector<SideDifference> differences;
    addReported(differences, before.environment, after.environment);
    addSettings(differences, before.settings, after.settings);
    if (before.tool != after.tool)
        differences.push_back({.kind = SideKind::Version,
            .field = "tool",
            .before = before.tool,
            .after = after.tool});
    std::ranges::stable_sort(differences, {}, &SideDifference::kind);
    return differences;
}

RepeatDifferences differencesOfRepeat(const ComparisonData& before, const ComparisonData& after)
{
    const auto pointOf = [](const ComparisonData& data) {
        HistoryPoint point {
            .tool = "Fusescope " + data.info.toolVersion, .caseName = caseAt(data, 0).name};
        for (const auto& process : data.processes)
            if (process.start.variant == 0 && point.environment.empty())
                point.environment = process.environment;
        return point;
    };
    const auto one = pointOf(before);
    const auto other = pointOf(after);
    return {.all = differencesBetween(one, other), .parting = partingDifferences(one, other)};
}

std::vector<SideDifference> compiledDifferences(const HistoryPoint& pointBefore,
    const ComparisonData& before, const HistoryPoint& pointAfter, const ComparisonData& after)
{
    const auto one = subjectOf(pointBefore, before);
    const auto other = subjectOf(pointAfter, after);
    if (!one || !other)
        return {};
    std::vector<SideDifference> differences;
    addCount(differences, SideKind::Graphs, graphsOf(*one), graphsOf(*other));
    const auto breaks = [](const SideSubject& subject) {
        return textOf(graphBreakCount(subject.data, subject.variant, subject.caseIndex));
    };
    const auto recompiles = [](const SideSubject& subject) {
        return textOf(recompileCount(subject.data, subject.variant, subject.caseIndex));
    };
    const auto placesBefore = placesOf(*one);
    const auto placesAfter = placesOf(*other);
    if (!breaks(*one).empty() && !breaks(*other).empty())
        addCount(differences, SideKind::Breaks, withPlaces(breaks(*one), placesBefore, placesAfter),
            withPlaces(breaks(*other), placesAfter, placesBefore));
    addCount(differences, SideKind::Recompiles, recompiles(*one), recompiles(*other));
    addCount(differences, SideKind::Kernels, kernelsOf(*one), kernelsOf(*other));
    return differences;
}

} // namespace profiler
