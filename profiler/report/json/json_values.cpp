// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/json/json_values.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"

namespace profiler {

void putVariant(Json& row, const Plan& plan, std::optional<int> variant)
{
    if (variant && *variant >= 0 && static_cast<std::size_t>(*variant) < plan.variants.size())
        row["variant"] = plan.variants[static_cast<std::size_t>(*variant)].name;
    else
        putMissing(row, "variant", "every variant");
}

std::string caseName(const Plan& plan, int index)
{
    if (index >= 0 && static_cast<std::size_t>(index) < plan.cases.size())
        return plan.cases[static_cast<std::size_t>(index)].name;
    return plan.cases.empty() && index == 0 ? Case {}.name : std::to_string(index);
}

void putCase(Json& row, const Plan& plan, std::optional<int> caseIndex)
{
    if (caseIndex)
        row["case"] = caseName(plan, *caseIndex);
    else
        putMissing(row, "case", "all cases");
}

} // namespace profiler
