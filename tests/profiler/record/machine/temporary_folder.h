// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX
#include <string>
#include <string_view>

namespace machine_test {

/// A folder of one test; removed with it.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "fusescope-XXXXXX").string();
        m_path = ::mkdtemp(name.data());
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder(TemporaryFolder&&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    ~TemporaryFolder() { std::filesystem::remove_all(m_path); }

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    std::filesystem::path write(const std::string& name, std::string_view text) const
    {
        auto file = m_path / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
        return file;
    }

    std::filesystem::path writeProgram(const std::string& name, std::string_view text) const
    {
        auto file = write(name, text);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }

    /// The tests' own Python without site-packages, but with `packages` of this folder.
    std::filesystem::path writePython(const std::string& name, const std::string& packages) const
    {
        return writeProgram(name,
            "#!/bin/sh\nPYTHONPATH='" + (m_path / packages).string()
                + "' exec '" FUSESCOPE_PYTHON "' -S \"$@\"\n");
    }

private:
    std::filesystem::path m_path;
};

} // namespace machine_test
