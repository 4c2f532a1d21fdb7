// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/short_child.h"

#include "profiler/model/process/child_words.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>

// POSIX declares it nowhere.
extern char** environ; // NOLINT(readability-redundant-declaration)

namespace profiler {
namespace {

using Clock = std::chrono::steady_clock;

std::string errorText(int number)
{
    return std::generic_category().message(number);
}

/// Both ends of a pipe; closed with it.
class Pipe {
public:
    Pipe() { m_ok = ::pipe2(m_fds.data(), O_CLOEXEC) == 0; }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    Pipe(Pipe&&) = delete;
    Pipe& operator=(Pipe&&) = delete;

    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }

    [[nodiscard]] bool ok() const { return m_ok; }

    [[nodiscard]] int readEnd() const { return m_fds[0]; }

    [[nodiscard]] int writeEnd() const { return m_fds[1]; }

    void closeWriteEnd() { closeEnd(1); }

    void closeReadEnd() { closeEnd(0); }

private:
    void closeEnd(std::size_t end)
    {
        if (m_fds[end] >= 0)
            ::close(std::exchange(m_fds[end], -1));
    }

    std::array<int, 2> m_fds {-1, -1};
    bool m_ok = false;
};

/// Starts the program in a process group of its own; 0 and the pid, or the error's number.
int spawn(
    const std::vector<std::string>& command, const Pipe& output, const Pipe& error, pid_t& pid)
{
    auto words = command;
    const auto argv = pointersTo(words);
    posix_spawn_file_actions_t actions {};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.writeEnd(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, error.writeEnd(), STDERR_FILENO);
    posix_spawnattr_t attributes {};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int status = ::posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

/// Reads what is there; closes the pipe at its end.
void drain(Pipe& pipe, std::string& text)
{
    std::array<char, 4096> buffer {};
    const auto count = ::read(pipe.readEnd(), buffer.data(), buffer.size());
    if (count > 0)
        text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
        pipe.closeReadEnd();
}

/// False when the limit passed before both pipes ended.
bool collect(Pipe& output, Pipe& error, Clock::time_point limit, ChildOutput& collected)
{
    while (output.readEnd() >= 0 || error.readEnd() >= 0) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(limit - Clock::now()).count();
        if (left <= 0)
            return false;
        // poll skips negative descriptors
        std::array<pollfd, 2> fds {{{.fd = output.readEnd(), .events = POLLIN},
            {.fd = error.readEnd(), .events = POLLIN}}};
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
    Pipe output;
    Pipe error;
    if (!output.ok() || !error.ok())
        return failure(ErrorKind::Unavailable, "no pipe could be made: " + errorText(errno));
    pid_t pid = -1;
    if (const int status = spawn(command, output, error, pid); status != 0)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} cannot be started: {}", command.front(), errorText(status)));
    output.closeWriteEnd();
    error.closeWriteEnd();

    ChildOutput collected;
    const bool inTime = collect(output, error, Clock::now() + limit, collected);
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
