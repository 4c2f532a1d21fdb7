// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tune/tune_candidates.h"

#include "profiler/model/enum_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace profiler {

template <>
std::span<const EnumKey<CandidateGroup>> enumKeys()
{
    static constexpr std::array keys {EnumKey {CandidateGroup::Given, "given"},
        EnumKey {CandidateGroup::Modes, "modes"}, EnumKey {CandidateGroup::Options, "options"},
        EnumKey {CandidateGroup::Dynamic, "dynamic"},
        EnumKey {CandidateGroup::Backends, "backends"},
        EnumKey {CandidateGroup::Boundaries, "boundaries"}};
    return keys;
}

namespace {

/// What is known before anything is compiled.
struct Scene {
    const Plan& plan;
    const std::vector<ModuleUse>& modules;

    [[nodiscard]] bool onDevice() const { return plan.numeric.device != "cpu"; }

    [[nodiscard]] bool inference() const { return plan.workload.task == Task::Inference; }

    [[nodiscard]] bool severalCases() const { return plan.cases.size() > 1; }

    /// True also where nobody knows: a model may call what it has no module for.
    [[nodiscard]] bool convolves() const
    {
        return modules.empty() || std::ranges::any_of(modules, [](const ModuleUse& module) {
            return module.className.find("Conv") != std::string::npos;
        });
    }
};

/// One setting: what it changes, and when it can make a difference.
struct Row {
    CandidateGroup group;
    std::string_view name;
    bool (*applies)(const Scene&);
    std::string_view mode; ///< empty: options
    std::array<std::string_view, 2> options; ///< set to true; with "!" before it to false
    std::optional<bool> dynamic;
    std::string_view backend;
};

bool always(const Scene& /*scene*/)
{
    return true;
}

bool onDevice(const Scene& scene)
{
    return scene.onDevice();
}

bool inference(const Scene& scene)
{
    return scene.inference();
}

bool convolves(const Scene& scene)
{
    return scene.convolves();
}

bool severalCases(const Scene& scene)
{
    return scene.severalCases();
}

bool frozenOnCpu(const Scene& scene)
{
    return scene.inference() && !scene.onDevice();
}

// In the order in which they are tried where the budget does not reach all.
constexpr std::array rows {
    Row {CandidateGroup::Modes, "default", always, "default", {}, {}, {}},
    Row {CandidateGroup::Modes, "reduce-overhead", onDevice, "reduce-overhead", {}, {}, {}},
    Row {CandidateGroup::Options, "freezing", inference, {}, {"freezing"}, {}, {}},
    Row {CandidateGroup::Options, "layout kept", convolves, {}, {"!layout_optimization"}, {}, {}},
    Row {CandidateGroup::Modes, "max-autotune", onDevice, "max-autotune", {}, {}, {}},
    Row {CandidateGroup::Modes, "max-autotune-no-cudagraphs", always, "max-autotune-no-cudagraphs",
        {}, {}, {}},
    // Inductor's own matrix products on a CPU need weights that are known.
    Row {CandidateGroup::Options, "freezing, max-autotune", frozenOnCpu, {},
        {"freezing", "max_autotune"}, {}, {}},
    Row {CandidateGroup::Options, "coordinate descent", onDevice, {}, {"coordinate_descent_tuning"},
        {}, {}},
    Row {CandidateGroup::Dynamic, "dynamic", severalCases, {}, {}, true, {}},
    Row {CandidateGroup::Dynamic, "static", severalCases, {}, {}, false, {}},
    Row {CandidateGroup::Backends, "cudagraphs", onDevice, {}, {}, {}, "cudagraphs"},
};

Variant variantOf(const Row& row)
{
    Variant variant {.name = std::string(row.name), .kind = VariantKind::Compiled};
    if (!row.mode.empty())
        variant.compile.mode = row.mode;
    for (const auto option : row.options)
        if (!option.empty()) {
            const bool off = option.starts_with('!');
            variant.compile.options[std::string(option.substr(off ? 1 : 0))]
                = off ? "false" : "true";
        }
    variant.compile.dynamic = row.dynamic;
    if (!row.backend.empty())
        variant.compile.backend = row.backend;
    return variant;
}

std::string boundaryName(const Boundary& boundary)
{
    return boundary.kind == BoundaryKind::AllButChild ? "all but " + boundary.name : boundary.name;
}

Variant variantOf(const Boundary& boundary)
{
    Variant variant {.name = boundaryName(boundary),
        .kind = VariantKind::Compiled,
        .compile = {.mode = "default"}};
    for (const auto& target : boundary.targets)
        variant.parts.push_back({.target = target, .settings = std::nullopt});
    return variant;
}

class Candidates {
public:
    explicit Candidates(const Plan& plan)
        : m_plan(plan)
    {
    }

