// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote/remote_recording.h"

#include "app/cli/remote/remote_machine.h"
#include "app/cli/remote/remote_progress.h"
#include "app/cli/remote/remote_result.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/files/cache_folder.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/process_record.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/machine/git_state.h"
#include "profiler/record/machine/temporary_folder.h"
#include "profiler/record/remote/fetch.h"
#include "profiler/record/remote/own_paths.h"
#include "profiler/record/remote/plan_files.h"
#include "profiler/report/documents.h"
#include "storage/file/run_database.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace cli {
namespace {

namespace fs = std::filesystem;
using profiler::ErrorKind;
using profiler::Progress;
using profiler::ProgressKind;
using profiler::Result;
using namespace profiler::remote;
using Json = nlohmann::ordered_json;

ExitCode remoteNotStarted(const profiler::Error& error)
{
    return error.kind == ErrorKind::Interrupted
        ? refuse(ExitCode::Interrupted, "interrupted; nothing was recorded")
        : refuse(ExitCode::NotStarted, error.message);
}

/// "model.py and 3 more files"
std::string listed(const std::vector<fs::path>& files)
{
    if (files.empty())
        return "no files";
    auto first = files.front().filename().string();
    if (files.size() == 1)
        return first;
    return fmt::format(
        "{} and {} more {}", first, files.size() - 1, files.size() == 2 ? "file" : "files");
}

/// One recording on one other machine, from here.
class RemoteRecording {
public:
    RemoteRecording(const Recording& recording, SshTarget target)
        : m_recording(recording)
        , m_view(progressStyle(recording.json))
        , m_signals(m_stop)
        , m_attention(m_stop)
        , m_connection(
              Connection::prepare(std::move(target), [this] { return m_attention.goOn(); }))
    {
    }

    ExitCode record(const profiler::Plan& plan, const RemoteOptions& options)
    {
        if (m_recording.control)
            m_requests.emplace(variantNames(plan), m_stop);
        const auto job = started(plan, options);
        m_view.clear();
        return job ? follow(*job) : remoteNotStarted(job.error());
    }

    ExitCode attach(const OpenJob& job)
    {
        if (!m_connection)
            return remoteNotStarted(m_connection.error());
        auto lock = JobLock::take(job.id);
        if (!lock)
            return remoteNotStarted(lock.error());
        m_lock.emplace(std::move(*lock));
        return follow(job);
    }

private:
    void say(const std::string& sentence)
    {
        m_view.show(Progress {.kind = ProgressKind::Notice, .text = sentence});
    }

    [[nodiscard]] SendingView sendingView()
    {
        return {.say = [this](const auto& sentence) { say(sentence); },
            .step =
                [this](const auto& text) {
                    if (!m_recording.json && stderrIsTerminal())
                        m_view.show(Progress {.kind = ProgressKind::Detail, .text = text});
                }};
    }

    Result<OpenJob> started(const profiler::Plan& plan, const RemoteOptions& options)
    {
        if (!m_connection)
            return tl::unexpected(m_connection.error());
        const auto files = filesOf(plan, {options.send.begin(), options.send.end()});
        if (!files)
            return tl::unexpected(files.error());
        const auto view = sendingView();
        const auto machine = makeReady(
            *m_connection, options.python.empty() ? "python3" : options.python, files->bytes, view);
        if (!machine)
            return tl::unexpected(machine.error());
        if (auto can = checkCanRecord(*m_connection, *machine); !can)
            return tl::unexpected(can.error());
        const auto file
            = m_recording.file.empty() ? storage::libraryPath() : fs::absolute(m_recording.file);
        // Here, as in a recording on this machine, before the first worker starts: is it a file of
        // ours that can be written?
        if (const auto sink = storage::openForRecording(file); !sink)
            return tl::unexpected(sink.error());
        const auto id = newJobId();
        OpenJob job {.id = id,
            .address = addressOf(m_connection->target()),
            .folder = folderOfJob(machine->facts, id),
            .file = file.string(),
            .command = m_recording.command,
            .model = plan.workload.spec,
            .code = profiler::codeState(plan.workload),
            .keep = options.keep};
        if (auto sent = send(job, plan, *files, *machine, options); !sent)
            return tl::unexpected(sent.error());
        return job;
    }

