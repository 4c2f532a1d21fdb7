// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/git_program.h"

#include <utility>

namespace profiler {

Result<ChildOutput> runGit(const std::filesystem::path& folder,
    const std::vector<std::string>& words, std::chrono::milliseconds limit)
{
    std::vector<std::string> command {"git", "--no-pager", "--no-optional-locks", "-C",
        folder.string(), "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c",
        "advice.detachedHead=false"};
    command.insert(command.end(), words.begin(), words.end());
    return runShortChild(command, limit);
}

Result<std::string> gitAnswer(const std::filesystem::path& folder,
    const std::vector<std::string>& words, const std::string& whyNot,
    std::chrono::milliseconds limit)
{
    auto ended = runGit(folder, words, limit);
    if (!ended)
        return failure(ErrorKind::Unavailable, "git cannot be run: " + ended.error().message);
    if (ended->exitCode != 0)
        return failure(ErrorKind::NotFound, whyNot);
    auto& text = ended->standardOutput;
    text.erase(text.find_last_not_of('\n') + 1);
    return std::move(text);
}

} // namespace profiler
