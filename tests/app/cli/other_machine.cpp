// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/other_machine.h"

#include "tests/support/free_port.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tests {
namespace {

namespace fs = std::filesystem;

constexpr uid_t guest = 61234; // of other_machine.sh

void runQuietly(const std::string& command)
{
    // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe): a command of this test's own
    static_cast<void>(std::system((command + " >/dev/null 2>&1").c_str()));
}

sockaddr_in localPort(int port)
{
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

bool answers(int port)
{
    const int opened = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto address = localPort(port);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as POSIX has it
    const bool connected
        = connect(opened, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    close(opened);
    return connected;
}

} // namespace

std::string OtherMachine::whyNot()
{
    return MachineApart::whyNot(
        "another user's machine is", {"/usr/sbin/sshd", "/usr/bin/unshare", "/usr/bin/ssh-keygen"});
}

OtherMachine::OtherMachine()
    : m_port(freePort())
{
    const auto folder = m_folder.path().string();
    runQuietly("ssh-keygen -q -t ed25519 -N '' -f " + folder + "/host_key");
    runQuietly("ssh-keygen -q -t ed25519 -N '' -f " + folder + "/key");
    fs::copy_file(m_folder / "key.pub", m_folder / "authorized_keys");
    const auto hostKey = textOf(m_folder / "host_key.pub");
    m_folder.write("known_hosts", "[127.0.0.1]:" + std::to_string(m_port) + " " + hostKey);
    m_folder.write("config",
        "Host *\n IdentityFile " + folder + "/key\n IdentitiesOnly yes\n IdentityAgent none\n"
            + " UserKnownHostsFile " + folder + "/known_hosts\n GlobalKnownHostsFile none\n");
    m_folder.write("ssh", "#!/bin/sh\nexec ssh -F " + folder + "/config \"$@\"\n");
    fs::permissions(m_folder / "ssh", fs::perms::owner_all);
    fs::create_directory(m_folder / "programs");
}

OtherMachine::~OtherMachine()
{
    cutConnections();
    switchOff();
}

void OtherMachine::start(const std::string& disk)
{
    const std::string file = FUSESCOPE_SOURCE_DIR "/tests/support/other_machine.sh";
    std::vector<std::string> script {file, m_folder.path().string(), std::to_string(m_port),
        FUSESCOPE_PYTHON, FUSESCOPE_SOURCE_DIR, "boot-" + std::to_string(++m_boots)};
    if (!disk.empty())
        script.push_back(disk);
    m_machine.start(script, m_folder / "log");
    for (int tries = 0; tries < 200 && !answers(m_port); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

void OtherMachine::switchOff()
{
    if (!m_machine.isStarted())
        return;
    m_machine.end();
    for (int tries = 0; tries < 100 && answers(m_port); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

std::string OtherMachine::address() const
{
    return "ssh://guest@127.0.0.1:" + std::to_string(m_port);
}

std::string OtherMachine::sshVariable() const
{
    return "FUSESCOPE_SSH=" + (m_folder / "ssh").string();
}

int OtherMachine::run(const std::string& command) const
{
    const auto line = (m_folder / "ssh").string() + " -p " + std::to_string(m_port)
        + " guest@127.0.0.1 '" + command + "' </dev/null >/dev/null 2>&1";
    // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe): a command of this test's own
    return WEXITSTATUS(std::system(line.c_str()));
}

int OtherMachine::killWhere(
    const std::function<bool(const fs::path& process, const std::string& line)>& is) const
{
    int killed = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto number = entry.path().filename().string();
        if (!std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
            continue;
        auto line = textOf(entry.path() / "cmdline");
        std::replace(line.begin(), line.end(), '\0', ' ');
        // Each test has a folder of its own, which its processes name.
        if (line.find(m_folder.path().string()) != std::string::npos && is(entry.path(), line))
            killed += kill(std::stoi(number), SIGKILL) == 0 ? 1 : 0;
    }
    return killed;
}

int OtherMachine::cutConnections() const
{
    // The one that the calls share names the socket instead of the configuration.
    return killWhere([&](const fs::path& process, const std::string& line) {
        return textOf(process / "comm") == "ssh\n" || line.starts_with("ssh: ");
    });
}

int OtherMachine::killThere(const std::string& program) const
{
    return killWhere([&](const fs::path& process, const std::string&) {
        struct stat facts { };

        return stat(process.c_str(), &facts) == 0 && facts.st_uid == guest
            && textOf(process / "comm") == program + "\n";
    });
}

} // namespace tests
