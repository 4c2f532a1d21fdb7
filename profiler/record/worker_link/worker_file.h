// SPDX-License-Identifier: Apache-2.0
// Included by .cpp files only: it shows nlohmann/json.
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/worker_link/json_reader.h"

#include <filesystem>
#include <optional>
#include <string>

namespace profiler {

/// What a worker left beside its spool: foreign code may have put anything there. nullopt: it is no
/// plain file, or larger than any that is read.
[[nodiscard]] std::optional<std::string> contentOfWorkerFile(const std::filesystem::path& file);

/// What `read` makes of the JSON object in such a file; `lost` begins the sentence where that is
/// nothing.
template <typename Value>
[[nodiscard]] Result<Value> readWorkerFile(const std::filesystem::path& file,
    const std::string& lost, Value (*read)(const JsonReader& reader, std::string& offence))
{
    const auto content = contentOfWorkerFile(file);
    if (!content)
        return failure(ErrorKind::BadData, lost + "the worker's file cannot be read");
    const auto json = parseUntrusted(*content);
    std::string offence;
    auto value = read(JsonReader(json, &offence), offence);
    if (!offence.empty())
        return failure(ErrorKind::BadData, lost + offence);
    return value;
}

} // namespace profiler
