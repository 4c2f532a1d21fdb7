// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/source/file_begin.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <system_error>
#include <zlib.h>

namespace profiler {

namespace {

/// The first bytes behind space, unpacked where they are packed; zlib hands plain files through.
/// It gives nothing of a piece in which packed data turn out damaged, so the pieces are small.
std::string firstBytes(const std::filesystem::path& path)
{
    constexpr unsigned pieceBytes = 128;
    constexpr std::size_t mostBytes = 256;
    constexpr int mostSpace = 1 << 20;
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
    std::string bytes;
    if (!file || gzbuffer(file.get(), pieceBytes) != 0)
        return bytes;
    for (int space = 0; bytes.size() < mostBytes && space < mostSpace;) {
        const int byte = gzgetc(file.get());
        if (byte < 0)
            break;
        if (bytes.empty() && std::isspace(byte) != 0)
            ++space;
        else
            bytes += static_cast<char>(byte);
    }
    return bytes;
}

} // namespace

std::string_view FileBegin::text() const
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (isUtf16())
        return {};
    const std::string_view all = bytes;
    return all.starts_with(mark) ? all.substr(mark.size()) : all;
}

bool FileBegin::isSqlite() const
{
    return bytes.starts_with("SQLite format 3");
}

/// SQLite keeps the application's number, "FScp", in bytes 68 to 71.
bool FileBegin::isRunDatabase() const
{
    constexpr std::size_t applicationAt = 68;
    return isSqlite() && bytes.size() > applicationAt
        && bytes.substr(applicationAt).starts_with("FScp");
}

/// With its mark, or as the first letter of JSON or of a log stands in it.
bool FileBegin::isUtf16() const
{
    using namespace std::string_view_literals;
    constexpr std::array begins {
        "\xff\xfe"sv, "\xfe\xff"sv, "{\0"sv, "\0{"sv, "[\0"sv, "\0["sv, "V\0"sv, "\0V"sv};
    return std::ranges::any_of(
        begins, [this](std::string_view begin) { return bytes.starts_with(begin); });
}

FileBegin beginOf(const std::filesystem::path& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return {.path = path, .isFolder = true};
    if (!std::filesystem::is_regular_file(path, error)) // reading a pipe would wait
        return {.path = path};
    return {.path = path, .bytes = firstBytes(path)};
}

Result<void> checkIsFile(const std::filesystem::path& path, const std::string& otherwise)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
        return failure(ErrorKind::NotFound, "there is no file " + path.string());
    if (!error && !std::filesystem::is_regular_file(status))
        return failure(ErrorKind::BadInput, path.string() + " " + otherwise);
    return {};
}

} // namespace profiler