    Result<void> send(const OpenJob& job, const profiler::Plan& plan, const SentFiles& files,
        const ReadyMachine& machine, const RemoteOptions& options)
    {
        auto scratch = profiler::makeTemporaryFolder();
        auto lock = JobLock::take(job.id);
        if (!scratch || !lock)
            return tl::unexpected(scratch ? lock.error() : scratch.error());
        m_lock.emplace(std::move(*lock));
        const auto planText = profiler::planToJson(planBelow(plan, job.folder + "/root"));
        const auto archive = scratch->path() / "job";
        auto written = writeJobFiles(archive, files, planText);
        if (!written)
            return written;
        if (auto stored = storeOpenJob(job); !stored)
            return stored;
        say(fmt::format("Sending {} to {}: {}.", listed(files.files), job.address,
            profiler::formatBytes(files.bytes)));
        NewJob fresh {.id = job.id,
            .files = archive,
            .words = {"record", "plan.json", "--python", machine.facts.python, "--json",
                "--control", "-o", std::string(resultName)}};
        fresh.words.insert(fresh.words.end(), options.words.begin(), options.words.end());
        std::error_code ignored;
        const auto view = sendingView();
        const auto begun = start(*m_connection, machine.program, fresh,
            sentBytes(view, "the plan's files",
                static_cast<std::int64_t>(fs::file_size(archive, ignored))));
        auto done = begun ? begun : startedAfterAll(job, begun.error());
        if (done)
            say(fmt::format("Recording {} runs on {}; whatever ends here, `fusescope remote attach "
                            "{}` goes on with it.",
                job.id, job.address, job.id));
        return done;
    }

    /// The connection may have been lost after it began.
    Result<void> startedAfterAll(const OpenJob& job, const profiler::Error& error)
    {
        const auto status = error.kind == ErrorKind::Unavailable ? statusOf(*m_connection, job.id)
                                                                 : Result<JobStatus>(JobStatus {});
        if (status && status->state != JobState::Absent && status->state != JobState::Waiting)
            return {};
        if (status)
            forgetOpenJob(job.id);
        return tl::unexpected(error);
    }

    [[nodiscard]] JobEyes eyes(const OpenJob& job)
    {
        return {.line =
                    [this, &job](const std::string& line) {
                        auto progress = progressFromJson(line);
                        // Its end is told when the result is here.
                        if (!progress || progress->kind == ProgressKind::Finished)
                            return;
                        OwnPaths(job.folder + "/root").apply(progress->text);
                        m_view.show(*progress);
                    },
            .notice = [this](const std::string& sentence) { say(sentence); },
            .wish =
                [this, &job] {
                    const auto wish = m_attention.wish();
                    if (wish == JobEyes::Wish::Stop)
                        say(fmt::format("asking {} to stop", job.address));
                    return wish;
                },
            .goOn = [this] { return m_attention.goOn(); },
            .asks = [this] { return m_requests && m_requests->waiting(); },
            .request = [this] { return m_requests ? m_requests->take() : std::string(); }};
    }

    ExitCode follow(const OpenJob& job)
    {
        const auto watching = eyes(job);
        const auto status = job.merged ? Result<std::optional<JobStatus>>(JobStatus {})
                                       : followJob(*m_connection, job.id, watching);
        m_view.clear();
        if (!status || !*status)
            return left(job, status ? std::string() : status.error().message);
        if (job.merged)
            return cleared(job), ExitCode::Done;
        if ((*status)->state == JobState::Absent) {
            forgetOpenJob(job.id);
            return refuse(ExitCode::Interrupted,
                fmt::format(
                    "{} has no recording {} any more: nothing is left of it", job.address, job.id));
        }
        return bring(job, **status, watching);
    }

    /// It goes on without us.
    static ExitCode left(const OpenJob& job, const std::string& reason)
    {
        return refuse(ExitCode::Interrupted,
            fmt::format("{}the recording goes on on {}; `fusescope remote attach {}` fetches it",
                reason.empty() ? "" : reason + "; ", job.address, job.id));
    }

