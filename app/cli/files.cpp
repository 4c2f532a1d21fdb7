// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files.h"

#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

std::string lastSystemError()
{
    return std::error_code(errno, std::generic_category()).message();
}

bool isDatabase(const std::filesystem::path& path)
{
    constexpr std::string_view magic = "SQLite format 3";
    std::array<char, magic.size()> head {};
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), head.size());
    return std::string_view(head.data(), static_cast<std::size_t>(file.gcount())) == magic;
}

bool isRegularOrAbsent(const std::filesystem::path& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

} // namespace

Result<std::string> readFile(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return failure(ErrorKind::NotFound, path.string() + " is a folder, not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return failure(
            ErrorKind::NotFound, "cannot read " + path.string() + ": " + lastSystemError());
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

Result<void> writeFile(const std::filesystem::path& path, std::string_view text)
{
    if (isDatabase(path))
        return failure(ErrorKind::BadInput,
            path.string() + " is a database and is not overwritten; choose another name for -o");
    const auto refuse = [&] {
        return failure(
            ErrorKind::Unavailable, "cannot write " + path.string() + ": " + lastSystemError());
    };
    // Devices and pipes (-o /dev/stdout) are written as they are.
    const bool aside = isRegularOrAbsent(path);
    const auto target = aside ? path.string() + ".part" + std::to_string(getpid()) : path.string();
    std::ofstream file(target, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    if (!file) {
        auto refused = refuse();
        std::error_code ignored;
        if (aside)
            std::filesystem::remove(target, ignored);
        return refused;
    }
    std::error_code error;
    if (aside)
        std::filesystem::rename(target, path, error);
    if (error)
        return failure(
            ErrorKind::Unavailable, "cannot write " + path.string() + ": " + error.message());
    return {};
}

} // namespace cli
