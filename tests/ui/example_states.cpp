// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/example_states.h"

#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/deep_numerics.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/support/made_load.h"
#include "tests/support/made_memory.h"
#include "tests/support/made_programs.h"
#include "tests/support/traced_work.h"
#include "ui/comparison/judged_comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <stdexcept>

namespace example_states {

namespace {

using recorded_example::ExampleCase;
using recorded_example::ExampleOptions;

std::vector<ExampleCase> twoCases()
{
    return {{.name = "b32"}, {.name = "b64", .eagerMs = 21.4, .batch = 64}};
}

ExampleOptions recommended()
{
    ExampleOptions options {.cases = twoCases(), .onGpu = true};
    options.variants.at(2).graphBreaks = 2;
    options.variants.at(2).recompiles = 1;
    options.goal.metric = profiler::GoalMetric::Total;
    options.goal.horizonCalls = 100'000;
    options.goal.limits.p99 = std::chrono::milliseconds(12);
    return options;
}

ExampleOptions undecided()
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(2), .processNoise = 0.03};
    options.variants.at(1).speedUp = 1.03;
    return options;
}

ExampleOptions keepEager()
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.goal.horizonCalls = 100;
    return options;
}

ExampleOptions slower()
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.variants.at(1).speedUp = 0.9;
    return options;
}

ExampleOptions resultsDiffer()
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.variants.at(1).resultsDiffer = true;
    return options;
}

ExampleOptions twoVariants()
{
    return {.variants = recorded_example::exampleVariants(2)};
}

ExampleOptions ranEager()
{
    ExampleOptions options = twoVariants();
    options.variants.at(1).ranEager = true;
    return options;
}

/// The candidate was recorded with another number of threads.
void useOtherThreads(profiler::ComparisonData& data)
{
    for (auto& process : data.processes)
        process.environment["threads"] = process.start.variant == 0 ? "1" : "2";
}

ExampleOptions crashedVariant()
{
    ExampleOptions options;
    options.variants.at(2).failure
        = "the worker was ended by SIGSEGV in a compiled kernel; run again with memory checks";
    return options;
}

void crash(profiler::ComparisonData& data)
{
    for (auto& process : data.processes)
        if (process.start.variant == 2 && process.end)
            process.end->outcome = profiler::ProcessOutcome::Crashed;
}

ExampleOptions twelveCases()
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(8), .cases = {}};
    options.variants.at(1).graphBreaks = 2;
    for (int i = 0; i < 12; ++i)
        options.cases.push_back(
            {.name = "s" + std::to_string(32 << (i % 6)) + (i < 6 ? "" : "-long"),
                .eagerMs = 4.0 + 3.1 * i,
                .batch = 8 + 4 * i});
    return options;
}

ExampleOptions failedVariant()
{
    ExampleOptions options;
    options.variants.at(3).failure
        = "torch.compile does not support aten::item here; set fullgraph to false";
    return options;
}

ExampleOptions partial()
{
    ExampleOptions options {.repetitions = 2, .status = profiler::ComparisonStatus::Partial};
    return options;
}

ExampleOptions recording()
{
    ExampleOptions options {.repetitions = 1, .status = profiler::ComparisonStatus::Running};
    return options;
}

ExampleOptions eight()
{
    return {.variants = recorded_example::exampleVariants(8)};
}

ExampleOptions longNames()
{
    ExampleOptions options = eight();
    for (auto& variant : options.variants)
        variant.name += "-" + std::string(200 - variant.name.size() - 1, 'x');
    return options;
}

ExampleOptions traced()
{
    return {.repetitions = 5, .rounds = 10};
}

ExampleOptions tracedOnGpu()
{
    ExampleOptions options = recommended();
    options.variants.at(2).graphBreaks = 0;
    return options;
}

