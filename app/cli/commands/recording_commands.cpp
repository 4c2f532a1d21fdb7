// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/argument_error.h"
#include "app/cli/arguments/sweep_argument.h"
#include "app/cli/commands/recording_options.h"
#include "app/cli/remote/remote_recording.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/plan_options.h"
#include "app/cli/terminal/remedy_recording.h"
#include "app/cli/terminal/script_recording.h"
#include "app/cli/terminal/sweep_recording.h"
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/more_repetitions.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/process_record.h"
#include "profiler/model/quantity.h"
#include "profiler/model/variant_result.h"

/// record, rerun and extend: what starts workers and stores what they did.
namespace cli {
namespace {

/// A comparison holds eight variants: the baseline, one variant, and these.
constexpr std::int64_t mostRemedies = 6;

struct RerunOptions {
    PlanOptions plan;
    std::string file; ///< of the comparison that is recorded again or extended
    std::string output;
    std::string processes;
    std::vector<std::string> sweeps; ///< sizes that are added
    std::string remedies; ///< how many of the best are tried
    bool adaptive = false; ///< of a sweep: only sizes where the curve bends
    bool listCalls = false; ///< of the script, and nothing else
    ProgressOptions progress;
    RemoteOptions remote;
};

profiler::Error noSweep()
{
    return {.kind = profiler::ErrorKind::BadInput,
        .message = "--adaptive chooses among the sizes of a sweep, and none is given; name them "
                   "with --sweep, such as --sweep seq=16:512:16"};
}

ExitCode refuseStart(const profiler::Error& error)
{
    return refuse(ExitCode::NotStarted, error.message);
}

/// A plan file that names its call has the rest of what a first pass finds, too.
bool needsCall(const profiler::Plan& plan, const PlanOptions& options)
{
    return profiler::isScript(plan.workload)
        && (plan.workload.call.empty() || options.planFile.empty());
}

/// The same on another machine, whose interpreter --python names.
ExitCode recordThere(const RerunOptions& options, const Call& call)
{
    auto planned = options.plan;
    auto remote = options.remote;
    remote.python = planned.values["--python"].value_or("");
    planned.values["--python"].reset();
    if (options.listCalls)
        return refuseStart(
            badWord("--on", remote.on, "no --list beside it: list what the script calls here")
                .value());
    const auto plan = planFrom(planned);
    if (!plan)
        return refuseStart(plan.error());
    if (options.adaptive && !isSweep(plan->cases))
        return refuseStart(noSweep());
    if (options.adaptive)
        remote.words.emplace_back("--adaptive");
    if (options.progress.whenQuiet)
        remote.words.emplace_back("--when-quiet");
    if (!options.remedies.empty())
        remote.words.insert(remote.words.end(), {"--try", options.remedies});
    return recordElsewhere(*plan, remote, recordingInto(options.output, options.progress, call));
}

ExitCode record(const RerunOptions& options, const Call& call)
{
    const auto count = profiler::wholeNumber(options.remedies);
    if (!options.remedies.empty() && (!count || *count < 1 || *count > mostRemedies))
        return refuseStart(
            badWord("--try", options.remedies, "how many remedies to try, 1 to 6").value());
    if (!options.remote.on.empty())
        return recordThere(options, call);
    auto plan = planFrom(options.plan);
    if (!plan)
        return refuseStart(plan.error());
    if (options.listCalls)
        return listScriptCalls(*plan, options.progress.json);
    if (needsCall(*plan, options.plan)) {
        plan = withScriptCall(std::move(*plan), options.progress.json);
        if (!plan)
            return refuseStart(plan.error());
    }
    for (const auto& [asked, name] :
        {std::pair {options.adaptive, "--adaptive"}, std::pair {count.has_value(), "--try"}})
        if (auto timed = checkTimed(*plan, name); asked && !timed)
            return refuseStart(timed.error());
    const auto into = recordingInto(options.output, options.progress, call);
    if (options.adaptive && !isSweep(plan->cases))
        return refuseStart(noSweep());
    const auto code = options.adaptive ? recordAdaptively(*plan, into) : recordPlan(*plan, into);
    if (!count || !hasEnded(code))
        return code;
    const auto tried = tryBestRemedies(static_cast<std::size_t>(*count), into);
    return tried == ExitCode::Done ? code : tried;
}

ExitCode rerun(const RerunOptions& options, const Call& call)
{
    const auto stored = loadRecording(options.file);
    if (!stored)
        return refuseStart(stored.error());
    const auto plan = changedPlan(profiler::planToRepeat(stored->data), options.plan);
    if (!plan)
        return refuseStart(plan.error());
    auto into = recordingInto(
        options.output.empty() ? stored->file : std::filesystem::path(options.output),
        options.progress, call);
    into.repeats = &stored->data;
    return recordPlan(*plan, into);
}

ExitCode extend(const RerunOptions& options, const Call& call)
{
    constexpr std::int64_t most = 1000;
    const auto given = profiler::wholeNumber(options.processes);
    if (!options.processes.empty() && (!given || *given < 1 || *given > most))
        return refuseStart(
            badWord("--processes", options.processes, "how many repetitions to add, 1 to 1000")
                .value());
    const auto stored = loadRecording(options.file);
    if (!stored)
        return refuseStart(stored.error());
    const auto into = recordingInto({}, options.progress, call);
    if (!options.sweeps.empty()) {
        if (given)
            return refuseStart(badWord(
                "--processes", options.processes, "either sizes to add (--sweep) or repetitions")
                                   .value());
        const auto more = furtherCasesFrom(options.sweeps, stored->data.plan.cases);
        if (!more)
            return refuseStart(more.error());
        if (!options.adaptive)
            return addCasesTo(*stored, *more, into);
        auto sweep = stored->data.plan.cases;
        sweep.insert(sweep.end(), more->begin(), more->end());
        return addAtBends(options.file, sweep, into);
    }
    if (options.adaptive)
        return refuseStart(noSweep());
    if (auto timed = checkTimed(stored->data.plan, "extend"); !timed)
        return refuseStart(timed.error());
    const int repetitions = given
        ? static_cast<int>(*given)
        : profiler::moreRepetitions(stored->data, profiler::judge(stored->data)).repetitions;
    return extendComparison(*stored, repetitions, into);
}

} // namespace

void addRecordCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<RerunOptions>(
        program, call, "record", "Runs the variants of a model and stores what they did", record);
    addPlanOptions(command, options.plan);
    options.plan.scriptArguments = call.scriptArguments;
    command.addFlag("--list", options.listCalls,
        "of a script: what it calls and can be measured; records nothing");
    command.add("-o,--output", options.output, recordIntoHelp);
    command.addFlag("--adaptive", options.adaptive,
        "of a sweep: measures five of each size's values, then those around each bend of a curve");
    command.add("--try", options.remedies,
        "afterwards records the remedies of so many findings, most time first, and says what each "
        "won");
    command.add("--on", options.remote.on,
        "another machine: ssh://user@host:port, or a name of `fusescope remote`; --python is then "
        "an interpreter there");
    command.addRepeated("--send", options.remote.send,
        "with --on: a file or folder that the model needs there, instead of the Python files "
        "beside it; repeat");
    command.addFlag("--keep", options.remote.keep, "with --on: leave the recording's folder there");
    addProgress(command, options.progress);
}

void addRerunCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<RerunOptions>(program, call, "rerun",
        "Records a comparison's plan again, after an edit or with changed options", rerun);
    addComparison(command, options.file);
    addPlanOverrides(command, options.plan);
    command.add("-o,--output", options.output, "default: the same file");
    addProgress(command, options.progress);
}

void addExtendCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<RerunOptions>(program, call, "extend",
        "Adds repetitions to a comparison, for a clear verdict, or sizes", extend);
    addComparison(command, options.file);
    command.add("--processes", options.processes,
        "how many repetitions to add; default: what the verdicts ask for");
    command.add("--sweep", options.sweeps,
        "further sizes of a recorded sweep, such as seq=40,72; repeatable");
    command.addFlag("--adaptive", options.adaptive,
        "of these sizes only those around the bends of the measured curves");
    addProgress(command, options.progress);
}

} // namespace cli
