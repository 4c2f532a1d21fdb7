// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/slurm_cluster.h"

#include "tests/support/free_port.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace tests {

namespace fs = std::filesystem;

SlurmCluster::~SlurmCluster()
{
    if (m_process <= 0)
        return;
    kill(m_process, SIGKILL); // its first process ends with it, and all others with that
    waitpid(m_process, nullptr, 0);
}

std::string SlurmCluster::whyNot()
{
    if (geteuid() != 0)
        return "a cluster's namespaces are made by root alone";
    for (const auto* program : {"/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged",
             "/usr/bin/sbatch", "/usr/bin/unshare"})
        if (!fs::exists(program))
            return std::string(program) + " is not installed";
    const int status = std::system( // NOLINT(cert-env33-c,concurrency-mt-unsafe)
        "unshare --mount --uts --pid --fork --kill-child true >/dev/null 2>&1");
    return status == 0 ? "" : "no namespaces can be made here";
}

bool SlurmCluster::start()
{
    const std::string script = FUSESCOPE_SOURCE_DIR "/tests/support/slurm_cluster.sh";
    std::vector<std::string> words {"unshare", "--mount", "--uts", "--pid", "--fork",
        "--kill-child", "sh", script, m_folder.path().string(), std::to_string(freePort()),
        std::to_string(freePort())};
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (auto& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    m_process = fork();
    if (m_process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that aborts leaves no cluster
        setpgid(0, 0);
        const int log = open((m_folder / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        execvp(pointers[0], pointers.data());
        _exit(127);
    }
    for (int tries = 0; tries < 300; ++tries) {
        if (run("sinfo --noheader --format=%T 2>/dev/null") == "idle\n")
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

std::string SlurmCluster::variable() const
{
    return "SLURM_CONF=" + (m_folder / "slurm.conf").string();
}

std::string SlurmCluster::run(const std::string& command) const
{
    const auto line = variable() + " " + command;
    // NOLINTNEXTLINE(cert-env33-c): a command of this test's own
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(line.c_str(), "re"), pclose);
    std::string text;
    std::array<char, 4096> buffer {};
    while (const auto count = fread(buffer.data(), 1, buffer.size(), pipe.get()))
        text.append(buffer.data(), count);
    return text;
}

std::string SlurmCluster::nextRunning() const
{
    const auto running
        = [&] { return run("squeue --noheader --array --states=RUNNING --format=%F_%K"); };
    const auto before = running();
    auto now = before;
    for (int tries = 0; tries < 600 && (now.empty() || now == before); ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        now = running();
    }
    return now.substr(0, now.find('\n'));
}

void SlurmCluster::drain() const
{
    static_cast<void>(run("scontrol update nodename=fusenode state=drain reason=test"));
}

void SlurmCluster::resume() const
{
    static_cast<void>(run("scontrol update nodename=fusenode state=resume"));
}

std::string SlurmCluster::logs() const
{
    return textOf(m_folder / "log") + textOf(m_folder / "slurmctld.log")
        + textOf(m_folder / "slurmd.log");
}

} // namespace tests
