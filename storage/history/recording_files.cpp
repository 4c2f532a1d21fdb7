// SPDX-License-Identifier: Apache-2.0
#include "storage/history/recording_files.h"

#include "profiler/formats/benchmarks/benchmark_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

/// Ours are known by their ending, whatever stands in them: it is said what is wrong.
std::optional<FileBegin> benchmarksIn(const fs::path& file)
{
    if (file.extension() == ".fscope")
        return std::nullopt;
    auto begin = beginOf(file);
    return isBenchmarkFile(begin) ? std::optional(std::move(begin)) : std::nullopt;
}

/// Of other files than ours a folder may hold many that mean something else.
void addIfRecordings(const fs::path& file, std::vector<RecordingFile>& files)
{
    const auto ending = file.extension();
    if (ending == ".fscope")
        files.push_back({.path = file, .benchmarks = {}});
    else if (ending == ".json" || ending == ".csv")
        if (auto benchmarks = benchmarksIn(file))
            files.push_back({.path = file, .benchmarks = std::move(benchmarks)});
}

Result<void> addFolder(const fs::path& folder, FolderDepth depth, std::vector<RecordingFile>& files)
{
    std::error_code error;
    std::size_t seen = 0;
    fs::recursive_directory_iterator each(
        folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && each != fs::recursive_directory_iterator(); each.increment(error)) {
        if (++seen > mostFilesOfFolder)
            return failure(ErrorKind::BadInput,
                fmt::format("{} holds more than {} files; name the folder of the recordings",
                    folder.string(), mostFilesOfFolder));
        if (depth == FolderDepth::Alone || each->path().filename() == ".git")
            each.disable_recursion_pending();
        std::error_code ignored;
        if (each->is_regular_file(ignored))
            addIfRecordings(each->path(), files);
    }
    if (error)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} cannot be read ({})", folder.string(), error.message()));
    return {};
}

} // namespace

Result<std::vector<RecordingFile>> recordingFiles(
    const std::vector<fs::path>& places, FolderDepth depth)
{
    std::vector<RecordingFile> files;
    for (const auto& place : places) {
        std::error_code error;
        const auto status = fs::status(place, error);
        if (status.type() == fs::file_type::not_found)
            return failure(ErrorKind::NotFound, fmt::format("there is no file {}", place.string()));
        if (!fs::is_directory(status)) {
            files.push_back({.path = place, .benchmarks = benchmarksIn(place)});
            continue;
        }
        if (const auto added = addFolder(place, depth, files); !added)
            return tl::unexpected(added.error());
    }
    std::ranges::stable_sort(files, {}, &RecordingFile::path);
    const auto again = std::unique(files.begin(), files.end(),
        [](const auto& one, const auto& other) { return one.path == other.path; });
    files.erase(again, files.end());
    return files;
}

} // namespace storage
