// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/recording.h"

#include "app/cli/terminal/console.h"
#include "app/cli/terminal/control_lines.h"
#include "app/cli/terminal/progress_view.h"
#include "app/cli/terminal/quiet_wait.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/findings/conclude.h"
#include "profiler/formats/traffic/traffic_file.h"
#include "profiler/judge/history/history_sides.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/doctor.h"
#include "profiler/record/tune/tuning.h"
#include "profiler/report/documents.h"
#include "profiler/report/history/history_text.h"
#include "profiler/report/text/text_table.h"
#include "storage/file/run_database.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::RecordOutcome;
using profiler::Result;
using Json = nlohmann::ordered_json;

ExitCode notStarted(const profiler::Error& error)
{
    return refuse(
        error.kind == ErrorKind::Interrupted ? ExitCode::Interrupted : ExitCode::NotStarted,
        error.message);
}

/// After the first worker started, nothing is wrong with the options any more.
ExitCode brokenOff(const profiler::Error& error)
{
    if (error.kind == ErrorKind::Interrupted)
        return refuse(ExitCode::Interrupted, error.message);
    const bool beforeAll = error.kind == ErrorKind::BadInput || error.kind == ErrorKind::NotFound
        || error.kind == ErrorKind::Unavailable || error.kind == ErrorKind::BadData;
    return refuse(beforeAll ? ExitCode::NotStarted : ExitCode::AllFailed, error.message);
}

ExitCode codeOf(const RecordOutcome& outcome)
{
    if (outcome.interrupted)
        return ExitCode::Interrupted;
    if (outcome.allFailed)
        return ExitCode::AllFailed;
    return outcome.variantsFailed > 0 || outcome.casesFailed > 0 || outcome.ranEager
        ? ExitCode::SomeFailed
        : ExitCode::Done;
}

std::string failureSentence(const RecordOutcome& outcome, const std::string& where)
{
    const auto reason = outcome.reason.empty() ? "" : ": " + outcome.reason;
    if (outcome.interrupted)
        return "interrupted; what was recorded is in " + where;
    if (outcome.allFailed)
        return "the workload failed in every variant" + reason + "; `fusescope show " + where
            + " log` has the whole story";
    if (outcome.variantsFailed > 0)
        return std::to_string(outcome.variantsFailed)
            + (outcome.variantsFailed == 1 ? " variant" : " variants") + " failed" + reason
            + "; the rest is in " + where;
    if (outcome.casesFailed > 0)
        return "some cases failed" + reason + "; the rest is in " + where;
    return "a compiled variant ran eager in every case" + reason + "; the rest is in " + where;
}

