// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {
namespace {

constexpr int signalBase = 128;

std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    for (auto& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Nothing of the user's own: library, environments, colours and interpreters named elsewhere.
std::vector<std::string> environmentFor(const Program& program)
{
    const auto& folder = program.folder.string();
    std::vector<std::string> variables {"HOME=" + folder, "XDG_DATA_HOME=" + folder + "/data",
        "XDG_CONFIG_HOME=" + folder + "/config", "LC_ALL=de_DE.UTF-8", "OMP_NUM_THREADS=1",
        "XDG_CACHE_HOME=" + folder + "/cache"};
    // The first of a name counts.
    variables.insert(variables.end(), program.environment.begin(), program.environment.end());
    if (const char* path = std::getenv("PATH"))
        variables.push_back("PATH=" + std::string(path));
    return variables;
}

std::string readAll(int descriptor, const std::function<void(const std::string&)>& lineSeen)
{
    std::string text;
    std::size_t seen = 0;
    std::array<char, 4096> buffer {};
    ssize_t count = 0;
    while ((count = read(descriptor, buffer.data(), buffer.size())) > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
        for (auto end = text.find('\n', seen); end != std::string::npos;
             end = text.find('\n', seen)) {
            lineSeen(text.substr(seen, end - seen));
            seen = end + 1;
        }
    }
    return text;
}

} // namespace

std::string Ended::lastErrorLine() const
{
    auto text = err;
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

Ended Program::run(const std::vector<std::string>& words) const
{
    return watch(words, [](const std::string&, int) {});
}

Ended Program::watch(const std::vector<std::string>& words,
    const std::function<void(const std::string&, int)>& lineSeen) const
{
    std::vector<std::string> line {FUSESCOPE_BINARY_DIR "/bin/fusescope"};
    line.insert(line.end(), words.begin(), words.end());
    auto variables = environmentFor(*this);
    const auto arguments = pointersTo(line);
    const auto environmentPointers = pointersTo(variables);
    const auto errors = folder / ".stderr";
    std::array<int, 2> out {};
    if (pipe2(out.data(), O_CLOEXEC) != 0)
        return {};
    const int child = fork();
    if (child == 0) {
        dup2(out[1], STDOUT_FILENO);
        const int file = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDERR_FILENO);
        if (!input.empty())
            dup2(open(input.c_str(), O_RDONLY), STDIN_FILENO); // NOLINT(*-vararg)
        if (chdir(folder.c_str()) == 0)
            execve(arguments[0], arguments.data(), environmentPointers.data());
        _exit(127);
    }
    close(out[1]);
    Ended ended;
    ended.out = readAll(out[0], [&](const std::string& text) { lineSeen(text, child); });
    close(out[0]);
    int status = 0;
    waitpid(child, &status, 0);
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : signalBase + WTERMSIG(status);
    ended.err = textOf(errors);
    return ended;
}

void writeText(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace tests
