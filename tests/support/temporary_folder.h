// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/scratch_folder.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace tests {

/// A folder that goes with its test.
class TemporaryFolder : public profiler::ScratchFolder {
public:
    TemporaryFolder()
        : profiler::ScratchFolder("test-of-fusescope")
    {
    }

    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const
    {
        return path() / name;
    }

    /// With the folders on the way to it.
    std::filesystem::path write(const std::string& name, std::string_view text) const
    {
        auto file = path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
};

[[nodiscard]] inline std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

} // namespace tests
