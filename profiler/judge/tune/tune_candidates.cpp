// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tune/tune_candidates.h"

#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/device_kind.h"

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

    [[nodiscard]] bool onDevice() const { return !isCpuDevice(plan.numeric.device); }

    /// Of a device that is not known, too: its torch says.
    [[nodiscard]] bool recordsGraphs() const
    {
        const auto* const traits = deviceTraits(plan.numeric.device);
        return traits == nullptr || traits->noGraphs.empty();
    }

    [[nodiscard]] bool inference() const { return plan.workload.task == Task::Inference; }

    [[nodiscard]] bool severalCases() const { return plan.cases.size() > 1; }

    /// True also where nobody knows: a model may call what it has no module for.
    [[nodiscard]] bool convolves() const
    {
        return modules.empty() || std::ranges::any_of(modules, [](const ModuleUse& module) {
            return module.className.find("Conv") != std::string::npos;
        });
    }

    /// True also where the inputs are the model's own.
    [[nodiscard]] bool takesFourDimensions() const
    {
        const auto has = [](const TensorSpec& input) {
            return input.shape.size() == 4 || !input.file.empty();
        };
        return std::ranges::all_of(plan.cases, [&](const Case& each) {
            return each.inputs.empty() || std::ranges::any_of(each.inputs, has);
        });
    }
};

/// Weights that never change are folded into the graph; torch reads this before it compiles, so
/// that it is no option of torch.compile.
constexpr std::string_view freezing = "freezing";

/// One setting: what it changes, and when it can make a difference.
struct Row {
    CandidateGroup group;
    std::string_view name;
    bool (*applies)(const Scene&);
    std::string_view mode; ///< empty: options
    std::string_view option; ///< set to true; with "!" before it to false
    std::optional<bool> dynamic;
    std::string_view backend;
    bool frozen = false;
    std::string_view memoryFormat;
};

bool always(const Scene& /*scene*/)
{
    return true;
}

bool onDevice(const Scene& scene)
{
    return scene.onDevice();
}

bool recordsGraphs(const Scene& scene)
{
    return scene.recordsGraphs();
}

bool inference(const Scene& scene)
{
    return scene.inference();
}

bool convolves(const Scene& scene)
{
    return scene.convolves();
}

bool takesImages(const Scene& scene)
{
    return scene.convolves() && scene.takesFourDimensions();
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
    Row {.group = CandidateGroup::Modes, .name = "default", .applies = always, .mode = "default"},
    Row {.group = CandidateGroup::Modes,
        .name = "reduce-overhead",
        .applies = recordsGraphs,
        .mode = "reduce-overhead"},
    Row {
        .group = CandidateGroup::Options, .name = "freezing", .applies = inference, .frozen = true},
    Row {.group = CandidateGroup::Options,
        .name = "layout kept",
        .applies = convolves,
        .option = "!layout_optimization"},
    Row {.group = CandidateGroup::Options,
        .name = "channels_last",
        .applies = takesImages,
        .memoryFormat = "channels_last"},
    Row {.group = CandidateGroup::Modes,
        .name = "max-autotune",
        .applies = recordsGraphs,
        .mode = "max-autotune"},
    Row {.group = CandidateGroup::Modes,
        .name = "max-autotune-no-cudagraphs",
        .applies = always,
        .mode = "max-autotune-no-cudagraphs"},
    // Inductor's own matrix products on a CPU need weights that are known.
    Row {.group = CandidateGroup::Options,
        .name = "freezing, max-autotune",
        .applies = frozenOnCpu,
        .option = "max_autotune",
        .frozen = true},
    Row {.group = CandidateGroup::Options,
        .name = "coordinate descent",
        .applies = onDevice,
        .option = "coordinate_descent_tuning"},
    Row {.group = CandidateGroup::Dynamic,
        .name = "dynamic",
        .applies = severalCases,
        .dynamic = true},
    Row {.group = CandidateGroup::Dynamic,
        .name = "static",
        .applies = severalCases,
        .dynamic = false},
    Row {.group = CandidateGroup::Backends,
        .name = "cudagraphs",
        .applies = recordsGraphs,
        .backend = "cudagraphs"},
};

Variant variantOf(const Row& row)
{
    Variant variant {.name = std::string(row.name), .kind = VariantKind::Compiled};
    if (!row.mode.empty())
        variant.compile.mode = row.mode;
    if (!row.option.empty()) {
        const bool off = row.option.starts_with('!');
        variant.compile.options[std::string(row.option.substr(off ? 1 : 0))]
            = off ? "false" : "true";
    }
    if (row.frozen)
        variant.torch.inductor[std::string(freezing)] = "true";
    variant.torch.memoryFormat = row.memoryFormat;
    variant.compile.dynamic = row.dynamic;
    if (!row.backend.empty())
        variant.compile.backend = row.backend;
    return variant;
}

/// Sizes that differ between the cases of a plan.
std::vector<DynamicDimension> sizesThatDiffer(const Plan& plan)
{
    std::vector<DynamicDimension> differ;
    for (std::size_t i = 0; i < plan.cases.front().inputs.size(); ++i) {
        const auto& input = plan.cases.front().inputs[i];
        for (std::size_t dimension = 0; dimension < input.shape.size(); ++dimension) {
            const auto other = [&](const Case& each) {
                return i < each.inputs.size() && each.inputs[i].name == input.name
                    && each.inputs[i].shape.size() == input.shape.size()
                    && each.inputs[i].shape[dimension] != input.shape[dimension];
            };
            if (std::ranges::any_of(plan.cases, other))
                differ.push_back({.input = input.name, .dimension = static_cast<int>(dimension)});
        }
    }
    return differ;
}

/// Only those sizes are any size; nullopt: none is known to differ.
std::optional<Variant> markedDynamic(const Plan& plan)
{
    if (plan.cases.size() < 2)
        return std::nullopt;
    Variant variant {.name = "mark_dynamic", .kind = VariantKind::Compiled};
    variant.torch.markDynamic = sizesThatDiffer(plan);
    return variant.torch.markDynamic.empty() ? std::nullopt : std::optional(std::move(variant));
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
    const auto& torch = variant.torch;
    const bool mode = compile.mode && *compile.mode != "default";
    return static_cast<int>(mode) + static_cast<int>(compile.dynamic.has_value())
        + static_cast<int>(compile.backend.has_value()) + static_cast<int>(compile.fullgraph)
        + static_cast<int>(compile.options.size()) + static_cast<int>(variant.parts.size())
        + static_cast<int>(variant.environment.size()) + static_cast<int>(torch.evalMode)
        + static_cast<int>(!torch.memoryFormat.empty()) + static_cast<int>(!torch.autocast.empty())
        + static_cast<int>(!torch.matmulPrecision.empty()) + static_cast<int>(!torch.dtype.empty())
        + static_cast<int>(torch.tf32.has_value())
        + static_cast<int>(torch.deterministic.has_value())
        + static_cast<int>(!torch.gradMode.empty()) + static_cast<int>(torch.threads.has_value())
        + static_cast<int>(torch.markDynamic.size()) + static_cast<int>(torch.fences.size())
        + static_cast<int>(torch.dynamo.size()) + static_cast<int>(torch.inductor.size())
        + static_cast<int>(torch.backends.size());
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
    if (auto marked = markedDynamic(plan); marked && groups.contains(CandidateGroup::Dynamic))
        candidates.add(CandidateGroup::Dynamic, std::move(*marked));
    if (groups.contains(CandidateGroup::Boundaries))
        candidates.addBoundaries(boundariesOf(modules));
    return candidates.taken();
}

} // namespace profiler
