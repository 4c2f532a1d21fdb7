// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/machine_apart.h"

#include "profiler/model/process/child_words.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {

std::string MachineApart::whyNot(const std::string& whose, const std::vector<std::string>& programs)
{
    if (geteuid() != 0)
        return whose + " made by root alone";
    for (const auto& program : programs)
        if (!std::filesystem::exists(program))
            return program + " is not installed";
    const int status = std::system( // NOLINT(cert-env33-c,concurrency-mt-unsafe)
        "unshare --mount --uts --pid --fork --kill-child true >/dev/null 2>&1");
    return status == 0 ? "" : "no namespaces can be made here";
}

void MachineApart::start(const std::vector<std::string>& script, const std::filesystem::path& log)
{
    std::vector<std::string> words {
        "unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child", "sh"};
    words.insert(words.end(), script.begin(), script.end());
    const auto pointers = profiler::pointersTo(words);
    m_process = fork();
    if (m_process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that aborts leaves none behind
        setpgid(0, 0);
        const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        execvp(pointers[0], pointers.data());
        _exit(127);
    }
}

void MachineApart::end()
{
    if (m_process <= 0)
        return;
    kill(m_process, SIGKILL); // its first process ends with it, and all others with that
    waitpid(m_process, nullptr, 0);
    m_process = -1;
}

} // namespace tests