/// One request in a few hundred takes three times as long.
void offerRequests(profiler::ComparisonData& data)
{
    std::vector<tests::MadeVariant> variants;
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i) {
        const double ms = i == 0 ? 11.3 : 10.0 - 1.6 * static_cast<double>(i);
        variants.push_back({data.plan.variants[i].name, [ms, i](int repetition) {
                                return tests::unevenService(
                                    ms * 1e6, 31 * i + static_cast<std::uint64_t>(repetition));
                            }});
    }
    tests::addLoads(data, variants,
        {.rates = {26, 44, 62, 75, 84, 97, 130, 165, 190}, .duration = std::chrono::seconds(12)});
}

void traceOnCpu(profiler::ComparisonData& data)
{
    tests::addTracedWork(data, tests::TracedDevice::Cpu);
}

void traceOnGpu(profiler::ComparisonData& data)
{
    tests::addTracedWork(data, tests::TracedDevice::Gpu);
}

/// Falling, a little further off with each step.
profiler::LossCurve lossesOf(int variant, double off)
{
    profiler::LossCurve curve;
    for (int i = 0; i < 20; ++i)
        curve.steps.push_back({.loss = 2.4 * std::exp(-0.12 * i) + 0.31
                + off * i * (1 + 0.3 * std::sin(2.1 * i + variant))});
    return curve;
}

/// Backward gains most; the optimizer stays what it is. A step's length is that of the round's
/// calls.
void train(profiler::ComparisonData& data)
{
    using std::chrono::nanoseconds;
    data.plan.workload.task = profiler::Task::Training;
    for (auto& process : data.processes) {
        const int variant = process.start.variant;
        for (const auto& block : process.blocks) {
            if (block.kind != profiler::BlockKind::Timed || block.clock != profiler::Clock::Call)
                continue;
            auto& fact = process.stepParts.emplace_back();
            fact.caseIndex = block.caseIndex;
            fact.round = block.round;
            for (std::size_t i = 0; i < std::min<std::size_t>(5, block.wallNs.size()); ++i) {
                const nanoseconds whole(block.wallNs[i]);
                const nanoseconds optimizer(1'450'000);
                const auto rest = whole - optimizer - nanoseconds(40'000);
                const auto forward = variant == 0 ? rest * 36 / 100 : rest * 44 / 100;
                fact.steps.push_back({.whole = whole,
                    .dataWait = nanoseconds(0),
                    .forward = forward,
                    .backward = rest - forward,
                    .optimizer = optimizer});
            }
        }
        if (process.start.kind == profiler::ProcessKind::Check)
            process.lossCurves = {lossesOf(variant, 1e-5 * variant)};
    }
    for (const auto precision : {profiler::LossPrecision::AsRun, profiler::LossPrecision::Fp64}) {
        const bool exact = precision == profiler::LossPrecision::Fp64;
        auto& process = data.processes.emplace_back();
        process.start = {.kind = profiler::ProcessKind::Check, .repetition = exact ? 1 : 0};
        process.end = profiler::ProcessEnd {.outcome = profiler::ProcessOutcome::Finished};
        process.lossCurves = {lossesOf(0, exact ? -1.4e-5 : 0)};
        process.lossCurves[0].precision = precision;
    }
}

/// Errors of the modules of a small network; one of them is coarse in the first variant.
void lookIntoModules(profiler::ComparisonData& data)
{
    const std::vector<std::string> names {"embedding", "layers.0.linear", "layers.0.norm",
        "layers.0", "layers.1.linear", "layers.1.norm", "layers.1", "head", ""};
    constexpr std::size_t coarse = 5;
    profiler::ModuleErrors errors {.inputSet = 1, .sameOutputs = true};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double eager = 8e-8 * (1 + 0.1 * static_cast<double>(i));
        const double own = i < coarse ? eager * (i > 2 ? 1.3 : 1) : 1.7e-3 + 1e-4 * eager;
        profiler::ModuleError error {.module = names[i],
            .kind = names[i].ends_with("norm") ? "LayerNorm" : "Linear",
            .file = "/home/user/model.py",
            .line = static_cast<int>(20 + i),
            .maxErrorReference = 4 * eager,
            .maxErrorResult = 4 * own};
        const bool equal = own == eager;
        error.figures = {.inputSet = 1,
            .dtype = "float32",
            .elements = 32'000,
            .bitEqual = equal ? 32'000 : 2'000,
            .mismatches = i < coarse ? 0 : 28'000,
            .maxAbs = equal ? 0 : 4 * own,
            .maxUlp = equal  ? 0
                : i < coarse ? 6
                             : 32'646,
            .cosine = 1.0,
            .toleranceUsedRatio = own / 1e-5,
            .rmseReference = eager,
            .rmseResult = own,
            .rmsPrecise = 1};
        errors.modules.push_back(std::move(error));
    }
    for (auto& process : data.processes) {
        if (process.start.kind != profiler::ProcessKind::Check || process.start.variant != 1)
            continue;
        process.moduleErrors = {errors};
        const std::vector<profiler::UlpCount> eagers {
            {0, 9'000}, {1, 15'000}, {2, 6'000}, {3, 1'800}, {4, 190}, {5, 10}};
        const std::vector<profiler::UlpCount> own {
            {0, 40}, {6, 300}, {9, 2'000}, {12, 9'000}, {14, 14'000}, {15, 6'000}, {16, 660}};
        using profiler::UlpPair;
        for (const auto pair :
            {UlpPair::ResultToReference, UlpPair::ReferenceToPrecise, UlpPair::ResultToPrecise})
            process.ulpHistograms.push_back({.path = "0",
                .dtype = "float32",
                .pair = pair,
                .counts = pair == UlpPair::ReferenceToPrecise ? eagers : own});
    }
}

} // namespace

