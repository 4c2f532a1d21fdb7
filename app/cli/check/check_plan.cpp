// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check/check_plan.h"

#include "profiler/model/thresholds.h"

#include <algorithm>
#include <filesystem>

namespace cli {
namespace {

namespace fs = std::filesystem;
using profiler::Plan;
using profiler::Result;

constexpr int fewTracedCalls = 3;
constexpr int coldOfPair = 3; ///< memory has no interval from one process

/// Compile seconds and memory are those of cold processes; what compiling made of the code a lane
/// tells as well.
bool needsCold(const profiler::Goal& goal)
{
    const auto isCold = [](const profiler::Limits& limits) {
        return limits.compile.has_value() || limits.memoryBytes.has_value();
    };
    return isCold(goal.limits) || std::ranges::any_of(goal.caseLimits, [&](const auto& limits) {
        return isCold(limits.second);
    });
}

} // namespace

Result<Plan> planToCheck(const CheckOptions& options)
{
    const auto file
        = options.plan.planFile.empty() ? std::string(checkPlanName) : options.plan.planFile;
    std::error_code ignored;
    if (options.plan.planFile.empty() && !fs::exists(file, ignored))
        return profiler::failure(profiler::ErrorKind::NotFound,
            "there is no " + file
                + " here; `fusescope check --init --model …` writes it, or name "
                  "a plan");
    auto plan = planOfFile(file);
    if (!plan)
        return plan;
    if (plan->workload.workingDirectory.empty())
        plan->workload.workingDirectory
            = fs::absolute(file, ignored).lexically_normal().parent_path().string();
    return changedPlan(std::move(*plan), options.plan);
}

Plan structurePlan(Plan plan, bool traced)
{
    plan.load = {};
    auto& protocol = plan.protocol;
    protocol.coldEmpty = needsCold(plan.goal) ? 1 : 0;
    protocol.coldKept = 0;
    // Without cold processes nobody knows how many lanes memory holds.
    if (protocol.coldEmpty == 0 && plan.variants.size() > 2)
        protocol.placement = profiler::Placement::Pairs;
    protocol.repetitionsMin = protocol.repetitionsMax = 1;
    protocol.rounds = 1;
    protocol.callsPerBlock = 1;
    protocol.checkInputs = std::min(protocol.checkInputs, 1);
    protocol.traceCalls = traced ? fewTracedCalls : 0;
    leaveOutNoise(protocol);
    protocol.trialCompile = false;
    return plan;
}

Plan timingPlan(Plan plan, double maxRegression, profiler::nanoseconds budget)
{
    plan.goal.minimumEffect = maxRegression;
    plan.load = {};
    auto& protocol = plan.protocol;
    protocol.coldEmpty = coldOfPair;
    protocol.coldKept = 0;
    protocol.repetitionsMin = profiler::repetitionsForVerdict;
    protocol.repetitionsMax = profiler::mostRepetitionsAdvised;
    protocol.rounds = std::max(protocol.rounds, profiler::roundsForVerdict);
    protocol.checkInputs = std::min(protocol.checkInputs, 1);
    protocol.traceCalls = 0;
    protocol.noiseRepetitions = 0;
    protocol.trialCompile = false;
    protocol.totalTimeLimit = budget;
    return plan;
}

Plan withRelativeSpec(Plan plan, const profiler::GitWorktree& tree)
{
    auto& spec = plan.workload.spec;
    const fs::path file = spec.substr(0, spec.rfind(':'));
    if (file.is_absolute() && tree.inTree(file) != file)
        spec = file.lexically_relative(plan.workload.workingDirectory).string()
            + spec.substr(file.string().size());
    return plan;
}

profiler::Variant variantInTree(
    profiler::Variant variant, const Plan& plan, const profiler::GitWorktree& tree)
{
    const auto& workload = plan.workload;
    variant.workingDirectory = tree.inTree(workload.workingDirectory).string();
    variant.sysPath.clear();
    for (const auto& folder : workload.sysPath)
        variant.sysPath.push_back(tree.inTree(folder).string());
    return variant;
}

Plan planInTree(Plan plan, const profiler::GitWorktree& tree)
{
    auto& workload = plan.workload;
    workload.workingDirectory = tree.inTree(workload.workingDirectory).string();
    for (auto& folder : workload.sysPath)
        folder = tree.inTree(folder).string();
    return plan;
}

} // namespace cli
