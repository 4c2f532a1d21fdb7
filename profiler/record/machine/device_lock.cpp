// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/device_lock.h"

#include "profiler/record/machine/described_device.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace profiler {
namespace {

/// Shared by the users of the machine unless each has a folder of their own.
std::filesystem::path lockFolder(const std::string& name)
{
    // A GPU is one for all users, so its lock lies where all see it; a CPU's is a courtesy.
    const char* own = name == "cpu" ? std::getenv("XDG_RUNTIME_DIR") : nullptr; // NOLINT
    return own != nullptr && *own != '\0' ? own : "/tmp";
}

int readPid(int fd)
{
    std::array<char, 32> text {};
    const auto got = ::pread(fd, text.data(), text.size() - 1, 0);
    return got > 0 ? std::atoi(text.data()) : 0; // NOLINT(cert-err34-c): 0 is the answer wanted
}

void writePid(int fd)
{
    const auto text = std::to_string(::getpid()) + "\n";
    if (::ftruncate(fd, 0) == 0) {
        [[maybe_unused]] const auto written = ::pwrite(fd, text.data(), text.size(), 0);
    }
}

} // namespace

std::string lockNameOf(const std::string& device, const std::vector<std::string>& described)
{
    const auto* const line = describedDevice(described, device);
    if (line == nullptr)
        return device;
    const auto open = line->rfind('(');
    const auto close = line->rfind(')');
    if (open != std::string::npos && close != std::string::npos && open < close)
        return line->substr(open + 1, close - open - 1);
    return line->substr(0, line->find(' '));
}

DeviceLock DeviceLock::take(const std::string& device, const std::vector<std::string>& described)
{
    auto name = lockNameOf(device, described);
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-'; },
        '_');
    const auto path = lockFolder(name) / ("fusescope-" + name + ".lock");
    DeviceLock lock;
    // World-writable on purpose: other users take the same lock. It holds a process number only.
    const auto mask = ::umask(0);
    lock.m_file.reset(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    ::umask(mask);
    if (!lock.m_file.valid())
        return lock; // no place for a lock: better to record than to refuse
    if (::flock(lock.m_file.get(), LOCK_EX | LOCK_NB) != 0) {
        lock.m_holder = readPid(lock.m_file.get());
        return lock;
    }
    writePid(lock.m_file.get());
    return lock;
}

} // namespace profiler