const std::vector<State>& all()
{
    static const std::vector<State> states {
        {"recommended", recommended()},
        {"undecided", undecided()},
        {"keep_eager", keepEager()},
        {"slower", slower()},
        {"results_differ", resultsDiffer()},
        {"not_comparable", twoVariants(), useOtherThreads},
        {"ran_eager", ranEager()},
        {"crashed", crashedVariant(), crash},
        {"twelve_cases", twelveCases()},
        {"not_enough", {.repetitions = 2}},
        {"failed_variant", failedVariant()},
        {"partial", partial()},
        {"recording", recording()},
        {"eight", eight()},
        {"long_names", longNames()},
        {"traced", traced(), traceOnCpu},
        {"traced_gpu", tracedOnGpu(), traceOnGpu},
        {"traced_undecided", undecided(), traceOnCpu},
        {"training", {.variants = recorded_example::exampleVariants(3)}, train},
        {"programs", {.variants = recorded_example::exampleVariants(4)}, tests::makePrograms},
        {"memory", {.variants = recorded_example::exampleVariants(3)}, tests::tellMemory},
        {"modules", resultsDiffer(), lookIntoModules},
        {"under_load", {.repetitions = 3}, offerRequests},
    };
    return states;
}

const State& named(const std::string& name)
{
    const auto found = std::find_if(
        all().begin(), all().end(), [&](const State& state) { return state.name == name; });
    if (found == all().end())
        throw std::out_of_range("no example state " + name);
    return *found;
}

profiler::ComparisonData dataOf(const std::string& name)
{
    const State& state = named(name);
    auto data = recorded_example::recordedExample(state.options);
    if (state.change)
        state.change(data);
    return data;
}

std::shared_ptr<const ui::JudgedComparison> judgedState(const std::string& name)
{
    // Judging a state takes longer than most tests that show it, and none changes what it is given.
    static std::map<std::string, std::shared_ptr<const ui::JudgedComparison>> known;
    auto& state = known[name];
    if (!state)
        state = ui::judged(dataOf(name));
    return state;
}

} // namespace example_states
