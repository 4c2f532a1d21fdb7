// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/spool_reader.h"

#include "profiler/model/files/unique_fd.h"

#include <algorithm>
#include <bit>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

namespace profiler {
namespace {

static_assert(std::endian::native == std::endian::little, "spools are little-endian");

constexpr std::int64_t spooledBytesPerCall = 8 + 8 + 4;

template <typename Value>
bool readColumn(int fd, std::int64_t offset, std::vector<Value>& column)
{
    auto* at = reinterpret_cast<char*>(column.data());
    auto left = column.size() * sizeof(Value);
    while (left > 0) {
        const auto got = ::pread(fd, at, left, offset);
        if (got <= 0)
            return false;
        at += got;
        offset += got;
        left -= static_cast<std::size_t>(got);
    }
    return true;
}

template <typename Value>
void emptyWhenUnknown(std::vector<Value>& column)
{
    if (std::any_of(column.begin(), column.end(), [](Value value) { return value < 0; }))
        column.clear();
}

} // namespace

Result<SpoolColumns> readSpool(const std::filesystem::path& file, const SpoolPiece& piece)
{
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));

    struct stat facts { };

    if (!fd.valid() || ::fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode))
        return failure(ErrorKind::BadData, "the worker's spool file cannot be read");
    // Written as subtractions, so that no sum of what the worker said can overflow.
    if (piece.calls < 0 || piece.offset < 0 || piece.offset > facts.st_size
        || piece.calls > (facts.st_size - piece.offset) / spooledBytesPerCall)
        return failure(ErrorKind::BadData,
            fmt::format(
                "the worker's spool file ends before the {} calls it announced", piece.calls));
    const auto calls = static_cast<std::size_t>(piece.calls);
    SpoolColumns columns {.wallNs = std::vector<std::int64_t>(calls),
        .cpuNs = std::vector<std::int64_t>(calls),
        .switches = std::vector<std::int32_t>(calls)};
    if (!readColumn(fd.get(), piece.offset, columns.wallNs)
        || !readColumn(fd.get(), piece.offset + 8 * piece.calls, columns.cpuNs)
        || !readColumn(fd.get(), piece.offset + 16 * piece.calls, columns.switches))
        return failure(ErrorKind::BadData, "the worker's spool file cannot be read to its end");
    if (std::any_of(columns.wallNs.begin(), columns.wallNs.end(),
            [](std::int64_t wall) { return wall < 0; }))
        return failure(ErrorKind::BadData, "the worker's spool file holds times below zero");
    emptyWhenUnknown(columns.cpuNs);
    emptyWhenUnknown(columns.switches);
    return columns;
}

} // namespace profiler
