// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/local_engine.h"

#include "profiler/model/process/child_words.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <system_error>
#include <unistd.h>

namespace profiler {

namespace {

/// Made before the fork: after it only async-signal-safe calls are allowed.
struct Child {
    std::vector<char*> argv;
    const char* output = nullptr;
    const char* error = nullptr;
};

constexpr int cannotStart = 127;
constexpr mode_t fileMode = 0644;

bool redirected(const char* path, int flags, int to)
{
    const int file = ::open(path, flags | O_CLOEXEC, fileMode);
    return file >= 0 && ::dup2(file, to) >= 0;
}

/// In a group of its own, so that Ctrl-C at the terminal reaches it by us alone.
[[noreturn]] void runChild(const Child& child, pid_t parent)
{
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    const bool ready = ::getppid() == parent && redirected("/dev/null", O_RDONLY, STDIN_FILENO)
        && redirected(child.output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO)
        && redirected(child.error, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    if (ready)
        ::execv(child.argv.front(), child.argv.data());
    ::_exit(cannotStart);
}

} // namespace

LocalEngine::LocalEngine(std::filesystem::path program)
    : m_program(std::move(program))
{
}

LocalEngine::~LocalEngine()
{
    for (const auto& job : m_jobs)
        if (job.pid > 0) {
            ::kill(job.pid, SIGTERM);
            ::waitpid(job.pid, nullptr, 0);
        }
}

Result<void> LocalEngine::submit(const std::vector<RecordingTask>& tasks)
{
    for (const auto& task : tasks)
        m_jobs.push_back({.task = task, .status = {}, .pid = 0});
    return {};
}

Result<std::vector<TaskStatus>> LocalEngine::poll()
{
    for (auto& job : m_jobs)
        lookAfter(job);
    startWhatFits();
    std::vector<TaskStatus> states;
    states.reserve(m_jobs.size());
    for (const auto& job : m_jobs)
        states.push_back(job.status);
    return states;
}

/// They are written here already.
Result<void> LocalEngine::fetchLog(std::size_t /*task*/)
{
    return {};
}

void LocalEngine::stop()
{
    m_stopped = true;
    for (const auto& job : m_jobs)
        if (job.pid > 0)
            ::kill(job.pid, SIGTERM); // the recorder knows a second one
}

void LocalEngine::lookAfter(Job& job)
{
    int status = 0;
    if (job.pid == 0 || ::waitpid(job.pid, &status, WNOHANG) != job.pid)
        return;
    job.pid = 0;
    job.status = {.state = TaskState::Ended, .exitCode = exitCodeOf(status), .reason = {}};
}

void LocalEngine::startWhatFits()
{
    for (auto& job : m_jobs)
        if (!m_stopped && job.status.state == TaskState::Waiting && fits(job))
            start(job);
}

bool LocalEngine::fits(const Job& job) const
{
    return std::ranges::none_of(m_jobs, [&](const Job& other) {
        const bool together = job.task.device != "cpu" && other.task.device != "cpu"
            && job.task.device != other.task.device;
        return other.pid > 0 && !together;
    });
}

void LocalEngine::start(Job& job)
{
    auto words = job.task.arguments();
    words.insert(words.begin(), m_program.string());
    const auto output = job.task.progress().string();
    const auto error = job.task.log().string();
    const Child child {.argv = pointersTo(words), .output = output.c_str(), .error = error.c_str()};
    const auto parent = ::getpid();
    const auto pid = ::fork();
    if (pid == 0)
        runChild(child, parent);
    if (pid > 0) {
        job.pid = pid;
        job.status.state = TaskState::Running;
        return;
    }
    job.status = {.state = TaskState::Ended,
        .exitCode = std::nullopt,
        .reason = "it cannot be started: " + std::generic_category().message(errno)};
}

} // namespace profiler
