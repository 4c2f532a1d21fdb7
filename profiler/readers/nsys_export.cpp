// SPDX-License-Identifier: Apache-2.0
#include "profiler/readers/nsys_export.h"

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace profiler {

namespace {

namespace fs = std::filesystem;

/// Silent: what it says is no part of ours. Its own process group, so that its helpers end with it.
pid_t spawnSilently(std::array<char*, 7>& command)
{
    posix_spawn_file_actions_t files {};
    posix_spawnattr_t attributes {};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    if (::posix_spawnp(&child, "nsys", &files, &attributes, command.data(), environ) != 0)
        child = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return child;
}

/// The exit code, as a shell would give it; nullopt: cancelled.
std::optional<int> waitFor(pid_t child, const ReadProgress& progress)
{
    int status = 0;
    bool killed = false;
    while (::waitpid(child, &status, killed ? 0 : WNOHANG) == 0) {
        if (progress && !progress(0, 0)) {
            ::kill(-child, SIGKILL);
            killed = true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (killed)
        return std::nullopt;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

Result<void> exportNsysReport(
    const fs::path& report, const fs::path& target, const ReadProgress& progress)
{
    std::array<std::string, 6> words {"nsys", "export", "--type=sqlite", "--force-overwrite=true",
        "--output=" + target.string(), fs::absolute(report).string()};
    std::array<char*, 7> command {};
    for (std::size_t i = 0; i < words.size(); ++i)
        command.at(i) = words.at(i).data();
    const auto child = spawnSilently(command);
    const auto code = child < 0 ? std::optional(127) : waitFor(child, progress);
    if (!code)
        return failure(ErrorKind::Interrupted,
            "exporting " + report.string() + " was cancelled; nothing was imported");
    if (*code == 127)
        return failure(ErrorKind::Unavailable,
            report.string()
                + " needs Nsight Systems to be read, and there is no nsys on PATH; run "
                  "\"nsys export --type sqlite\" where it was recorded and import the .sqlite "
                  "file");
    if (*code != 0 || !fs::exists(target))
        return failure(ErrorKind::Failed,
            "nsys could not export " + report.string() + " (exit code " + std::to_string(*code)
                + "); export it with the nsys that recorded it and import the .sqlite file");
    return {};
}

} // namespace profiler
