// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/bisect_result.h"

#include "profiler/judge/configuration_fields.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace profiler {

namespace {

/// Graphs are compiled anew in each trace process: those of the last one.
std::map<std::string, std::int64_t> operatorsOf(const ComparisonData& data, int variant)
{
    std::map<std::string, std::int64_t> counts;
    for (const auto& process : data.processes) {
        if (process.start.variant != variant || process.code.empty())
            continue;
        counts.clear();
        for (const auto& code : process.code)
            for (const auto& node : code.nodes)
                if (node.target.find('.') != std::string::npos) // no argument
                    ++counts[node.target];
    }
    return counts;
}

} // namespace

std::vector<OperatorChange> operatorChanges(const ComparisonData& data, int before, int after)
{
    const auto old = operatorsOf(data, before);
    const auto now = operatorsOf(data, after);
    std::set<std::string> names;
    for (const auto& [name, count] : old)
        names.insert(name);
    for (const auto& [name, count] : now)
        names.insert(name);
    const auto countIn = [](const auto& counts, const std::string& name) {
        const auto found = counts.find(name);
        return found == counts.end() ? std::int64_t {0} : found->second;
    };
    std::vector<OperatorChange> changes;
    for (const auto& name : names) {
        const OperatorChange change {
            .name = name, .before = countIn(old, name), .after = countIn(now, name)};
        if (change.before != change.after)
            changes.push_back(change);
    }
    std::ranges::stable_sort(changes, std::ranges::greater {},
        [](const OperatorChange& change) { return std::abs(change.after - change.before); });
    return changes;
}

std::vector<FieldChange> fieldChanges(const ComparisonData& data)
{
    std::vector<FieldChange> changes;
    for (const auto& field : configurationFields(data)) {
        const bool differs = field.role == FieldRole::OnPurpose || field.role == FieldRole::Warning
            || field.role == FieldRole::Blocking;
        const bool isPlace = field.field == "working_directory" || field.field == "sys_path"
            || field.field == "python";
        if (differs && !isPlace && field.values.size() > 1)
            changes.push_back({.field = field.field,
                .words = field.words,
                .before = field.values.front(),
                .after = field.values.back()});
    }
    return changes;
}

} // namespace profiler
