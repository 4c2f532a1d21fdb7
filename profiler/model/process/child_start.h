// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/unique_fd.h"
#include "profiler/model/process/child_words.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <spawn.h>
#include <string>
#include <unistd.h>
#include <vector>

// POSIX declares it nowhere.
extern char** environ; // NOLINT(readability-redundant-declaration)

namespace profiler {

/// Both ends of a pipe; no child inherits them but as what it is given.
struct ChildPipe {
    UniqueFd reading;
    UniqueFd writing;
};

/// False: errno says why.
[[nodiscard]] inline bool openPipe(ChildPipe& pipe)
{
    std::array<int, 2> ends {-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return false;
    pipe.reading.reset(ends[0]);
    pipe.writing.reset(ends[1]);
    return true;
}

/// Starts a program, found on PATH, in a process group of its own, so that Ctrl-C at the terminal
/// reaches it by us alone, and so that all it starts can be ended with it. 0 and the pid, or the
/// error's number. `asUsual`: signals that it does not ignore where we do.
[[nodiscard]] inline int spawnInOwnGroup(const std::vector<std::string>& command,
    const posix_spawn_file_actions_t& actions, pid_t& pid, std::initializer_list<int> asUsual = {})
{
    auto words = command;
    const auto pointers = pointersTo(words);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : asUsual)
        sigaddset(&usual, signal);
    posix_spawnattr_t attributes {};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int status
        = ::posix_spawnp(&pid, pointers[0], &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    return status;
}

} // namespace profiler
