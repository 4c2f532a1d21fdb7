// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace profiler {

/// A new folder for temporary files, removed with all that lies in it, and nothing else.
class ScratchFolder {
public:
    /// `name` begins its name; `place` is a folder that is there.
    explicit ScratchFolder(const std::string& name,
        const std::filesystem::path& place = std::filesystem::temp_directory_path())
    {
        auto pattern = (place / (name + "-XXXXXX")).string();
        if (::mkdtemp(pattern.data()) != nullptr)
            m_path = pattern;
        else
            m_error = {errno, std::generic_category()};
    }

    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ScratchFolder& operator=(ScratchFolder&&) = delete;

    ScratchFolder(ScratchFolder&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
        , m_error(other.m_error)
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
    std::filesystem::path m_path;
    std::error_code m_error;
};

} // namespace profiler
