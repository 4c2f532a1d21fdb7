// SPDX-License-Identifier: Apache-2.0
#include "app/cli/suite/suite_recordings.h"

#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/model/case.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/process/child_words.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/new_identity.h"
#include "profiler/record/machine/wall_clock.h"
#include "profiler/record/session/plan_estimate.h"
#include "profiler/record/suite/suite_run.h"
#include "storage/file/library.h"
#include "storage/file/merge.h"
#include "storage/suite/suite_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <system_error>

namespace cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using profiler::ComparisonStatus;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Plan;
using profiler::RecordingTask;
using profiler::Result;
using profiler::TaskEnd;

Result<std::set<std::string>> completeTasks(const std::string& suite, const fs::path& file)
{
    std::set<std::string> complete;
    std::error_code error;
    if (!fs::exists(file, error))
        return complete;
    const auto recordings = storage::suiteRecordings(file, suite);
    // An empty file is made by whoever reserves its name.
    if (!recordings && recordings.error().kind == ErrorKind::NotFound)
        return complete;
    if (!recordings)
        return tl::unexpected(recordings.error());
    for (const auto& each : *recordings)
        if (each.status == ComparisonStatus::Complete)
            complete.insert(each.member.task);
    return complete;
}

bool holdsRecording(const fs::path& file)
{
    std::error_code error;
    if (!fs::exists(file, error))
        return false;
    const auto held = storage::listComparisons(file);
    return held && !held->empty();
}

/// What the file holds of a plan, oldest first.
Result<std::vector<storage::SuiteRecording>> recordingsOf(const fs::path& file, const Plan& plan)
{
    auto recordings = storage::suiteRecordings(file, plan.suite.suite);
    if (recordings)
        std::erase_if(
            *recordings, [&](const auto& each) { return each.member.task != plan.suite.task; });
    return recordings;
}

/// What is complete now stands in place of what was broken off before.
Result<void> dropBrokenOff(const fs::path& file, const Plan& plan)
{
    const auto ours = recordingsOf(file, plan);
    if (!ours)
        return tl::unexpected(ours.error());
    if (ours->empty() || ours->back().status != ComparisonStatus::Complete)
        return {};
    for (const auto& each : *ours)
        if (each.status != ComparisonStatus::Complete)
            if (auto dropped = storage::deleteComparison(file, each.id); !dropped)
                return dropped;
    return {};
}

Result<void> takeIn(const fs::path& file, const fs::path& recording)
{
    auto merge = storage::Merge::open(file);
    if (!merge)
        return tl::unexpected(merge.error());
    const auto merged = (*merge)->add(recording);
    return merged ? Result<void>() : tl::unexpected(merged.error());
}

/// The recorder may know that it was ended, and only a scheduler by whom. In the file of all, for a
/// recorder on a node that Slurm lost may still write its own.
Result<void> sayWhoEnded(const fs::path& file, const Plan& plan, const TaskEnd& end)
{
    if (end.status.exitCode || end.status.reason.empty())
        return {};
    const auto ours = recordingsOf(file, plan);
    if (!ours)
        return tl::unexpected(ours.error());
    if (ours->empty() || ours->back().status == ComparisonStatus::Complete)
        return {};
    return storage::storeStopReason(file, ours->back().id, end.status.reason);
}

/// A recording that never began, with its cause and what it said.
Result<void> storeFailed(
    const fs::path& file, const Plan& plan, const std::string& cause, const std::string& log)
{
    auto sink = storage::openForRecording(file);
    if (!sink)
        return tl::unexpected(sink.error());
    const auto begun
        = (*sink)->beginComparison({.name = plan.name,
                                       .started = profiler::utcNow(),
                                       .utcOffsetMinutes = profiler::utcOffsetMinutes(),
                                       .toolVersion = FUSESCOPE_VERSION,
                                       .command = "fusescope suite run",
                                       .identity = profiler::newIdentity()},
            plan);
    if (!begun)
        return tl::unexpected(begun.error());
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);)
        if (auto added = (*sink)->addLog({.process = std::nullopt,
                .stream = profiler::LogStream::Recorder,
                .time = profiler::utcNow(),
                .text = line});
            !added)
            return added;
    return (*sink)->endComparison(ComparisonStatus::Partial, cause);
}

