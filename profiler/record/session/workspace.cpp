// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/workspace.h"

#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/temporary_folder.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace profiler {
namespace {

namespace fs = std::filesystem;

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
    auto root = makeTemporaryFolder();
    if (!root)
        return tl::unexpected(root.error());
    return Workspace(*std::move(root));
}

fs::path Workspace::spoolOf(int worker) const
{
    return m_root.path() / fmt::format("worker-{}.spool", worker);
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
    return m_root.path() / fmt::format("trace-{}.spool", trace);
}

fs::path Workspace::outputs(const std::string& name) const
{
    return m_root.path() / (name + ".pt");
}

fs::path Workspace::newCache()
{
    auto cache = m_root.path() / fmt::format("cache-{}", m_caches++);
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

std::map<std::string, std::string> cacheEnvironment(const fs::path& cache)
{
    return {{"TORCHINDUCTOR_CACHE_DIR", cache.string()},
        {"TRITON_CACHE_DIR", (cache / "triton").string()}};
}

} // namespace profiler
