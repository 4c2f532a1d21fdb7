// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/remedy_variant.h"

#include "profiler/model/finding.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>

namespace profiler {

namespace {

/// Of the variant and of all parts that have settings of their own.
template <typename Change>
void changeSettings(Variant& variant, Change change)
{
    change(variant.compile);
    for (auto& part : variant.parts)
        if (part.settings)
            change(*part.settings);
}

bool isGiven(const std::optional<std::string>& mode)
{
    return mode && *mode != "default";
}

/// torch.compile takes a mode or options, not both; beside a mode an option of Inductor is set in
/// its configuration.
void setOption(Variant& variant, const Remedy& remedy)
{
    if (isGiven(variant.compile.mode)) {
        variant.torch.inductor[remedy.name] = remedy.value;
        return;
    }
    changeSettings(variant, [&](CompileSettings& settings) {
        settings.mode.reset();
        settings.options[remedy.name] = remedy.value;
    });
}

void leaveEager(Variant& variant)
{
    variant.kind = VariantKind::Eager;
    variant.compile = {};
    variant.parts.clear();
    auto& torch = variant.torch;
    torch.dynamo.clear();
    torch.inductor.clear();
    torch.markDynamic.clear();
    torch.fences.clear();
}

bool changeCompile(Variant& variant, const Remedy& remedy)
{
    switch (remedy.kind) {
    case RemedyKind::Mode:
        changeSettings(variant, [&](CompileSettings& settings) { settings.mode = remedy.value; });
        return variant.compile.options.empty();
    case RemedyKind::Dynamic:
        changeSettings(variant, [&](CompileSettings& settings) {
            settings.dynamic
                = remedy.value.empty() ? std::nullopt : std::optional(remedy.value == "true");
        });
        return true;
    case RemedyKind::Option:
        setOption(variant, remedy);
        return true;
    case RemedyKind::WholeModel:
        variant.parts = {CompiledPart {}};
        return true;
    case RemedyKind::CompilePart:
        if (remedy.value == "instead")
            std::erase_if(
                variant.parts, [](const CompiledPart& part) { return part.target.empty(); });
        else if (variant.parts.empty())
            variant.parts.emplace_back();
        variant.parts.push_back({.target = remedy.name, .settings = std::nullopt});
        return true;
    case RemedyKind::WithoutCompile:
        leaveEager(variant);
        return true;
    default:
        return false;
    }
}

bool changeTorch(TorchSettings& torch, const Remedy& remedy)
{
    switch (remedy.kind) {
    case RemedyKind::MarkDynamic:
        torch.markDynamic.push_back({.input = remedy.name, .dimension = remedy.dimension});
        return true;
    case RemedyKind::DynamoConfig:
        torch.dynamo[remedy.name] = remedy.value;
        return true;
    case RemedyKind::InductorConfig:
        torch.inductor[remedy.name] = remedy.value;
        return true;
    case RemedyKind::Backends:
        torch.backends[remedy.name] = remedy.value;
        return true;
    case RemedyKind::MemoryFormat:
        torch.memoryFormat = remedy.value;
        return true;
    case RemedyKind::Autocast:
        torch.autocast = remedy.value;
        return true;
    case RemedyKind::MatmulPrecision:
        torch.matmulPrecision = remedy.value;
        return true;
    case RemedyKind::EvalMode:
        torch.evalMode = true;
        return true;
    case RemedyKind::Fence:
        torch.fences.push_back(remedy.name);
        return true;
    default:
        return false;
    }
}

/// Of a setting that torch reads from a variable as well.
struct SettingVariable {
    const char* variable;
    JsonTextByName TorchSettings::*settings;
    const char* name;
};

constexpr std::array settingVariables {
    SettingVariable {
        "TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS", &TorchSettings::dynamo, "capture_scalar_outputs"},
    SettingVariable {"TORCHINDUCTOR_FREEZING", &TorchSettings::inductor, "freezing"},
};

/// Variables that switch a setting on become that setting.
void takeVariables(Variant& variant)
{
    for (const auto& each : settingVariables)
        if (const auto found = variant.environment.find(each.variable);
            found != variant.environment.end() && found->second == "1") {
            (variant.torch.*each.settings)[each.name] = "true";
            variant.environment.erase(found);
        }
}

/// Without what makes no difference: its name, the mode that torch takes anyway, and whether a
/// setting came by a variable.
Variant plain(Variant variant)
{
    variant.name.clear();
    takeVariables(variant);
    if (variant.compile.mode == "default")
        variant.compile.mode.reset();
    return variant;
}

} // namespace

std::optional<Variant> withRemedy(Variant variant, const Remedy& remedy)
{
    if (changeCompile(variant, remedy) || changeTorch(variant.torch, remedy))
        return variant;
    return std::nullopt;
}

std::optional<int> variantLike(const Plan& plan, const Variant& wanted)
{
    const auto found = std::ranges::find(plan.variants, plain(wanted), plain);
    return found == plan.variants.end()
        ? std::nullopt
        : std::optional(static_cast<int>(found - plan.variants.begin()));
}

} // namespace profiler