    ExitCode bring(const OpenJob& job, const JobStatus& status, const JobEyes& watching)
    {
        const auto folder = profiler::cacheFolder() / "fetched" / job.id;
        const auto came = fetchResult(*m_connection, job.id, folder, watching);
        m_view.clear();
        if (!came && came.error().kind == ErrorKind::Interrupted)
            return left(job, {});
        if (!came)
            return refuse(ExitCode::CommandFailed, came.error().message);
        const auto log = endOfLog(*m_connection, job.id).value_or(std::string());
        std::vector<MergedComparison> merged;
        if (*came) {
            auto added = mergeResult(folder / resultName, job);
            if (!added)
                return refuse(ExitCode::CommandFailed,
                    fmt::format("{}; the recording is kept on {}: `fusescope remote attach {}` "
                                "fetches it again",
                        added.error().message, job.address, job.id));
            merged = std::move(*added);
        }
        auto done = job;
        done.merged = true;
        static_cast<void>(storeOpenJob(done)); // or it may be fetched twice
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        cleared(job);
        return told(job, status, log, merged);
    }

    /// Nothing is left there, unless that was asked for.
    void cleared(const OpenJob& job)
    {
        auto done = markFetched(*m_connection, job.id);
        if (done && !job.keep)
            done = removeJob(*m_connection, job.id);
        if (!done)
            say(fmt::format("the folder of the recording is left on {}: {}", job.address,
                done.error().message));
        else if (job.keep)
            say(fmt::format("kept on {}: {}", job.address, job.folder));
        m_view.clear();
        forgetOpenJob(job.id);
    }

    ExitCode told(const OpenJob& job, const JobStatus& status, const std::string& log,
        const std::vector<MergedComparison>& merged)
    {
        const auto code = codeOf(status);
        for (const auto& each : merged)
            printComparison(job, each, code);
        if (code != ExitCode::Done)
            return refuse(code, endSentence(status, log, job, merged));
        if (!m_recording.json && !merged.empty())
            printError(fmt::format(
                "Recorded on {} as {}@{}.\n", job.address, job.file, merged.back().id.value));
        return code;
    }

    void printComparison(const OpenJob& job, const MergedComparison& merged, ExitCode code) const
    {
        const auto data = storage::loadComparison(job.file, std::to_string(merged.id.value));
        if (!data)
            return printError(data.error().message + "\n");
        if (!m_recording.json)
            return print(
                profiler::compareText(profiler::conclude(*data), terminalColumns(), wantsColour()),
                profiler::Paint::Kept);
        const bool whole = data->info.status == profiler::ComparisonStatus::Complete;
        const Json line {{"schema", 1}, {"event", "recorded"}, {"comparison", merged.id.value},
            {"file", job.file}, {"status", whole ? "complete" : "partial"},
            {"exit_code", static_cast<int>(code)}, {"machine", job.address}};
        printJson(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }

    /// As a recording here would end.
    static ExitCode codeOf(const JobStatus& status)
    {
        if (status.state != JobState::Ended)
            return ExitCode::Interrupted;
        switch (status.exitCode) {
        case static_cast<int>(ExitCode::Done):
            return ExitCode::Done;
        case static_cast<int>(ExitCode::AllFailed):
            return ExitCode::AllFailed;
        case static_cast<int>(ExitCode::SomeFailed):
            return ExitCode::SomeFailed;
        case static_cast<int>(ExitCode::CommandFailed):
        case static_cast<int>(ExitCode::NotStarted):
            return ExitCode::NotStarted;
        default:
            return ExitCode::Interrupted;
        }
    }

    const Recording& m_recording;
    profiler::StopRequest m_stop;
    ProgressView m_view;
    StopSignals m_signals;
    RemoteAttention m_attention;
    Result<Connection> m_connection;
    std::optional<JobLock> m_lock;
    std::optional<RemoteRequests> m_requests;
};

} // namespace

ExitCode recordElsewhere(
    const profiler::Plan& plan, const RemoteOptions& options, const Recording& recording)
{
    const auto remote = resolveRemote(options.on);
    if (!remote)
        return remoteNotStarted(remote.error());
    auto target = sshTargetFrom(remote->address);
    if (!target)
        return remoteNotStarted(target.error());
    auto chosen = options;
    if (chosen.python.empty())
        chosen.python = remote->python;
    return RemoteRecording(recording, std::move(*target)).record(plan, chosen);
}

ExitCode attachTo(const OpenJob& job, const Recording& recording)
{
    auto target = sshTargetFrom(job.address);
    if (!target)
        return remoteNotStarted(target.error());
    return RemoteRecording(recording, std::move(*target)).attach(job);
}

} // namespace cli
