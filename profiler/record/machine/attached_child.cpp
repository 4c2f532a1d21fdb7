// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/attached_child.h"

#include "profiler/model/process/child_words.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <system_error>
#include <unistd.h>

// POSIX declares it nowhere.
extern char** environ; // NOLINT(readability-redundant-declaration)

namespace profiler {

Result<int> runAttachedChild(const std::vector<std::string>& command)
{
    auto words = command;
    const auto argv = pointersTo(words);
    posix_spawn_file_actions_t actions {};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    pid_t pid = 0;
    const int error = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} cannot be started: {}", command.front(),
                std::generic_category().message(error)));
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) // a request to stop, which the child has got, too
            return failure(ErrorKind::Failed, fmt::format("{} was lost sight of", command.front()));
    return exitCodeOf(status);
}

} // namespace profiler
