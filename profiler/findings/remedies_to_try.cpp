// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/remedies_to_try.h"

#include "profiler/findings/remedy_variant.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/variant.h"

#include <algorithm>

namespace profiler {
namespace {

/// Where the plan names the inputs of a call, one of them; else the worker knows them.
bool isInput(const Plan& plan, const std::string& name)
{
    return std::ranges::all_of(plan.cases, [&](const Case& each) {
        return each.inputs.empty()
            || std::ranges::find(each.inputs, name, &TensorSpec::name) != each.inputs.end();
    });
}

/// The finding's variant with the remedy; nullopt: nothing can be tried, or the plan has it.
std::optional<Variant> variantToTry(const Plan& plan, const Finding& finding)
{
    const auto* variant = variantOfFinding(plan, finding);
    if (variant == nullptr || finding.variant == 0)
        return std::nullopt;
    if (finding.remedy.kind == RemedyKind::MarkDynamic && !isInput(plan, finding.remedy.name))
        return std::nullopt;
    auto with = withRemedy(*variant, finding.remedy);
    return with && variantLike(plan, *with) ? std::nullopt : std::move(with);
}

bool isNamed(const std::vector<Variant>& variants, const std::string& name)
{
    return std::ranges::find(variants, name, &Variant::name) != variants.end();
}

std::string wordOf(const Remedy& remedy)
{
    switch (remedy.kind) {
    case RemedyKind::Dynamic:
        return remedy.value == "true" ? "dynamic"
            : remedy.value == "false" ? "static"
                                      : "automatic";
    case RemedyKind::MarkDynamic:
    case RemedyKind::Fence:
        return keyOf(remedy.kind) + std::string(" ") + remedy.name;
    default:
        return !remedy.name.empty() ? remedy.name
            : !remedy.value.empty() ? remedy.value
                                    : std::string(keyOf(remedy.kind));
    }
}

/// "default+freezing", "default+reduce-overhead", "default+mark_dynamic ids"
std::string nameOf(const Variant& variant, const Remedy& remedy)
{
    return variant.name + "+" + wordOf(remedy);
}

void add(Plan& tried, const Plan& plan, const Finding& finding)
{
    auto with = variantToTry(plan, finding);
    if (!with)
        return;
    const auto& variant = *variantOfFinding(plan, finding);
    const std::size_t needed = isNamed(tried.variants, variant.name) ? 1 : 2;
    if (tried.variants.size() + needed > mostVariants)
        return;
    if (needed == 2)
        tried.variants.push_back(variant);
    auto name = nameOf(variant, finding.remedy);
    while (isNamed(plan.variants, name) || isNamed(tried.variants, name))
        name += "+";
    with->name = name;
    tried.variants.push_back(std::move(*with));
}

bool isSameRemedy(const Finding& one, const Finding& other)
{
    return one.variant == other.variant && one.remedy == other.remedy;
}

} // namespace

const Variant* variantOfFinding(const Plan& plan, const Finding& finding)
{
    const auto index = static_cast<std::size_t>(finding.variant.value_or(-1));
    return index < plan.variants.size() ? &plan.variants[index] : nullptr;
}

std::optional<Plan> planThatTries(const Plan& plan, const Finding& finding)
{
    return planThatTries(plan, std::vector {finding});
}

std::optional<Plan> planThatTries(const Plan& plan, const std::vector<Finding>& findings)
{
    if (plan.variants.empty())
        return std::nullopt;
    Plan tried = plan;
    tried.variants = {plan.variants.front()};
    tried.load = {}; // it is asked for again where it is wanted
    for (const auto& finding : findings)
        add(tried, plan, finding);
    return tried.variants.size() > 1 ? std::optional(std::move(tried)) : std::nullopt;
}

std::vector<Finding> remediesToTry(const ComparisonResult& result, std::size_t count)
{
    std::vector<Finding> chosen;
    for (const auto& finding : result.findings) {
        const bool isKnown = std::ranges::any_of(
            chosen, [&](const Finding& each) { return isSameRemedy(each, finding); });
        if (chosen.size() == count)
            break;
        if (!isKnown && !isImported(result.kind) && finding.state == RemedyState::Untried
            && variantToTry(result.plan, finding))
            chosen.push_back(finding);
    }
    return chosen;
}

} // namespace profiler