std::string causeOf(const TaskEnd& end)
{
    if (!end.status.exitCode && !end.status.reason.empty())
        return end.status.reason;
    if (!end.sentence.empty())
        return end.sentence;
    const auto code = end.status.exitCode.value_or(0);
    if (code > profiler::signalled)
        return "the recorder was ended by signal " + std::to_string(code - profiler::signalled);
    return "the recorder ended with exit code " + std::to_string(code);
}

bool wasInterrupted(const TaskEnd& end)
{
    return end.status.exitCode == static_cast<int>(ExitCode::Interrupted);
}

bool hasFailed(const TaskEnd& end)
{
    return end.status.exitCode != static_cast<int>(ExitCode::Done);
}

/// Tells and keeps what comes of the tasks.
class SuiteWatch {
public:
    SuiteWatch(const std::vector<Plan>& plans, const std::vector<RecordingTask>& tasks,
        SuitePlace place, const SuiteRunOptions& options)
        : m_plans(plans)
        , m_tasks(tasks)
        , m_place(std::move(place))
        , m_options(options)
    {
    }

    Result<void> take(const TaskEnd& end)
    {
        const auto& task = m_tasks[end.task];
        const auto& plan = m_plans[end.task];
        Result<void> kept;
        if (holdsRecording(task.recording()))
            kept = takeIn(m_place.file, task.recording())
                       .and_then([&] { return sayWhoEnded(m_place.file, plan, end); })
                       .and_then([&] { return dropBrokenOff(m_place.file, plan); });
        else if (!wasInterrupted(end))
            kept = storeFailed(m_place.file, plan, causeOf(end), readFile(task.log()).value_or(""));
        if (kept) {
            std::error_code ignored;
            fs::remove_all(task.folder, ignored);
        }
        count(end);
        tell(end);
        return kept;
    }

    void show(const profiler::SuiteProgress& progress)
    {
        m_started = true;
        std::string names;
        for (const auto task : progress.running)
            names += (names.empty() ? "" : ", ") + m_tasks[task].name;
        const auto left = profiler::formatRoughly(static_cast<double>(progress.left.count()));
        if (m_options.json)
            return showJson(progress, names);
        if (stderrIsTerminal())
            return redrawErrorLine("[" + std::to_string(progress.ended) + "/"
                + std::to_string(progress.all) + "] " + names
                + (progress.text.empty() ? "" : ": " + progress.text) + waits(progress) + " · "
                + left + " left");
        const auto told = names + waits(progress);
        if (!told.empty() && told != m_told) {
            printError("[" + std::to_string(progress.ended) + "/" + std::to_string(progress.all)
                + "] " + told + ", about " + left + " left\n");
            m_told = told;
        }
    }

    /// Something was handed over, and may have been recorded.
    [[nodiscard]] bool hasStarted() const { return m_started; }

    [[nodiscard]] ExitCode end(bool interrupted)
    {
        const auto where = m_place.file.string();
        if (interrupted)
            return refuse(ExitCode::Interrupted,
                "interrupted; what was recorded is in " + where
                    + ", and `fusescope suite run` goes on from there");
        if (m_failed > 0)
            return refuse(m_failed == m_tasks.size() ? ExitCode::AllFailed : ExitCode::SomeFailed,
                std::to_string(m_failed) + " of "
                    + profiler::countText(
                        static_cast<std::int64_t>(m_tasks.size()), "recording", "recordings")
                    + " failed or in part; the rest is in " + where + ", and `fusescope suite show "
                    + where + "` says why");
        return ExitCode::Done;
    }

    void clear() const
    {
        if (!m_options.json && stderrIsTerminal())
            redrawErrorLine("");
    }

private:
    static std::string waits(const profiler::SuiteProgress& progress)
    {
        if (progress.waiting.empty())
            return {};
        return (progress.running.empty() ? "waiting: " : "; ") + progress.waiting;
    }

    void count(const TaskEnd& end) { m_failed += hasFailed(end) && !wasInterrupted(end) ? 1 : 0; }

