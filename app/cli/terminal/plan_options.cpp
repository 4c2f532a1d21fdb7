// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/plan_options.h"

#include "app/cli/arguments/argument_error.h"
#include "app/cli/arguments/protocol_argument.h"
#include "app/cli/arguments/quantity.h"
#include "app/cli/arguments/tensor_argument.h"
#include "app/cli/arguments/variant_argument.h"
#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/files.h"
#include "app/options/command.h"
#include "profiler/model/plan_enums.h"
#include "profiler/model/plan_json.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace cli {
namespace {

using profiler::Plan;
using profiler::Result;

/// Applies the options to a plan, in an order in which later ones can refer to earlier ones.
class PlanChanger {
public:
    PlanChanger(Plan plan, const PlanOptions& options)
        : m_plan(std::move(plan))
        , m_options(options)
    {
    }

    Result<Plan> changed()
    {
        return workload()
            .and_then([this] { return cases(); })
            .and_then([this] { return items(); })
            .and_then([this] { return variants(); })
            .and_then([this] { return numeric(); })
            .and_then([this] { return goal(); })
            .and_then([this] { return protocol(); })
            .and_then([this] { return python(); })
            .and_then([this] { return profiler::validatePlan(m_plan); })
            .map([this] { return std::move(m_plan); });
    }

private:
    template <typename Choice>
    static Result<void> choose(
        const char* option, const std::optional<std::string>& word, Choice& choice)
    {
        if (!word)
            return {};
        const auto chosen = profiler::choiceFrom<Choice>(*word);
        if (!chosen)
            return badWord(option, *word, "one of " + profiler::knownNames<Choice>());
        choice = *chosen;
        return {};
    }

    Result<void> workload()
    {
        auto& workload = m_plan.workload;
        if (m_options.name)
            m_plan.name = *m_options.name;
        if (m_options.model)
            workload.spec = *m_options.model;
        if (workload.workingDirectory.empty()) {
            std::error_code ignored;
            workload.workingDirectory = std::filesystem::current_path(ignored).string();
        }
        for (const auto& word : m_options.arguments) {
            auto argument = argumentFrom(word);
            if (!argument)
                return tl::unexpected(argument.error());
            workload.arguments[argument->first] = argument->second;
        }
        if (!m_options.compiledParts.empty())
            workload.parts.clear();
        for (const auto& target : m_options.compiledParts)
            workload.parts.push_back({.target = target, .settings = std::nullopt});
        return choose("--task", m_options.task, workload.task);
    }

    Result<void> cases()
    {
        if (!m_options.inputs.empty() && !m_options.cases.empty())
            return badWord("--input", m_options.inputs.front(),
                "no --case beside it: put the tensor into the case, such as "
                "--case s32:ids=8x32:int64;mask=8x32:bool");
        if (!m_options.inputs.empty() || !m_options.cases.empty())
            m_plan.cases.clear();
        for (const auto& word : m_options.cases) {
            auto made = caseFrom(word);
            if (!made)
                return tl::unexpected(made.error());
            m_plan.cases.push_back(std::move(*made));
        }
        for (const auto& word : m_options.inputs) {
            auto tensor = tensorFrom(word);
            if (!tensor)
                return tl::unexpected(tensor.error());
            if (m_plan.cases.empty())
                m_plan.cases.emplace_back();
            m_plan.cases.front().inputs.push_back(std::move(*tensor));
        }
        return {};
    }

    Result<void> items()
    {
        for (const auto& word : m_options.items) {
            auto items = itemsFrom(word);
            if (!items)
                return tl::unexpected(items.error());
            if (!items->caseName && m_plan.cases.empty())
                m_plan.cases.emplace_back(); // the callable's own inputs
            bool found = false;
            for (auto& value : m_plan.cases) {
                if (items->caseName && *items->caseName != value.name)
                    continue;
                value.items = items->count;
                found = true;
            }
            if (!found)
                return badWord("--items", word, "a case of the plan: " + caseNames());
        }
        return {};
    }

    [[nodiscard]] std::string caseNames() const
    {
        std::string names;
        for (const auto& value : m_plan.cases)
            names += (names.empty() ? "" : ", ") + value.name;
        return names.empty() ? "it names none" : names;
    }

    Result<void> variants()
    {
        if (!m_options.variants.empty())
            m_plan.variants.clear();
        for (const auto& word : m_options.variants) {
            auto variant = variantFrom(word);
            if (!variant)
                return tl::unexpected(variant.error());
            m_plan.variants.push_back(std::move(*variant));
        }
        return {};
    }

    Result<void> numeric()
    {
        auto& numeric = m_plan.numeric;
        if (m_options.device)
            numeric.device = *m_options.device == "cuda" ? "cuda:0" : *m_options.device;
        if (m_options.dtype)
            numeric.dtype = dtypeName(*m_options.dtype);
        return {};
    }

    Result<void> goal()
    {
        if (m_options.goal)
            if (auto set = setGoal(m_plan.goal, *m_options.goal); !set)
                return set;
        for (const auto& word : m_options.limits)
            if (auto added = addLimit(m_plan.goal, word); !added)
                return added;
        if (m_options.warmCache)
            m_plan.goal.cacheKept = true;
        return {};
    }