    /// A name of its own; what the list holds already is not tried twice.
    bool add(CandidateGroup group, Variant variant, std::optional<Boundary> boundary = {})
    {
        const auto same = [&](const TuneCandidate& other) {
            auto named = other.variant;
            named.name = variant.name;
            return named == variant;
        };
        if (std::ranges::any_of(m_all, same))
            return false;
        while (isTaken(variant.name))
            variant.name += "+";
        const int complexity = complexityOf(variant);
        m_all.push_back({.group = group,
            .variant = std::move(variant),
            .entry = {.complexity = complexity, .instead = {}},
            .boundary = std::move(boundary)});
        return true;
    }

    void addBoundaries(const std::vector<Boundary>& boundaries)
    {
        std::optional<int> child;
        for (const auto& boundary : boundaries) {
            const bool added = add(CandidateGroup::Boundaries, variantOf(boundary), boundary);
            if (boundary.kind == BoundaryKind::Child)
                child = added ? std::optional(static_cast<int>(m_all.size()) - 1) : std::nullopt;
            else if (boundary.kind == BoundaryKind::AllButChild && added)
                m_all.back().entry.instead = child;
        }
    }

    std::vector<TuneCandidate> taken() { return std::move(m_all); }

private:
    [[nodiscard]] bool isTaken(const std::string& name) const
    {
        return name == m_plan.variants.front().name
            || std::ranges::any_of(
                m_all, [&](const TuneCandidate& other) { return other.variant.name == name; });
    }

    const Plan& m_plan;
    std::vector<TuneCandidate> m_all;
};

} // namespace

int complexityOf(const Variant& variant)
{
    const auto& compile = variant.compile;
    const bool mode = compile.mode && *compile.mode != "default";
    return static_cast<int>(mode) + static_cast<int>(compile.dynamic.has_value())
        + static_cast<int>(compile.backend.has_value()) + static_cast<int>(compile.fullgraph)
        + static_cast<int>(compile.options.size()) + static_cast<int>(variant.parts.size())
        + static_cast<int>(variant.environment.size());
}

Result<CandidateGroups> candidateGroupsFrom(const std::vector<std::string>& words)
{
    CandidateGroups groups;
    for (const auto& word : words) {
        const auto group = fromKey<CandidateGroup>(word);
        if (!group)
            return failure(ErrorKind::BadInput,
                "there are no settings \"" + word + "\" to search; expected some of "
                    + knownKeys<CandidateGroup>());
        groups.insert(*group);
    }
    if (words.empty())
        for (const auto& each : enumKeys<CandidateGroup>())
            groups.insert(each.value);
    return groups;
}

std::vector<TuneCandidate> tuneCandidates(
    const Plan& plan, const std::vector<ModuleUse>& modules, const CandidateGroups& groups)
{
    Candidates candidates(plan);
    const Scene scene {.plan = plan, .modules = modules};
    if (groups.contains(CandidateGroup::Given))
        for (std::size_t i = 1; i < plan.variants.size(); ++i)
            candidates.add(CandidateGroup::Given, plan.variants[i]);
    for (const auto& row : rows)
        if (groups.contains(row.group) && row.applies(scene))
            candidates.add(row.group, variantOf(row));
    if (groups.contains(CandidateGroup::Boundaries))
        candidates.addBoundaries(boundariesOf(modules));
    return candidates.taken();
}

} // namespace profiler
