// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/stored_plan.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/text/secrets.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace profiler {
namespace {

/// A value's own members have names, too.
nlohmann::ordered_json withoutSecretsIn(nlohmann::ordered_json value, const std::string& name)
{
    if (value.is_string())
        return withoutSecret(name, value.get<std::string>());
    if (value.is_object())
        for (auto& [key, member] : value.items())
            member = withoutSecretsIn(std::move(member), key);
    else if (value.is_array())
        for (auto& element : value)
            element = withoutSecretsIn(std::move(element), name);
    return value;
}

std::string withoutSecretsInJson(const std::string& name, const std::string& text)
{
    auto value = nlohmann::ordered_json::parse(text, nullptr, false);
    if (value.is_discarded())
        return text;
    const auto kept = withoutSecretsIn(value, name);
    return kept == value ? text : kept.dump();
}

} // namespace

Plan withoutSecrets(Plan plan)
{
    for (auto& [name, text] : plan.workload.arguments)
        text = withoutSecretsInJson(name, text);
    plan.workload.argv = withoutSecrets(std::move(plan.workload.argv));
    for (auto& variant : plan.variants)
        for (auto& [name, value] : variant.environment)
            value = withoutSecret(name, value);
    return plan;
}

std::optional<std::string> withheldIn(const Plan& plan)
{
    for (const auto& [name, text] : plan.workload.arguments)
        if (isWithheld(text))
            return "argument " + name;
    if (std::ranges::any_of(plan.workload.argv, isWithheld))
        return "an argument of the script";
    for (const auto& variant : plan.variants)
        for (const auto& [name, value] : variant.environment)
            if (isWithheld(value))
                return "variable " + name + " of variant " + variant.name;
    return std::nullopt;
}

} // namespace profiler
