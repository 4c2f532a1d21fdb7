// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/streamed_child.h"

#include "profiler/model/files/unique_fd.h"
#include "profiler/model/process/child_start.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace profiler::remote {
namespace {

constexpr std::size_t keptErrors = std::size_t {16} * 1024;
constexpr int betweenQuestionsMs = 200;

tl::unexpected<Error> notStarted(const std::string& program, int number)
{
    return failure(ErrorKind::Failed,
        program + " cannot be started: " + std::generic_category().message(number)
            + (number == ENOENT ? "; install OpenSSH's client" : ""));
}

/// 0 and the pid, or the error's number. Nothing of ours is inherited, no ignored signal either.
int spawn(const std::vector<std::string>& command, int input, const ChildPipe& output,
    const ChildPipe& errors, pid_t& pid)
{
    posix_spawn_file_actions_t actions {};
    posix_spawn_file_actions_init(&actions);
    if (input < 0)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.writing.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.writing.get(), STDERR_FILENO);
    const int status = spawnInOwnGroup(command, actions, pid, {SIGPIPE});
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

/// What is there; the pipe is closed at its end.
std::string_view drained(UniqueFd& pipe, std::array<char, 65536>& buffer)
{
    const auto count = ::read(pipe.get(), buffer.data(), buffer.size());
    if (count == 0 || (count < 0 && errno != EINTR))
        pipe.reset();
    return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

/// False: whoever takes the output wants no more.
bool relay(UniqueFd& output, UniqueFd& errors, const ChildStreams& streams, std::string& kept)
{
    std::array<char, 65536> buffer {};
    while (output.valid() || errors.valid()) {
        // poll skips negative descriptors
        std::array<pollfd, 2> waits {{{.fd = output.get(), .events = POLLIN, .revents = 0},
            {.fd = errors.get(), .events = POLLIN, .revents = 0}}};
        const int ready = ::poll(waits.data(), waits.size(), betweenQuestionsMs);
        if (streams.goOn && !streams.goOn())
            return false;
        if (ready <= 0)
            continue;
        if (waits[0].revents != 0) {
            const auto bytes = drained(output, buffer);
            if (!bytes.empty() && streams.take && !streams.take(bytes))
                return false;
        }
        if (waits[1].revents != 0)
            kept += drained(errors, buffer);
        if (kept.size() > keptErrors)
            kept.erase(0, kept.size() - keptErrors);
    }
    return true;
}

} // namespace

Result<StreamedEnd> runStreamedChild(
    const std::vector<std::string>& command, const ChildStreams& streams)
{
    ChildPipe output;
    ChildPipe errors;
    if (!openPipe(output) || !openPipe(errors))
        return notStarted(command.front(), errno);
    pid_t pid = -1;
    if (const int status = spawn(command, streams.input, output, errors, pid); status != 0)
        return notStarted(command.front(), status);
    output.writing.reset();
    errors.writing.reset();
    StreamedEnd end;
    end.ended = !relay(output.reading, errors.reading, streams, end.errors);
    if (end.ended)
        ::kill(-pid, SIGTERM);
    output.reading.reset();
    errors.reading.reset();
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
    end.exitCode = exitCodeOf(status);
    return end;
}

} // namespace profiler::remote
