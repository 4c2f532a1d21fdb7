// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/installation.h"

#include "profiler/model/files/cache_folder.h"

#include <fmt/format.h>
#include <system_error>

namespace profiler {
namespace {

namespace fs = std::filesystem;

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

fs::path collectorIn(const fs::path& folder)
{
    auto file = folder / "libfusescope_collector.so";
    return isThere(file) ? file : fs::path();
}

Installation sourceTree(const fs::path& root, const fs::path& build)
{
    return {.worker = root / "profiler/worker/main.py",
        .models = root / "resources/models",
        .suites = root / "resources/suites",
        .agentSource = root,
        .agents = build / "lib/agents",
        .collector = collectorIn(build / "lib"),
        .agentCache = cacheFolder() / "agents"};
}

Installation installedUnder(const fs::path& prefix)
{
    const auto source = prefix / "share/fusescope/agent-source";
    return {.worker = prefix / "lib/fusescope/worker/main.py",
        .models = prefix / "share/fusescope/models",
        .suites = prefix / "share/fusescope/suites",
        .agentSource = isThere(source) ? source : fs::path(),
        .agents = prefix / "lib/fusescope/agents",
        .collector = collectorIn(prefix / "lib/fusescope"),
        .agentCache = cacheFolder() / "agents"};
}

} // namespace

Result<Installation> findInstallation(const std::filesystem::path& executable)
{
    const auto prefix = executable.parent_path().parent_path();
    if (auto installed = installedUnder(prefix); isThere(installed.worker))
        return installed;
    // <source>/build/<preset>/bin/<program>; a build folder may also lie directly in the source
    // tree.
    for (auto root = prefix; root.has_relative_path(); root = root.parent_path())
        if (isThere(root / "profiler/worker/main.py"))
            return sourceTree(root, prefix);
    return failure(ErrorKind::NotFound,
        fmt::format(
            "the worker's files are neither under {} nor in a source tree above it: unpack or "
            "install Fusescope whole, and do not move the program alone",
            (prefix / "lib/fusescope").string()));
}

Result<Installation> findInstallation()
{
    std::error_code error;
    const auto executable = fs::read_symlink("/proc/self/exe", error);
    if (error)
        return failure(ErrorKind::Unavailable,
            "/proc/self/exe cannot be read (" + error.message() + "): mount /proc");
    return findInstallation(executable);
}

} // namespace profiler
