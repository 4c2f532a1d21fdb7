// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/benchmarks/benchmark_files.h"

#include "profiler/formats/benchmarks/benchmark_formats.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <string>
#include <system_error>

namespace profiler {

namespace {

constexpr std::array formats {&pytestBenchmark, &asvResults, &dynamoCsv};

const BenchmarkFormat* formatOf(const FileBegin& file)
{
    const auto* const found = std::ranges::find_if(
        formats, [&](const BenchmarkFormat* each) { return each->recognises(file.text()); });
    return found == formats.end() ? nullptr : *found;
}

/// When it was last written, for a format that tells no date.
UtcTime writtenAt(const std::filesystem::path& path)
{
    std::error_code error;
    const auto written = std::filesystem::last_write_time(path, error);
    if (error)
        return {};
    const auto system = std::chrono::file_clock::to_sys(written).time_since_epoch();
    return {std::chrono::duration_cast<nanoseconds>(system).count()};
}

Result<BenchmarkText> textOf(const std::filesystem::path& path)
{
    const auto unreadable = path.string() + " cannot be read";
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error)
        return failure(ErrorKind::Unavailable, unreadable);
    if (size > largestBenchmarkFile)
        return failure(ErrorKind::BadData,
            path.string() + " is larger than any file of benchmarks; it is not read");
    BenchmarkText text {.path = path, .written = writtenAt(path), .text = std::string(size, '\0')};
    std::ifstream stream(path, std::ios::binary);
    stream.read(text.text.data(), static_cast<std::streamsize>(size));
    if (stream.gcount() != static_cast<std::streamsize>(size))
        return failure(ErrorKind::Unavailable, unreadable);
    return text;
}

} // namespace

bool isBenchmarkFile(const FileBegin& file)
{
    return formatOf(file) != nullptr;
}

Result<std::vector<HistoryPoint>> readBenchmarks(const FileBegin& file, HistoryMetric metric)
{
    const auto* format = formatOf(file);
    if (format == nullptr)
        return failure(ErrorKind::BadData,
            file.path.string() + " is no file of benchmarks that this program knows");
    return textOf(file.path).and_then(
        [&](const BenchmarkText& text) { return format->read(text, metric); });
}

} // namespace profiler
