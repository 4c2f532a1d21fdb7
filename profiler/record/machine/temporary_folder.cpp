// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/temporary_folder.h"

#include "profiler/model/text/fnv_hash.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace profiler {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "fusescope-";

bool isMine(const fs::path& path)
{
    struct stat facts { };

    return ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)
        && facts.st_uid == ::geteuid();
}

/// The recorder's process number in "fusescope-PID-…"; 0 = no such name.
int ownerOf(const std::string& name)
{
    if (!name.starts_with(prefix))
        return 0;
    int pid = 0;
    const char* end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + prefix.size(), end, pid);
    return parsed.ec == std::errc {} && parsed.ptr != end && *parsed.ptr == '-' ? pid : 0;
}

/// Of this machine, or of a container's own process numbers: elsewhere ours say nothing, and nodes
/// may share the folder of temporary files.
std::string numberSpace()
{
    std::array<char, 256> host {};
    ::gethostname(host.data(), host.size() - 1);
    std::error_code ignored;
    const auto space = fs::read_symlink("/proc/self/ns/pid", ignored);
    return fmt::format("{:08x}", fnvHash(host.data() + space.string()) >> 32U);
}

/// "fusescope-PID-SPACE", which a random end follows.
std::string nameFor(int process)
{
    return fmt::format("{}{}-{}", prefix, process, numberSpace());
}

void removeLeftovers(const fs::path& folder)
{
    std::error_code ignored;
    std::error_code whichever;
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        const auto name = entry->path().filename().string();
        const int owner = ownerOf(name);
        if (owner > 0 && name.starts_with(nameFor(owner) + "-") && ::kill(owner, 0) != 0
            && errno == ESRCH && isMine(entry->path()))
            fs::remove_all(entry->path(), whichever);
    }
}

} // namespace

Result<ScratchFolder> makeTemporaryFolder()
{
    std::error_code error;
    const auto folder = fs::temp_directory_path(error);
    if (error)
        return failure(ErrorKind::Unavailable,
            "there is no folder for temporary files; set TMPDIR to one that can be written");
    removeLeftovers(folder);
    ScratchFolder made(nameFor(::getpid()), folder);
    if (made.path().empty())
        return failure(ErrorKind::Unavailable,
            fmt::format("no temporary folder could be made in {}: {}; free some space or set "
                        "TMPDIR to another folder",
                folder.string(), made.error().message()));
    return made;
}

bool isTemporaryFolder(const fs::path& path)
{
    return ownerOf(path.filename().string()) > 0;
}

} // namespace profiler