    void tell(const TaskEnd& end)
    {
        const auto& name = m_tasks[end.task].name;
        if (m_options.json) {
            Json line {{"schema", 1}, {"event", "task_ended"}, {"task", name}};
            line["exit_code"] = end.status.exitCode ? Json(*end.status.exitCode) : Json();
            if (!end.status.exitCode)
                line["exit_code_reason"] = causeOf(end);
            line["text"] = hasFailed(end) ? causeOf(end) : "recorded";
            printJson(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
            return;
        }
        clear();
        if (hasFailed(end))
            printError(name + ": " + causeOf(end) + "\n");
        else
            printError(name + ": recorded\n");
    }

    void showJson(const profiler::SuiteProgress& progress, const std::string& names)
    {
        const auto told = names + waits(progress);
        if (told == m_told)
            return;
        m_told = told;
        Json line {{"schema", 1}, {"event", "suite"}, {"ended", progress.ended},
            {"all", progress.all}, {"running", names}, {"left_ns", progress.left.count()}};
        if (!progress.waiting.empty())
            line["waiting"] = progress.waiting;
        printJson(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }

    const std::vector<Plan>& m_plans;
    const std::vector<RecordingTask>& m_tasks;
    SuitePlace m_place;
    SuiteRunOptions m_options;
    std::size_t m_failed = 0;
    bool m_started = false;
    std::string m_told; ///< what runs, as said last
};

} // namespace

Result<std::vector<Plan>> openPlans(
    const Suite& suite, const SuitePlace& place, const TasksInHand& inHand)
{
    std::error_code error;
    for (const auto& plan : suite.plans) {
        const auto left = place.parts() / plan.suite.task / "recording.fscope";
        if (inHand.contains(plan.suite.task) || !holdsRecording(left))
            continue;
        if (auto taken = takeIn(place.file, left); !taken)
            return tl::unexpected(taken.error());
        fs::remove_all(left.parent_path(), error);
    }
    const auto complete = completeTasks(suite.name, place.file);
    if (!complete)
        return tl::unexpected(complete.error());
    std::vector<Plan> open;
    for (const auto& plan : suite.plans)
        if (!complete->contains(plan.suite.task))
            open.push_back(plan);
    return open;
}

Result<std::vector<RecordingTask>> prepareTasks(
    const std::vector<Plan>& plans, const SuitePlace& place, const TasksInHand& inHand)
{
    std::vector<RecordingTask> tasks;
    for (const auto& plan : plans) {
        const auto estimate = profiler::estimatePlan(plan);
        RecordingTask task {.name = plan.name,
            .mark = plan.suite.task,
            .device = plan.numeric.device,
            .estimate = (estimate.low + estimate.high) / 2,
            .folder = place.parts() / plan.suite.task};
        if (inHand.contains(task.mark)) {
            tasks.push_back(std::move(task));
            continue;
        }
        std::error_code error;
        fs::remove_all(task.folder, error);
        fs::create_directories(task.folder, error);
        if (error)
            return failure(ErrorKind::Unavailable,
                "cannot make " + task.folder.string() + ": " + error.message()
                    + "; choose another place for the recordings by -o");
        if (auto written = writeFile(task.plan(), profiler::planToJson(plan)); !written)
            return tl::unexpected(written.error());
        tasks.push_back(std::move(task));
    }
    return tasks;
}

ExitCode runSuite(const std::vector<Plan>& plans, const std::vector<RecordingTask>& tasks,
    const SuitePlace& place, profiler::SuiteEngine& engine, const SuiteRunOptions& options)
{
    profiler::StopRequest stop;
    const StopSignals signals(stop);
    SuiteWatch watch(plans, tasks, place, options);
    const auto run = profiler::runTasks(engine, tasks,
        {.progress = [&](const profiler::SuiteProgress& progress) { watch.show(progress); },
            .ended = [&](const TaskEnd& end) { return watch.take(end); }},
        stop);
    watch.clear();
    const auto inHand = engine.inHand();
    std::error_code ignored;
    const bool clean = run || !watch.hasStarted(); // else what they said is all there is
    for (const auto& task : tasks)
        if (clean && !inHand.contains(task.mark) && !holdsRecording(task.recording()))
            fs::remove_all(task.folder, ignored);
    fs::remove(place.parts(), ignored); // where nothing is left in it
    if (!run)
        return refuse(watch.hasStarted() ? ExitCode::CommandFailed : ExitCode::NotStarted,
            run.error().message);
    return watch.end(stop.requested());
}

} // namespace cli
