// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/bisect_result.h"

#include "profiler/judge/configuration_fields.h"

namespace profiler {

namespace {

/// Processes tell those of torch's settings that are not what torch makes them.
bool isSettingOfTorch(const std::string& field)
{
    return field.starts_with("dynamo.") || field.starts_with("inductor.");
}

bool differs(const ConfigurationField& field)
{
    const bool isPlace = field.field == "working_directory" || field.field == "sys_path"
        || field.field == "python";
    if (isPlace || field.values.size() < 2)
        return false;
    const bool leftAlone = field.role == FieldRole::Unknown && isSettingOfTorch(field.field)
        && field.values.front() != field.values.back();
    return leftAlone || field.role == FieldRole::OnPurpose || field.role == FieldRole::Warning
        || field.role == FieldRole::Blocking;
}

std::string valueIn(const ConfigurationField& field, const std::string& value)
{
    return value.empty() && isSettingOfTorch(field.field) ? "default" : value;
}

} // namespace

std::vector<FieldChange> fieldChanges(const ComparisonData& data)
{
    std::vector<FieldChange> changes;
    for (const auto& field : configurationFields(data))
        if (differs(field))
            changes.push_back({.field = field.field,
                .words = field.words,
                .before = valueIn(field, field.values.front()),
                .after = valueIn(field, field.values.back())});
    return changes;
}

DefaultsChange defaultsChange(const std::map<std::string, std::string>& before,
    const std::map<std::string, std::string>& after)
{
    DefaultsChange change;
    for (const auto& [name, value] : before) {
        const auto found = after.find(name);
        if (found == after.end())
            ++change.removed;
        else if (found->second != value)
            change.changed.push_back(
                {.field = name, .words = name, .before = value, .after = found->second});
    }
    change.added = static_cast<std::int64_t>(
        after.size() + static_cast<std::size_t>(change.removed) - before.size());
    return change;
}

} // namespace profiler
