// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/commands/recording_options.h"
#include "app/cli/remote/remote_machine.h"
#include "app/cli/remote/remote_recording.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/doctor_checks.h"
#include "profiler/model/number_text.h"
#include "profiler/record/remote/job.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

/// Other machines that record, and what lies there.
namespace cli {
namespace {

using namespace profiler::remote;
using Json = nlohmann::ordered_json;
using profiler::Result;

struct RemoteCommandOptions {
    std::string name;
    std::string address;
    std::string python;
    std::string job;
    bool all = false;
    ProgressOptions progress;
    bool json = false;
};

auto remoteNamed(const std::string& name)
{
    return [&name](const Remote& remote) { return remote.name == name; };
}

ExitCode addRemote(const RemoteCommandOptions& options)
{
    auto remotes = loadRemotes(remotesPath());
    if (!remotes)
        return refuse(remotes.error());
    const bool plain = !options.name.empty() && options.name.front() != '-'
        && options.name.find_first_of("/: \t\n") == std::string::npos;
    if (!plain)
        return refuse(ExitCode::NotStarted,
            "name \"" + options.name + "\": expected a word without a slash, a colon or a blank");
    const auto target = sshTargetFrom(options.address);
    if (!target)
        return refuse(ExitCode::NotStarted, target.error().message);
    remotes->erase(std::remove_if(remotes->begin(), remotes->end(), remoteNamed(options.name)),
        remotes->end());
    remotes->push_back(
        {.name = options.name, .address = addressOf(*target), .python = options.python});
    const auto stored = storeRemotes(remotesPath(), *remotes);
    if (!stored)
        return refuse(stored.error());
    print(fmt::format("{}: {}; `fusescope remote doctor {}` says what it can record\n",
        options.name, addressOf(*target), options.name));
    return ExitCode::Done;
}

ExitCode removeRemote(const RemoteCommandOptions& options)
{
    auto remotes = loadRemotes(remotesPath());
    if (!remotes)
        return refuse(remotes.error());
    const auto found = std::find_if(remotes->begin(), remotes->end(), remoteNamed(options.name));
    if (found == remotes->end())
        return refuse(ExitCode::CommandFailed,
            "there is no machine \"" + options.name + "\"; `fusescope remote list` shows them");
    remotes->erase(found);
    const auto stored = storeRemotes(remotesPath(), *remotes);
    return stored ? ExitCode::Done : refuse(stored.error());
}

Json listJson(const std::vector<Remote>& remotes, const std::vector<OpenJob>& jobs)
{
    Json machines = Json::array();
    for (const auto& remote : remotes)
        machines.push_back({{"name", remote.name}, {"address", remote.address},
            {"python", remote.python.empty() ? "python3" : remote.python}});
    Json open = Json::array();
    for (const auto& job : jobs)
        open.push_back(
            {{"job", job.id}, {"address", job.address}, {"model", job.model}, {"file", job.file}});
    return {{"schema", 1}, {"remotes", std::move(machines)}, {"jobs", std::move(open)}};
}

std::string listText(const std::vector<Remote>& remotes, const std::vector<OpenJob>& jobs)
{
    std::string text = remotes.empty()
        ? "No other machines yet; `fusescope remote add NAME ssh://user@host` "
          "adds one.\n"
        : "";
    if (!remotes.empty()) {
        profiler::TextTable table({{"name"}, {"address"}, {"interpreter"}});
        for (const auto& remote : remotes)
            table.addRow(
                {remote.name, remote.address, remote.python.empty() ? "python3" : remote.python});
        text += table.text();
    }
    if (jobs.empty())
        return text;
    profiler::TextTable table({{"job"}, {"machine"}, {"model"}, {"goes to"}});
    for (const auto& job : jobs)
        table.addRow({job.id, job.address, job.model, job.file});
    return text + "\nRecordings to be fetched with `fusescope remote attach JOB`:\n" + table.text();
}

std::string stateText(const JobStatus& status)
{
    switch (status.state) {
    case JobState::Running:
        return "running";
    case JobState::Ended:
        return "ended with code " + std::to_string(status.exitCode);
    case JobState::Gone:
        return "killed";
    case JobState::Restarted:
        return "ended by a restart";
    default:
        return "not started";
    }
}

std::string stateKey(const JobStatus& status)
{
    switch (status.state) {
    case JobState::Running:
        return "running";
    case JobState::Ended:
        return "ended";
    case JobState::Gone:
        return "killed";
    case JobState::Restarted:
        return "restarted";
    default:
        return "not_started";
    }
}

/// A connection to a machine by its name or address.
struct Reached {
    Remote remote;
    Connection connection;
};

Result<Reached> reach(const std::string& word)
{
    auto remote = resolveRemote(word);
    if (!remote)
        return tl::unexpected(remote.error());
    auto target = sshTargetFrom(remote->address);
    if (!target)
        return tl::unexpected(target.error());
    auto connection = Connection::prepare(std::move(*target));
    if (!connection)
        return tl::unexpected(connection.error());
    return Reached {.remote = std::move(*remote), .connection = std::move(*connection)};
}

ExitCode listThere(const RemoteCommandOptions& options)
{
    const auto reached = reach(options.name);
    if (!reached)
        return refuse(reached.error());
    const auto jobs = listJobs(reached->connection);
    if (!jobs)
        return refuse(jobs.error());
    if (options.json) {
        Json rows = Json::array();
        for (const auto& job : *jobs)
            rows.push_back({{"job", job.id}, {"state", stateKey(job.status)}, {"bytes", job.bytes},
                {"fetched", job.fetched}});
        printDocument({{"schema", 1}, {"jobs", std::move(rows)}});
        return ExitCode::Done;
    }
    if (jobs->empty()) {
        print("No recordings lie there.\n");
        return ExitCode::Done;
    }
    profiler::TextTable table({{"job"}, {"state"}, {"size"}, {"fetched"}});
    for (const auto& job : *jobs)
        table.addRow({job.id, stateText(job.status), profiler::formatBytes(job.bytes),
            job.fetched ? "yes" : "no"});
    print(table.text());
    return ExitCode::Done;
}

ExitCode listRemotes(const RemoteCommandOptions& options)
{
    if (!options.name.empty())
        return listThere(options);
    const auto remotes = loadRemotes(remotesPath());
    if (!remotes)
        return refuse(remotes.error());
    const auto jobs = openJobs();
    options.json ? printDocument(listJson(*remotes, jobs)) : print(listText(*remotes, jobs));
    return ExitCode::Done;
}

ExitCode runRemoteDoctor(const RemoteCommandOptions& options)
{
    const auto reached = reach(options.name);
    if (!reached)
        return refuse(reached.error());
    auto python = options.python.empty() ? reached->remote.python : options.python;
    if (python.empty())
        python = "python3";
    const SendingView view {.say = [](const auto& sentence) { printError(sentence + "\n"); }};
    const auto machine = makeReady(reached->connection, python, 0, view);
    if (!machine)
        return refuse(machine.error());
    const auto checks = doctorThere(reached->connection, machine->program, machine->facts.python);
    if (!checks)
        return refuse(checks.error());
    return endDoctor(*checks, options.json, "on " + reached->remote.address);
}

ExitCode clean(const RemoteCommandOptions& options)
{
    const auto reached = reach(options.name);
    if (!reached)
        return refuse(reached.error());
    const auto cleaned = profiler::remote::clean(reached->connection, options.all);
    if (!cleaned)
        return refuse(cleaned.error());
    if (options.json) {
        printDocument({{"schema", 1}, {"freed_bytes", cleaned->bytes},
            {"running", cleaned->running}, {"not_fetched", cleaned->unfetched}});
        return ExitCode::Done;
    }
    auto text = fmt::format(
        "{} were freed on {}.\n", profiler::formatBytes(cleaned->bytes), reached->remote.address);
    if (cleaned->running > 0)
        text += fmt::format("{} still {} there: the program stays for {}.\n",
            cleaned->running == 1 ? "A recording" : fmt::format("{} recordings", cleaned->running),
            cleaned->running == 1 ? "runs" : "run", cleaned->running == 1 ? "it" : "them");
    if (!cleaned->unfetched.empty())
        text += fmt::format("Kept, as nobody fetched them: {}; `fusescope remote attach JOB` "
                            "does, `clean --all` removes them, too.\n",
            fmt::join(cleaned->unfetched, ", "));
    print(text);
    return ExitCode::Done;
}

ExitCode attach(const RemoteCommandOptions& options, const Call& call)
{
    const auto recording = recordingInto({}, options.progress, call);
    if (!options.job.empty()) {
        const auto job = loadOpenJob(options.job);
        return job ? attachTo(*job, recording) : refuse(ExitCode::NotStarted, job.error().message);
    }
    const auto jobs = openJobs();
    if (jobs.size() == 1)
        return attachTo(jobs.front(), recording);
    return refuse(ExitCode::NotStarted,
        jobs.empty() ? "there is no recording on another machine that is still to be fetched"
                     : "several recordings are still to be fetched: name one that `fusescope "
                       "remote list` shows");
}

} // namespace

void addRemoteCommand(app::Command& program, Call& call)
{
    constexpr auto machineHelp = "as `remote list` shows it, or ssh://user@host:port";
    auto command = program.addCommand("remote", "Other machines that record, by ssh");
    command.requireCommand();
    auto [adding, added] = addCommand<RemoteCommandOptions>(
        command, call, "add", "Remember a machine under a name", addRemote);
    adding.add("name", added.name, "for --on").required();
    adding.add("address", added.address, "ssh://user@host:port; host as ssh knows it").required();
    adding.add("--python", added.python, "interpreter there; default: python3");
    auto [listing, listed] = addCommand<RemoteCommandOptions>(command, call, "list",
        "The machines, and recordings to be fetched; of a machine: what lies there", listRemotes);
    listing.add("name", listed.name, machineHelp);
    addJson(listing, listed.json);
    auto [checking, checked] = addCommand<RemoteCommandOptions>(command, call, "doctor",
        "What a machine can record; sends the program there", runRemoteDoctor);
    checking.add("name", checked.name, machineHelp).required();
    checking.add("--python", checked.python, "interpreter there");
    addJson(checking, checked.json);
    auto [fetching, fetched] = addCommand<RemoteCommandOptions>(
        command, call, "attach", "Follows a recording there again, and fetches its result", attach);
    fetching.add("job", fetched.job, "as `remote list` shows it; default: the only one");
    fetching.addFlag("--json", fetched.progress.json, "progress, one JSON object a line");
    auto [cleaning, cleaned] = addCommand<RemoteCommandOptions>(command, call, "clean",
        "Removes what lies there: the program and recordings that have ended", clean);
    cleaning.add("name", cleaned.name, machineHelp).required();
    cleaning.addFlag("--all", cleaned.all, "also results that nobody fetched");
    addJson(cleaning, cleaned.json);
    auto [removing, removed] = addCommand<RemoteCommandOptions>(
        command, call, "remove", "Forget a machine; nothing there is removed", removeRemote);
    removing.add("name", removed.name, "as `remote list` shows it").required();
}

} // namespace cli
