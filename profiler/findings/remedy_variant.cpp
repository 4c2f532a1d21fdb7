// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/remedy_variant.h"

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

} // namespace

/// torch.compile takes a mode or options, not both.
std::optional<Variant> withRemedy(Variant variant, const Remedy& remedy)
{
    switch (remedy.kind) {
    case RemedyKind::Mode:
        if (!variant.compile.options.empty())
            return std::nullopt;
        changeSettings(variant, [&](CompileSettings& settings) { settings.mode = remedy.value; });
        return variant;
    case RemedyKind::Dynamic:
        changeSettings(variant, [&](CompileSettings& settings) {
            settings.dynamic
                = remedy.value.empty() ? std::nullopt : std::optional(remedy.value == "true");
        });
        return variant;
    case RemedyKind::Option:
        if (isGiven(variant.compile.mode))
            return std::nullopt;
        changeSettings(variant, [&](CompileSettings& settings) {
            settings.mode.reset();
            settings.options[remedy.name] = remedy.value;
        });
        return variant;
    case RemedyKind::WholeModel:
        variant.parts = {CompiledPart {}};
        return variant;
    case RemedyKind::WithoutCompile:
        variant.kind = VariantKind::Eager;
        variant.compile = {};
        variant.parts.clear();
        return variant;
    default:
        return std::nullopt;
    }
}

} // namespace profiler
