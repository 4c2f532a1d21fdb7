// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/workspace.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
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

/// The recorder's process number in "fusescope-PID-XXXXXX"; 0 = no such name.
int ownerOf(const std::string& name)
{
    if (!name.starts_with(prefix))
        return 0;
    int pid = 0;
    const char* end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + prefix.size(), end, pid);
    return parsed.ec == std::errc {} && parsed.ptr != end && *parsed.ptr == '-' ? pid : 0;
}

void removeLeftovers(const fs::path& folder)
{
    std::error_code ignored;
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        const int owner = ownerOf(entry->path().filename().string());
        if (owner > 0 && ::kill(owner, 0) != 0 && errno == ESRCH && isMine(entry->path()))
            Workspace::remove(entry->path());
    }
}

std::string environmentKey(const Plan& plan, const Variant& variant)
{
    std::string key = variant.python.empty() ? plan.python : variant.python;
    for (const auto& [name, value] : variant.environment)
        key += "\n" + name + "=" + value;
    return key;
}

} // namespace

Result<Workspace> Workspace::create()
{
    std::error_code error;
    const auto folder = fs::temp_directory_path(error);
    if (error)
        return failure(ErrorKind::Unavailable,
            "there is no folder for temporary files; set TMPDIR to one that can be written");
    removeLeftovers(folder);
    auto name = (folder / fmt::format("{}{}-XXXXXX", prefix, ::getpid())).string();
    if (::mkdtemp(name.data()) == nullptr)
        return failure(ErrorKind::Unavailable,
            fmt::format("no temporary folder could be made in {}: {}; free some space or set "
                        "TMPDIR to another folder",
                folder.string(), std::generic_category().message(errno)));
    return Workspace(name);
}

Workspace::Workspace(Workspace&& other) noexcept
    : m_root(std::exchange(other.m_root, {}))
    , m_caches(other.m_caches)
    , m_shared(std::move(other.m_shared))
{
}

Workspace::~Workspace()
{
    if (!m_root.empty())
        remove(m_root);
}

void Workspace::remove(const fs::path& path)
{
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

fs::path Workspace::spoolOf(int worker) const
{
    return m_root / fmt::format("worker-{}.spool", worker);
}

fs::path Workspace::codeBeside(const fs::path& spool, int number)
{
    return spool.string() + fmt::format(".code-{}", number);
}

fs::path Workspace::compilesBeside(const fs::path& spool, int number)
{
    return spool.string() + fmt::format(".compiles-{}", number);
}

fs::path Workspace::traceSpool(int trace) const
{
    return m_root / fmt::format("trace-{}.spool", trace);
}

fs::path Workspace::outputs(const std::string& name) const
{
    return m_root / (name + ".pt");
}

fs::path Workspace::newCache()
{
    auto cache = m_root / fmt::format("cache-{}", m_caches++);
    std::error_code ignored;
    fs::create_directories(cache, ignored);
    return cache;
}

fs::path Workspace::sharedCache(const Plan& plan, const Variant& variant)
{
    auto& cache = m_shared[environmentKey(plan, variant)];
    if (cache.empty())
        cache = newCache();
    return cache;
}

void Workspace::dropSharedCache(const Plan& plan, const Variant& variant)
{
    m_shared.erase(environmentKey(plan, variant)); // the files may be mapped by other lanes
}

std::map<std::string, std::string> cacheEnvironment(const fs::path& cache)
{
    return {{"TORCHINDUCTOR_CACHE_DIR", cache.string()},
        {"TRITON_CACHE_DIR", (cache / "triton").string()}};
}

} // namespace profiler
