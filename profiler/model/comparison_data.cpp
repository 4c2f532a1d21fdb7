// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_data.h"

#include "profiler/model/process_record.h"

namespace profiler {

std::string firstField(const ComparisonData& data, const std::string& name)
{
    for (const auto& process : data.processes)
        if (auto field = fieldIn(process.environment, name); !field.empty())
            return field;
    return {};
}

} // namespace profiler
