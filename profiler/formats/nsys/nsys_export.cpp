// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/nsys/nsys_export.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
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

enum class WaitEnd { Exited, Cancelled, TooLong };

struct Waited {
    WaitEnd end = WaitEnd::Exited;
    int code = 0; ///< as a shell would give it
};

Waited waitFor(pid_t child, const ReadProgress& progress, std::chrono::milliseconds limit)
{
    const auto last = std::chrono::steady_clock::now() + limit;
    auto end = WaitEnd::Exited;
    int status = 0;
    while (::waitpid(child, &status, end == WaitEnd::Exited ? WNOHANG : 0) == 0) {
        if (progress && !progress(0, 0))
            end = WaitEnd::Cancelled;
        else if (std::chrono::steady_clock::now() > last)
            end = WaitEnd::TooLong;
        if (end == WaitEnd::Exited)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        else
            ::kill(-child, SIGKILL);
    }
    return {.end = end, .code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

Result<void> answerOf(const Waited& waited, const fs::path& report, const fs::path& target,
    std::chrono::milliseconds limit)
{
    constexpr int noSuchProgram = 127;
    if (waited.end == WaitEnd::Cancelled)
        return failure(ErrorKind::Interrupted,
            "exporting " + report.string() + " was cancelled; nothing was imported");
    if (waited.end == WaitEnd::TooLong)
        return failure(ErrorKind::Unavailable,
            "nsys did not export " + report.string() + " within "
                + std::to_string(std::chrono::duration_cast<std::chrono::seconds>(limit).count())
                + " s and was ended; nothing was imported, run \"nsys export --type sqlite\" "
                  "yourself and import the .sqlite file");
    if (waited.code == noSuchProgram)
        return failure(ErrorKind::Unavailable,
            report.string()
                + " needs Nsight Systems to be read, and there is no nsys on PATH; run "
                  "\"nsys export --type sqlite\" where it was recorded and import the .sqlite "
                  "file");
    if (waited.code != 0 || !fs::exists(target))
        return failure(ErrorKind::Failed,
            "nsys could not export " + report.string() + " (exit code "
                + std::to_string(waited.code)
                + "); export it with the nsys that recorded it and import the .sqlite file");
    return {};
}

} // namespace

std::chrono::milliseconds nsysTimeLimit(std::uintmax_t bytes)
{
    // It exports some ten MiB a second; one that starts on a cold disk takes its time to start.
    constexpr std::chrono::minutes atLeast {2};
    constexpr std::uintmax_t bytesPerSecond = std::uintmax_t {1} << 19U;
    constexpr std::uintmax_t mostSeconds = std::uintmax_t {24} * 3600;
    return atLeast
        + std::chrono::seconds(
            static_cast<std::int64_t>(std::min(bytes / bytesPerSecond, mostSeconds)));
}

Result<void> exportNsysReport(const fs::path& report, const fs::path& target,
    const ReadProgress& progress, std::chrono::milliseconds limit)
{
    std::array<std::string, 6> words {"nsys", "export", "--type=sqlite", "--force-overwrite=true",
        "--output=" + target.string(), fs::absolute(report).string()};
    std::array<char*, 7> command {};
    for (std::size_t i = 0; i < words.size(); ++i)
        command.at(i) = words.at(i).data();
    const auto child = spawnSilently(command);
    const auto waited = child < 0 ? Waited {.code = 127} : waitFor(child, progress, limit);
    return answerOf(waited, report, target, limit);
}

} // namespace profiler
