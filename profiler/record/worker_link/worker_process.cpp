// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/worker_process.h"

#include "profiler/model/process/child_words.h"
#include "profiler/record/worker_link/process_supervisor.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

// POSIX declares it nowhere.
extern char** environ; // NOLINT(readability-redundant-declaration)

namespace profiler {
namespace {

using namespace std::chrono_literals;

/// The caller's variables with `added` in place of those of equal name, as NAME=value.
std::vector<std::string> mergedEnvironment(const std::map<std::string, std::string>& added)
{
    std::vector<std::string> merged;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!added.contains(text.substr(0, text.find('='))))
            merged.push_back(text);
    }
    for (const auto& [name, value] : added)
        merged.push_back(fmt::format("{}={}", name, value));
    return merged;
}

struct FdPair {
    UniqueFd ours;
    UniqueFd theirs;
};

Result<FdPair> socketPair(int type)
{
    std::array<int, 2> fds {};
    if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, fds.data()) != 0)
        return failure(ErrorKind::Unavailable,
            fmt::format("no socket for a worker could be made: {}",
                std::generic_category().message(errno)));
    return FdPair {.ours = UniqueFd(fds[0]), .theirs = UniqueFd(fds[1])};
}

Result<FdPair> outputPipe()
{
    std::array<int, 2> fds {};
    if (::pipe2(fds.data(), O_CLOEXEC) != 0)
        return failure(ErrorKind::Unavailable,
            fmt::format(
                "no pipe for a worker could be made: {}", std::generic_category().message(errno)));
    ::fcntl(fds[0], F_SETFL, O_NONBLOCK);
    return FdPair {.ours = UniqueFd(fds[0]), .theirs = UniqueFd(fds[1])};
}

WorkerExit exitFrom(int waitStatus)
{
    if (WIFSIGNALED(waitStatus))
        return {.known = true, .signalled = true, .number = WTERMSIG(waitStatus)};
    return {.known = true, .signalled = false, .number = WEXITSTATUS(waitStatus)};
}

/// The supervisor's next report, or nullopt when the time is up or the supervisor is gone.
std::optional<SupervisorReport> readReport(int channel, std::chrono::milliseconds limit)
{
    pollfd wait {.fd = channel, .events = POLLIN};
    int ready = 0;
    do {
        ready = ::poll(&wait, 1, static_cast<int>(limit.count()));
    } while (ready < 0 && errno == EINTR);
    SupervisorReport report;
    if (ready <= 0 || ::recv(channel, &report, sizeof report, MSG_DONTWAIT) != sizeof report)
        return std::nullopt;
    return report;
}

} // namespace

std::string WorkerExit::sentence() const
{
    if (overdue)
        return "did not end when asked to and was killed";
    if (!known)
        return "ended";
    if (!signalled)
        return fmt::format("exited with code {}", number);
    const char* name = ::sigabbrev_np(number);
    return name == nullptr ? fmt::format("was killed by signal {}", number)
                           : fmt::format("was killed by SIG{}", name);
}

Result<WorkerProcess> WorkerProcess::start(const WorkerCommand& command)
{
    auto control = socketPair(SOCK_STREAM);
    auto channel = socketPair(SOCK_SEQPACKET);
    auto output = outputPipe();
    auto errors = outputPipe();
    const UniqueFd input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    for (const auto* pair : {&control, &channel, &output, &errors})
        if (!*pair)
            return tl::unexpected(pair->error());

    std::vector<std::string> words {command.program.string()};
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    auto variables = mergedEnvironment(command.environment);
    const auto argv = pointersTo(words);
    const auto environment = pointersTo(variables);
    const SupervisorArguments arguments {.program = words.front().c_str(),
        .argv = argv.data(),
        .environment = environment.data(),
        .directory = command.directory.empty() ? nullptr : command.directory.c_str(),
        .control = control->theirs.get(),
        .standardInput = input.get(),
        .standardOutput = output->theirs.get(),
        .standardError = errors->theirs.get(),
        .channel = channel->theirs.get()};

    const pid_t supervisor = ::fork();
    if (supervisor == 0)
        runSupervisor(arguments);
    if (supervisor < 0)
        return failure(ErrorKind::Unavailable,
            fmt::format("no process for a worker could be started: {}",
                std::generic_category().message(errno)));

    WorkerProcess process;
    process.m_supervisor = supervisor;
    process.m_control = std::move(control->ours);
    process.m_channel = std::move(channel->ours);
    process.m_standardOutput = std::move(output->ours);
    process.m_standardError = std::move(errors->ours);
    channel->theirs.reset();
    if (const auto started = process.awaitStart(command); !started)
        return tl::unexpected(started.error());
    return process;
}

Result<void> WorkerProcess::awaitStart(const WorkerCommand& command)
{
    constexpr auto limit = 10'000ms;
    const auto first = readReport(m_channel.get(), limit);
    if (!first)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} could not be started in 10 s", command.program.string()));
    if (first->kind == SupervisorReportKind::Started)
        m_pid = first->value;
    if (first->kind == SupervisorReportKind::NotExecuted)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} could not be started: {}; name another interpreter by --python",
                command.program.string(), std::generic_category().message(first->value)));
    if (first->kind == SupervisorReportKind::NoDirectory)
        return failure(ErrorKind::BadInput,
            fmt::format("the working directory {} could not be entered: {}",
                command.directory.string(), std::generic_category().message(first->value)));
    return {};
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : m_control(std::move(other.m_control))
    , m_standardOutput(std::move(other.m_standardOutput))
    , m_standardError(std::move(other.m_standardError))
    , m_channel(std::move(other.m_channel))
    , m_supervisor(std::exchange(other.m_supervisor, -1))
    , m_pid(std::exchange(other.m_pid, -1))
    , m_exit(other.m_exit)
{
}

WorkerProcess::~WorkerProcess()
{
    if (m_supervisor > 0)
        kill();
}

std::optional<WorkerExit> WorkerProcess::waitForExit(std::chrono::milliseconds limit)
{
    if (m_exit)
        return m_exit;
    const auto until = std::chrono::steady_clock::now() + limit;
    const auto report = readReport(m_channel.get(), limit);
    if (report)
        m_exit = exitFrom(report->value);
    else if (std::chrono::steady_clock::now() < until)
        m_exit = WorkerExit {}; // the supervisor is gone without a word
    if (m_exit)
        reapSupervisor();
    return m_exit;
}

WorkerExit WorkerProcess::kill()
{
    if (m_exit)
        return *m_exit;
    ::shutdown(m_channel.get(), SHUT_WR);
    if (const auto ended = waitForExit(5'000ms))
        return *ended;
    // The supervisor hangs on a process in an uninterruptible wait: leave both to the kernel.
    m_exit = WorkerExit {};
    m_channel.reset();
    m_supervisor = -1;
    return *m_exit;
}

void WorkerProcess::reapSupervisor()
{
    if (m_supervisor <= 0)
        return;
    while (::waitpid(m_supervisor, nullptr, 0) < 0 && errno == EINTR) { }
    m_supervisor = -1;
}

} // namespace profiler
