// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/bisect_result.h"

#include "profiler/judge/configuration_fields.h"

namespace profiler {

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
