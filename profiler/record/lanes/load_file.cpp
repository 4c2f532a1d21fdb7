// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/load_file.h"

#include "profiler/model/files/unique_fd.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace profiler {
namespace {

using Column = std::vector<std::int64_t>;

constexpr std::size_t columns = 5; // planned, start, end, collected, compiled

void put(std::ofstream& stream, const Column& column)
{
    stream.write(reinterpret_cast<const char*>(column.data()),
        static_cast<std::streamsize>(column.size() * sizeof(std::int64_t)));
}

bool readAll(int fd, Column& values)
{
    auto* at = reinterpret_cast<char*>(values.data());
    auto left = values.size() * sizeof(std::int64_t);
    for (::off_t offset = 0; left > 0;) {
        const auto got = ::pread(fd, at, left, offset);
        if (got <= 0)
            return false;
        at += got;
        offset += got;
        left -= static_cast<std::size_t>(got);
    }
    return true;
}

/// A request begins once it came and ends once it began.
bool isPossible(std::int64_t planned, std::int64_t start, std::int64_t end)
{
    if (start == LoadRequests::never)
        return end == LoadRequests::never;
    return start >= planned && (end == LoadRequests::never || end >= start);
}

bool arePossible(const LoadRequests& requests)
{
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (!isPossible(requests.plannedNs[i], requests.startNs[i], requests.endNs[i]))
            return false;
    return true;
}

} // namespace

Result<void> writePlanned(
    const std::filesystem::path& file, std::span<const std::int64_t> plannedNs)
{
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    put(stream, {0});
    put(stream, Column(plannedNs.begin(), plannedNs.end()));
    for (int i = 0; i < 2; ++i)
        put(stream, Column(plannedNs.size(), LoadRequests::never));
    for (int i = 0; i < 2; ++i)
        put(stream, Column(plannedNs.size(), 0));
    if (!stream.flush())
        return failure(ErrorKind::Unavailable,
            "the requests of a load cannot be written to " + file.string()
                + ": is the disk of temporary files full?");
    return {};
}

Result<WrittenLoad> readLoad(
    const std::filesystem::path& file, std::span<const std::int64_t> plannedNs)
{
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));

    struct stat facts { };

    const auto size = plannedNs.size();
    Column values(1 + columns * size);
    if (!fd.valid() || ::fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode)
        || !readAll(fd.get(), values))
        return failure(ErrorKind::BadData, "the worker's file of requests cannot be read");
    const auto column = [&](std::size_t index) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(1 + index * size);
        return Column(begin, begin + static_cast<std::ptrdiff_t>(size));
    };
    WrittenLoad written {.started = UtcTime {values.front()},
        .requests = {.plannedNs = Column(plannedNs.begin(), plannedNs.end()),
            .startNs = column(1),
            .endNs = column(2),
            .collectedNs = column(3)}};
    for (const auto compiled : column(4))
        written.requests.compiled.push_back(compiled != 0 ? 1 : 0);
    for (auto& collected : written.requests.collectedNs)
        collected = std::max<std::int64_t>(collected, 0);
    if (!arePossible(written.requests))
        return failure(ErrorKind::BadData,
            "the worker's file of requests holds times that cannot be: a request ends before it "
            "began, or begins before it came");
    return written;
}

} // namespace profiler
