// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/scratch_folder.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <map>
#include <string>

namespace profiler {

struct Plan;
struct Variant;

/// The temporary files of one recording: spools, saved outputs, compile caches. Removed at the end;
/// those of recorders that were killed are removed by the next one.
class Workspace {
public:
    [[nodiscard]] static Result<Workspace> create();

    [[nodiscard]] std::filesystem::path spoolOf(int worker) const;
    /// Generated code that the worker of this spool wrote.
    [[nodiscard]] static std::filesystem::path codeBeside(
        const std::filesystem::path& spool, int number);
    /// Steps of compiles that the worker of this spool wrote.
    [[nodiscard]] static std::filesystem::path compilesBeside(
        const std::filesystem::path& spool, int number);
    [[nodiscard]] std::filesystem::path traceSpool(int trace) const;
    [[nodiscard]] std::filesystem::path outputs(const std::string& name) const;

    /// A new, empty compile cache.
    [[nodiscard]] std::filesystem::path newCache();
    /// The cache that variants with this environment share.
    [[nodiscard]] std::filesystem::path sharedCache(const Plan& plan, const Variant& variant);

    /// One of its files, before the end.
    void remove(const std::filesystem::path& path) const { m_root.remove(path); }

private:
    explicit Workspace(ScratchFolder root)
        : m_root(std::move(root))
    {
    }

    ScratchFolder m_root;
    int m_caches = 0;
    std::map<std::string, std::filesystem::path> m_shared; ///< by environment
};

/// The variables that make torch use `cache` for what it compiles, and nothing else.
[[nodiscard]] std::map<std::string, std::string> cacheEnvironment(
    const std::filesystem::path& cache);

} // namespace profiler
