// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/history/history_subject.h"

#include <algorithm>

namespace profiler {

std::optional<int> variantNamed(const Plan& plan, const std::string& name)
{
    const auto found = std::ranges::find_if(plan.variants, [&](const Variant& variant) {
        return name.empty() ? variant.kind == VariantKind::Compiled : variant.name == name;
    });
    if (found != plan.variants.end())
        return static_cast<int>(found - plan.variants.begin());
    return name.empty() && !plan.variants.empty() ? std::optional(0) : std::nullopt;
}

} // namespace profiler