void printEnd(const RecordOutcome& outcome, const std::filesystem::path& file,
    const profiler::ComparisonData& data, const Recording& recording)
{
    if (!recording.json && recording.isStep)
        return;
    if (!recording.json && recording.searched)
        return print(profiler::showText(profiler::ShowPart::Tune, data));
    if (!recording.json) {
        print(profiler::compareText(profiler::conclude(data), terminalColumns(), wantsColour()),
            profiler::Paint::Kept);
        if (recording.repeats != nullptr)
            print("\n"
                + profiler::wrappedText(
                    profiler::repeatText(profiler::differencesOfRepeat(*recording.repeats, data)),
                    terminalColumns()));
        return;
    }
    const Json line {{"schema", 1}, {"event", "recorded"}, {"comparison", outcome.comparison.value},
        {"file", file.string()},
        {"status", outcome.status == profiler::ComparisonStatus::Complete ? "complete" : "partial"},
        {"exit_code", static_cast<int>(codeOf(outcome))}};
    printJson(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

ExitCode neverBegun()
{
    return refuse(ExitCode::Interrupted, "interrupted before anything was recorded");
}

using Run = std::function<Result<RecordOutcome>(
    const profiler::ProgressListener&, profiler::StopRequest&)>;

/// Runs a recording under the eyes of whoever waits for it, and says how it ended. The sink is
/// closed by `run`, so that the file is whole when it is read here.
ExitCode watch(const std::filesystem::path& file, const Recording& recording,
    const profiler::Plan& plan, const Run& run)
{
    profiler::StopRequest stop;
    const StopSignals signals(stop);
    std::optional<ControlLines> requests;
    if (recording.control)
        requests.emplace(variantNames(plan), stop);
    ProgressView view(progressStyle(recording.json));
    const auto outcome
        = run([&](const profiler::Progress& progress) { view.show(progress); }, stop);
    view.clear();
    if (!outcome)
        return brokenOff(outcome.error());
    const auto where = file.string() + "@" + std::to_string(outcome->comparison.value);
    const auto data = storage::loadComparison(file, std::to_string(outcome->comparison.value));
    if (data)
        printEnd(*outcome, file, *data, recording);
    else
        printError(data.error().message + "\n");
    const auto code = codeOf(*outcome);
    if (code != ExitCode::Done)
        return refuse(code, failureSentence(*outcome, where));
    if (!recording.json)
        printError("Recorded as " + where + ".\n");
    return code;
}

/// Once for each file, before anything is written into it.
void sayWhatIsStored(const std::filesystem::path& file)
{
    printError(file.filename().string()
        + " will hold absolute paths, source code around graph breaks and what the model prints, "
          "but no weights, inputs or outputs (docs/privacy.md).\n");
}

/// `work` records the plan into a comparison of its own.
template <typename Work>
ExitCode recordNew(const profiler::Plan& plan, const Recording& recording, Work work)
{
    const auto request = requestFor(plan, recording.command);
    if (!request)
        return notStarted(request.error());
    if (recording.whenQuiet && !waitUntilQuiet(recording.json, recording.control))
        return neverBegun();
    const auto file = recording.file.empty() ? storage::libraryPath() : recording.file;
    const bool isNew = !std::filesystem::exists(file);
    auto sink = storage::openForRecording(file);
    if (!sink)
        return notStarted(sink.error());
    if (isNew && !recording.json && !recording.isStep)
        sayWhatIsStored(file);
    return watch(file, recording, plan, [&](const auto& progress, auto& stop) {
        auto outcome = work(*request, **sink, progress, stop);
        sink->reset();
        return outcome;
    });
}

/// `work` adds to a comparison that is recorded.
template <typename Work>
ExitCode recordInto(const StoredComparison& stored, const profiler::Plan& plan,
    const Recording& recording, Work work)
{
    const auto request = requestFor(plan, recording.command);
    if (!request)
        return notStarted(request.error());
    if (recording.whenQuiet && !waitUntilQuiet(recording.json, recording.control))
        return neverBegun();
    auto sink = storage::openForExtension(stored.file, stored.data.info.id);
    if (!sink)
        return notStarted(sink.error());
    return watch(stored.file, recording, plan, [&](const auto& progress, auto& stop) {
        auto outcome = work(*request, **sink, progress, stop);
        sink->reset();
        return outcome;
    });
}

} // namespace

std::vector<std::string> variantNames(const profiler::Plan& plan)
{
    std::vector<std::string> names;
    for (const auto& variant : plan.variants)
        names.push_back(variant.name);
    return names;
}

Result<profiler::Interpreter> checkedInterpreter(const profiler::Plan& plan)
{
    auto interpreter = profiler::probeInterpreter(plan.python);
    if (!interpreter)
        return interpreter;
    if (auto checked = profiler::checkPlanAgainst(plan, *interpreter); !checked)
        return tl::unexpected(checked.error());
    return interpreter;
}

Result<std::vector<std::int64_t>> replayedTimes(const profiler::Plan& plan)
{
    if (plan.load.replay.empty())
        return std::vector<std::int64_t> {};
    return profiler::readArrivalTimes(plan.load.replay);
}

Result<profiler::RecordRequest> requestFor(const profiler::Plan& plan, const std::string& command)
{
    auto installation = profiler::findInstallation();
    if (!installation)
        return tl::unexpected(installation.error());
    auto replayed = replayedTimes(plan);
    if (!replayed)
        return tl::unexpected(replayed.error());
    auto interpreter = checkedInterpreter(plan);
    if (!interpreter)
        return tl::unexpected(interpreter.error());
    return profiler::RecordRequest {.plan = plan,
        .interpreter = std::move(*interpreter),
        .installation = std::move(*installation),
        .command = command,
        .toolVersion = FUSESCOPE_VERSION,
        .replayedNs = std::move(*replayed)};
}

ExitCode recordPlan(const profiler::Plan& plan, const Recording& recording)
{
    return recordNew(plan, recording, profiler::record);
}

Result<RecordedPlan> recordForCaller(
    const profiler::Plan& plan, const Recording& recording, profiler::StopRequest& stop)
{
    auto request = requestFor(plan, recording.command);
    if (!request)
        return tl::unexpected(request.error());
    request->question = recording.question;
    auto sink = storage::openForRecording(recording.file);
    if (!sink)
        return tl::unexpected(sink.error());
    ProgressView view(progressStyle(false));
    auto outcome = profiler::record(
        *request, **sink, [&](const profiler::Progress& progress) { view.show(progress); }, stop);
    sink->reset();
    view.clear();
    if (!outcome)
        return tl::unexpected(outcome.error());
    auto data = storage::loadComparison(recording.file, std::to_string(outcome->comparison.value));
    if (!data)
        return tl::unexpected(data.error());
    return RecordedPlan {.outcome = std::move(*outcome), .data = std::move(*data)};
}

ExitCode tunePlan(
    const profiler::Plan& plan, const profiler::CandidateGroups& groups, Recording recording)
{
    recording.searched = true;
    return recordNew(
        plan, recording, [&](const auto& request, auto& sink, const auto& progress, auto& stop) {
            return profiler::tune(request, groups, sink, progress, stop);
        });
}

ExitCode extendComparison(
    const StoredComparison& stored, int repetitions, const Recording& recording)
{
    return recordInto(stored, stored.data.plan, recording,
        [&](const auto& request, auto& sink, const auto& progress, auto& stop) {
            return profiler::extend(request, stored.data, repetitions, sink, progress, stop);
        });
}

ExitCode addCasesTo(const StoredComparison& stored, const std::vector<profiler::Case>& more,
    const Recording& recording)
{
    auto plan = stored.data.plan;
    plan.cases.insert(plan.cases.end(), more.begin(), more.end());
    return recordInto(stored, plan, recording,
        [&](const auto& request, auto& sink, const auto& progress, auto& stop) {
            return profiler::addCases(request, stored.data, sink, progress, stop);
        });
}

} // namespace cli
