// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_header.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

using Json = nlohmann::ordered_json;

std::string fieldOf(const EnvironmentFields& environment, const std::string& key)
{
    const auto field = environment.find(key);
    return field == environment.end() ? std::string() : field->second;
}

/// The numbers of "12.4" or "6.3.42133"; those that are not there are 0. nullopt: no version.
std::optional<std::array<std::int64_t, 3>> numbersOf(std::string_view version)
{
    std::array<std::int64_t, 3> numbers {};
    for (auto& number : numbers) {
        const auto* const end = version.data() + version.size();
        const auto [stop, error] = std::from_chars(version.data(), end, number);
        constexpr std::int64_t most = 1'000'000;
        if (error != std::errc {} || number < 0 || number > most)
            return std::nullopt;
        if (stop == end || *stop != '.')
            return numbers;
        version.remove_prefix(static_cast<std::size_t>(stop - version.data()) + 1);
    }
    return numbers;
}

void putVersions(Json& document, const EnvironmentFields& environment)
{
    for (const auto& [field, key] : {std::pair {"cuda", "cuda_runtime_version"},
             std::pair {"cuda_driver", "cuda_driver_version"}})
        if (const auto version = numbersOf(fieldOf(environment, field)))
            document[key] = (*version)[0] * 1000 + (*version)[1] * 10;
    for (const auto& [field, key] :
        {std::pair {"hip", "hip_runtime_version"}, std::pair {"hip_driver", "hip_driver_version"}})
        if (const auto version = numbersOf(fieldOf(environment, field)))
            document[key] = (*version)[0] * 10'000'000 + (*version)[1] * 100'000 + (*version)[2];
    for (const auto& [field, key] :
        {std::pair {"cupti", "cupti_version"}, std::pair {"roctracer", "roctracer_version"}})
        if (const auto version = numbersOf(fieldOf(environment, field)))
            document[key] = (*version)[0];
}

/// The one that its process used; the environment knows no other.
void putDevice(Json& document, const ExportedTrace& source)
{
    const auto& rows = source.rows;
    if (rows.kernels.size() + rows.copies.size() == 0)
        return;
    const auto id
        = rows.kernels.size() > 0 ? rows.kernels.device.front() : rows.copies.device.front();
    Json device {{"id", id}, {"name", fieldOf(source.environment, "device_name")}};
    if (const auto capability = numbersOf(fieldOf(source.environment, "compute_capability"))) {
        device["computeMajor"] = (*capability)[0];
        device["computeMinor"] = (*capability)[1];
    }
    if (const auto count = numbersOf(fieldOf(source.environment, "multiprocessors")))
        device["numSms"] = (*count)[0];
    document["deviceProperties"] = Json::array({device});
}

} // namespace

std::string chromeHeader(const ExportedTrace& source)
{
    Json document {{"schemaVersion", 1}, {"displayTimeUnit", "ms"}, {"traceName", source.name}};
    putDevice(document, source);
    putVersions(document, source.environment);
    if (!source.warnings.empty())
        document["WARNING"] = source.warnings;
    const auto text = document.dump(1, ' ', false, Json::error_handler_t::replace);
    return text.substr(2, text.size() - 4); // without the braces and their line ends
}

} // namespace profiler
