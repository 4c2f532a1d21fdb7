// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/output_file.h"

#include "app/cli/terminal/console.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

tl::unexpected<profiler::Error> notWritten(
    const std::filesystem::path& path, const std::string& reason)
{
    return failure(ErrorKind::Unavailable, "cannot write " + path.string() + ": " + reason);
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

OutputFile::OutputFile(std::filesystem::path path, std::filesystem::path target, Handle file)
    : m_path(std::move(path))
    , m_target(std::move(target))
    , m_file(std::move(file))
{
}

Result<OutputFile> OutputFile::open(const std::filesystem::path& path, Packing packing)
{
    if (isRegularOrAbsent(path) && isDatabase(path))
        return failure(ErrorKind::BadInput,
            path.string() + " is a database and is not overwritten; choose another name for -o");
    auto target = path;
    if (isRegularOrAbsent(path))
        target += ".part" + std::to_string(getpid());
    errno = 0;
    // "T" writes through without packing.
    Handle file(gzopen(target.c_str(), packing == Packing::Gzip ? "wb" : "wbT"), gzclose);
    if (!file)
        return notWritten(path, lastSystemError());
    return OutputFile(path, std::move(target), std::move(file));
}

bool OutputFile::write(std::string_view text)
{
    constexpr std::size_t most = std::size_t {1} << 30U; // zlib counts in unsigned int
    while (m_error.empty() && !text.empty()) {
        const auto piece = text.substr(0, most);
        errno = 0;
        if (gzwrite(m_file.get(), piece.data(), static_cast<unsigned>(piece.size())) == 0)
            m_error = lastSystemError();
        text.remove_prefix(piece.size());
    }
    return m_error.empty();
}

Result<void> OutputFile::finish()
{
    errno = 0;
    if (gzclose(m_file.release()) != Z_OK && m_error.empty())
        m_error = lastSystemError();
    std::error_code error;
    if (m_error.empty() && m_target != m_path) {
        std::filesystem::rename(m_target, m_path, error);
        m_error = error ? error.message() : std::string();
    }
    if (m_error.empty()) {
        m_target = m_path;
        return {};
    }
    return notWritten(m_path, m_error);
}

OutputFile::~OutputFile()
{
    std::error_code ignored;
    if (m_target != m_path)
        std::filesystem::remove(m_target, ignored);
}

OutputFile::Packing packingOf(const std::filesystem::path& path)
{
    return path.extension() == ".gz" ? OutputFile::Packing::Gzip : OutputFile::Packing::None;
}

} // namespace cli
