// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/plan_options.h"
#include "app/cli/terminal/recording.h"
#include "profiler/model/case.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/process_record.h"
#include "profiler/record/doctor.h"

#include <nlohmann/json.hpp>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

struct PlanCommandOptions {
    PlanOptions plan;
    std::string output;
    bool json = false;
};

std::string text(profiler::nanoseconds time)
{
    return profiler::formatRoughly(static_cast<double>(time.count()));
}

std::string estimateText(const profiler::Plan& plan, const profiler::PlanEstimate& estimate)
{
    const auto verdict = profiler::isTimed(plan.protocol)
        ? ", first verdict after " + text(estimate.firstResult)
        : std::string(", no verdict (nothing is timed)");
    return "About " + text(estimate.low) + " to " + text(estimate.high) + verdict + ", "
        + profiler::formatCount(estimate.processes)
        + (estimate.processes == 1 ? " process, " : " processes, ")
        + profiler::formatBytes(estimate.diskBytes) + ".\n";
}

Json documentJson(const profiler::Plan& plan, const profiler::PlanEstimate& estimate)
{
    return {{"schema", 1}, {"plan", Json::parse(profiler::planToJson(plan))},
        {"estimate",
            {{"low_ns", estimate.low.count()}, {"high_ns", estimate.high.count()},
                {"first_result_ns", estimate.firstResult.count()},
                {"disk_bytes", estimate.diskBytes}, {"processes", estimate.processes},
                {"cold_ns", estimate.cold.count()}, {"rounds_ns", estimate.rounds.count()},
                {"check_ns", estimate.check.count()}, {"trace_ns", estimate.trace.count()},
                {"load_ns", estimate.load.count()}}}};
}

/// The same checks as `record`, so that a plan that is printed can be recorded.
profiler::Result<void> check(const profiler::Plan& plan)
{
    return checkedInterpreter(plan)
        .and_then([&](const profiler::Interpreter& /*usable*/) { return replayedTimes(plan); })
        .map([](const auto& /*readable*/) {});
}

ExitCode printPlan(const PlanCommandOptions& options)
{
    const auto made = planFrom(options.plan);
    if (!made)
        return refuse(ExitCode::NotStarted, made.error().message);
    if (const auto checked = check(*made); !checked)
        return refuse(ExitCode::NotStarted, checked.error().message);
    const auto estimate = profiler::estimatePlan(*made);
    const auto planText = profiler::planToJson(*made);
    if (!options.output.empty())
        if (const auto written = writeFile(options.output, planText); !written)
            return refuse(ExitCode::NotStarted, written.error().message);
    if (options.json)
        printDocument(documentJson(*made, estimate));
    else if (options.output.empty())
        printJson(planText);
    // Beside the plan and not in it: `fusescope plan … > plan.json` gives a plan.
    if (!options.json)
        printError(estimateText(*made, estimate));
    return ExitCode::Done;
}

} // namespace

void addPlanCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<PlanCommandOptions>(program, call, "plan",
        "Prints the plan that `record` would run, and its estimated time", printPlan);
    addPlanOptions(command, options.plan);
    options.plan.scriptArguments = call.scriptArguments;
    command.add("-o,--output", options.output, "writes the plan to a file");
    command.addFlag("--json", options.json, "plan and estimate as one JSON document");
}

} // namespace cli
