// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/unique_fd.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <utility>

namespace profiler {

/// A new folder for temporary files, removed with all that lies in it, and nothing else. It is
/// locked (flock, shared) as long as its owner lives: a process number tells that to nobody in
/// another container.
class ScratchFolder {
public:
    /// `name` begins its name; `place` is a folder that is there.
    explicit ScratchFolder(const std::string& name,
        const std::filesystem::path& place = std::filesystem::temp_directory_path())
    {
        auto pattern = (place / (name + "-XXXXXX")).string();
        if (::mkdtemp(pattern.data()) != nullptr)
            hold(pattern);
        else
            m_error = {errno, std::generic_category()};
    }

    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ScratchFolder& operator=(ScratchFolder&&) = delete;

    ScratchFolder(ScratchFolder&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
        , m_error(other.m_error)
        , m_lock(std::move(other.m_lock))
    {
    }

    ~ScratchFolder() { removeNow(); }

    /// Empty: it could not be made, was handed on or is removed.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    [[nodiscard]] const std::error_code& error() const { return m_error; } ///< why it was not made

    /// Before its owner ends.
    void removeNow()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(std::exchange(m_path, {}), ignored);
    }

    /// A file or folder in it. What lies elsewhere stays, also behind a link or "..".
    void remove(const std::filesystem::path& inside) const
    {
        std::error_code ignored;
        const auto name = inside.filename();
        if (m_path.empty() || name.empty() || name == "." || name == "..")
            return;
        const auto root = std::filesystem::weakly_canonical(m_path, ignored);
        const auto folder = std::filesystem::weakly_canonical(inside.parent_path(), ignored);
        const auto way = folder.lexically_relative(root);
        if (!ignored && !way.empty() && *way.begin() != "..")
            std::filesystem::remove_all(folder / name, ignored);
    }

private:
    void hold(const std::string& path)
    {
        m_path = path;
        m_lock = UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (m_lock.valid())
            ::flock(m_lock.get(), LOCK_SH | LOCK_NB);
    }

    std::filesystem::path m_path;
    std::error_code m_error;
    UniqueFd m_lock;
};

} // namespace profiler
