// SPDX-License-Identifier: Apache-2.0
#include "storage/history/recording_files.h"

#include "profiler/formats/benchmarks/benchmark_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <system_error>

namespace storage {

using namespace profiler;

namespace {

/// Of other files than ours a folder may hold many that mean something else.
bool mayHoldRecordings(const fs::path& file)
{
    const auto ending = file.extension();
    return ending == ".fscope"
        || ((ending == ".json" || ending == ".csv") && isBenchmarkFile(beginOf(file)));
}

Result<void> addFolder(const fs::path& folder, std::vector<fs::path>& files)
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
        if (each->path().filename() == ".git")
            each.disable_recursion_pending();
        std::error_code ignored;
        if (each->is_regular_file(ignored) && mayHoldRecordings(each->path()))
            files.push_back(each->path());
    }
    if (error)
        return failure(ErrorKind::Unavailable,
            fmt::format("{} cannot be read ({})", folder.string(), error.message()));
    return {};
}

} // namespace

Result<std::vector<fs::path>> recordingFiles(const std::vector<fs::path>& places)
{
    std::vector<fs::path> files;
    for (const auto& place : places) {
        std::error_code error;
        const auto status = fs::status(place, error);
        if (status.type() == fs::file_type::not_found)
            return failure(ErrorKind::NotFound, fmt::format("there is no file {}", place.string()));
        if (!fs::is_directory(status)) {
            files.push_back(place);
            continue;
        }
        if (const auto added = addFolder(place, files); !added)
            return tl::unexpected(added.error());
    }
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

} // namespace storage
