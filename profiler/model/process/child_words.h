// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <sys/wait.h>
#include <vector>

/// What starting a program and waiting for it take everywhere.
namespace profiler {

/// As exec and posix_spawn take words: they live as long as `words` does, and a null ends them.
[[nodiscard]] inline std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (auto& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// An exit code above it says which signal ended a program, as a shell says it.
inline constexpr int signalled = 128;

/// Of what waitpid tells.
[[nodiscard]] inline int exitCodeOf(int waitStatus)
{
    return WIFSIGNALED(waitStatus) ? signalled + WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
}

} // namespace profiler
