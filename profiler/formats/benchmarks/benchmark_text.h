// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/json/json_fields.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/utc_time.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {

/// More is refused.
inline constexpr std::size_t largestBenchmarkFile = std::size_t {64} << 20U; ///< bytes
inline constexpr std::size_t mostBenchmarks = 100'000; ///< of a file

/// A file of benchmarks, whole.
struct BenchmarkText {
    std::filesystem::path path;
    UtcTime written;
    std::string text;
};

/// The members of an object in a document; none where there is none.
inline json_text::JsonMemberList objectIn(
    const json_text::JsonMemberList& members, std::string_view key)
{
    return json_text::membersOf(json_text::valueOf(members, key))
        .value_or(json_text::JsonMemberList {});
}

/// Nothing where the value is no text, or an empty one.
inline void putText(EnvironmentFields& fields, const std::string& field, std::string_view value)
{
    if (auto text = json_text::textOf(value); text && !text->empty())
        fields[field] = std::move(*text);
}

} // namespace profiler