    Result<void> protocol()
    {
        auto& protocol = m_plan.protocol;
        if (auto set = effort(); !set)
            return set;
        if (m_options.processes)
            if (auto set = setProcesses(protocol, *m_options.processes); !set)
                return set;
        for (const auto& word : m_options.without)
            if (auto left = leaveOut(protocol, word); !left)
                return left;
        if (m_options.noTrace)
            protocol.traceCalls = 0;
        return counts();
    }

    /// The effort's numbers; what no effort sets stays as the plan has it.
    Result<void> effort()
    {
        auto& protocol = m_plan.protocol;
        auto chosen = protocol.effort;
        if (auto set = choose("--effort", m_options.effort, chosen); !set || !m_options.effort)
            return set;
        const auto fresh = profiler::protocolFor(chosen);
        protocol.effort = fresh.effort;
        protocol.coldEmpty = fresh.coldEmpty;
        protocol.coldKept = fresh.coldKept;
        protocol.repetitionsMin = fresh.repetitionsMin;
        protocol.repetitionsMax = fresh.repetitionsMax;
        protocol.rounds = fresh.rounds;
        protocol.checkInputs = fresh.checkInputs;
        protocol.traceCalls = fresh.traceCalls;
        protocol.noiseRepetitions = fresh.noiseRepetitions;
        return {};
    }

    Result<void> counts()
    {
        constexpr auto grammar = "a count of 1 or more";
        if (m_options.rounds) {
            const auto rounds = wholeNumber(*m_options.rounds);
            if (!rounds || *rounds < 1 || *rounds > std::numeric_limits<int>::max())
                return badWord("--rounds", *m_options.rounds, grammar);
            m_plan.protocol.rounds = static_cast<int>(*rounds);
        }
        if (m_options.calls) {
            const auto calls = wholeNumber(*m_options.calls);
            if (!calls || *calls < 1)
                return badWord("--calls", *m_options.calls, grammar);
            m_plan.protocol.callsPerBlock = calls;
        }
        return {};
    }

    /// Names of `fusescope env` become their interpreters.
    Result<void> python()
    {
        if (m_options.python)
            m_plan.python = *m_options.python;
        for (auto* path : interpreters()) {
            auto resolved = resolvePython(*path);
            if (!resolved)
                return tl::unexpected(resolved.error());
            *path = *resolved;
        }
        return {};
    }

    std::vector<std::string*> interpreters()
    {
        std::vector<std::string*> paths {&m_plan.python};
        for (auto& variant : m_plan.variants)
            paths.push_back(&variant.python);
        return paths;
    }

    Plan m_plan;
    const PlanOptions& m_options;
};

} // namespace

void addPlanOverrides(app::Command& command, PlanOptions& options)
{
    command.add("--model", options.model,
        "torchvision:resnet50, transformers:bert,…, builtin:mlp, file.py:callable, "
        "package.module:callable, model.pt2 or model.pt");
    command.addRepeated("--variant", options.variants,
        "eager, a mode of torch.compile, or NAME=key:value,…; repeat, the first is the baseline");
    command.addRepeated("--input", options.inputs,
        "NAME=SHAPE:TYPE or NAME=FILE; repeat for more tensors (default: the callable's own)");
    command.addRepeated("--case", options.cases,
        "NAME:TENSOR;TENSOR, a named set of inputs; repeat for more cases");
    command.addRepeated("--arg", options.arguments, "KEY=VALUE for the model's callable; repeat");
    command.add("--task", options.task, "inference (default) or training");
    command.addRepeated("--compile", options.compiledParts,
        "modules to compile, a glob over their names, instead of the whole model; repeat");
    command.add("--device", options.device, "cpu (default) or cuda:0");
    command.add("--dtype", options.dtype, "the model and its inputs are cast to it");
    command.add("--effort", options.effort, "quick, normal (default) or thorough");
    command.add(
        "--python", options.python, "interpreter of the workers, or a name of `fusescope env`");
    command.addFlag("--no-trace", options.noTrace, "trace no calls");
    command.addRepeated("--items", options.items, "what a call makes: N, or CASE=N");
    command.add("--goal", options.goal, "median (default), p99, throughput or total:CALLS");
    command.addFlag("--warm-cache", options.warmCache, "the compile cache outlives a process");
    command.addRepeated("--limit", options.limits, "p99=15ms, memory=6GiB, CASE.p99=…; repeat");
    command.add("--processes", options.processes, "repetitions, 5 or 5..15");
    command.add("--rounds", options.rounds, "blocks of each variant in a repetition");
    command.add("--calls", options.calls, "calls in a block");
    command.addRepeated("--without", options.without, "leave out cold, check, trace, noise");
    command.add("--name", options.name, "name of the comparison");
}

void addPlanOptions(app::Command& command, PlanOptions& options)
{
    command.add("plan", options.planFile, "a plan file; options beside it change it")
        .placeholder("PLAN.json");
    addPlanOverrides(command, options);
}

Result<Plan> changedPlan(Plan plan, const PlanOptions& options)
{
    return PlanChanger(std::move(plan), options).changed();
}

Result<Plan> planFrom(const PlanOptions& options)
{
    if (options.planFile.empty())
        return changedPlan(Plan {}, options);
    auto text = readFile(options.planFile);
    if (!text)
        return tl::unexpected(text.error());
    auto plan = profiler::planFromJson(*text);
    if (!plan)
        return profiler::failure(plan.error().kind, options.planFile + ": " + plan.error().message);
    return changedPlan(std::move(*plan), options);
}

} // namespace cli
