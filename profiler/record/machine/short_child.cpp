// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/short_child.h"

#include "profiler/model/process/child_start.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace profiler {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// 0 and the pid, or the error's number.
int spawn(const std::vector<std::string>& command, const ChildPipe& output, const ChildPipe& error,
    pid_t& pid)
{
    posix_spawn_file_actions_t actions {};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.writing.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, error.writing.get(), STDERR_FILENO);
    const int status = spawnInOwnGroup(command, actions, pid);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

/// Reads what is there; closes the pipe at its end.
void drain(UniqueFd& pipe, std::string& text)
{
    std::array<char, 4096> buffer {};
    const auto count = ::read(pipe.get(), buffer.data(), buffer.size());
    if (count > 0)
        text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
        pipe.reset();
}

/// False when the limit passed before both pipes ended.
bool collectOutput(
    UniqueFd& output, UniqueFd& error, SteadyClock::time_point limit, ChildOutput& collected)
{
    while (output.valid() || error.valid()) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(limit - SteadyClock::now())
                  .count();
        if (left <= 0)
            return false;
        // poll skips negative descriptors
        std::array<pollfd, 2> fds {
            {{.fd = output.get(), .events = POLLIN}, {.fd = error.get(), .events = POLLIN}}};
        if (::poll(fds.data(), fds.size(), static_cast<int>(left)) <= 0)
            continue;
        if (fds[0].revents != 0)
            drain(output, collected.standardOutput);
        if (fds[1].revents != 0)
            drain(error, collected.standardError);
    }
    return true;
}

int awaitExit(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
    return exitCodeOf(status);
}

} // namespace

Result<ChildOutput> runShortChild(
    const std::vector<std::string>& command, std::chrono::milliseconds limit)
{
    ChildPipe output;
    ChildPipe error;
    if (!openPipe(output) || !openPipe(error))
        return failure(ErrorKind::Unavailable,
            "no pipe could be made: " + std::generic_category().message(errno));
    pid_t pid = -1;
    if (const int status = spawn(command, output, error, pid); status != 0)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} cannot be started: {}", command.front(),
                std::generic_category().message(status)));
    output.writing.reset();
    error.writing.reset();

    ChildOutput collected;
    const bool inTime
        = collectOutput(output.reading, error.reading, SteadyClock::now() + limit, collected);
    if (!inTime)
        ::kill(-pid, SIGKILL);
    collected.exitCode = awaitExit(pid);
    if (!inTime)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} gave no answer within {} s", command.front(),
                std::chrono::duration_cast<std::chrono::seconds>(limit).count()));
    return collected;
}

} // namespace profiler
