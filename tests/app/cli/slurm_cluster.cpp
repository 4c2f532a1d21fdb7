// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/slurm_cluster.h"

#include "tests/support/free_port.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

namespace tests {

std::string SlurmCluster::whyNot()
{
    return MachineApart::whyNot("a cluster's namespaces are",
        {"/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged", "/usr/bin/sbatch",
            "/usr/bin/unshare"});
}

bool SlurmCluster::start()
{
    m_machine.start(
        {FUSESCOPE_SOURCE_DIR "/tests/support/slurm_cluster.sh", m_folder.path().string(),
            std::to_string(freePort()), std::to_string(freePort())},
        m_folder / "log");
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

std::string SlurmCluster::waitingElement() const
{
    const auto waiting = run("squeue --noheader --array --states=PENDING --format=%F_%K");
    return waiting.substr(0, waiting.find('\n'));
}

void SlurmCluster::awaitBeginOf(const std::string& element) const
{
    const auto runs = [&] {
        return run("squeue --noheader --array --states=RUNNING --format=%F_%K") == element + '\n';
    };
    for (int tries = 0; tries < 600 && !runs(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
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
