// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/json/json_members.h"

#include <optional>
#include <string_view>

namespace profiler {

/// An event of a Chrome trace as it stands in the file; what it lacks is empty.
struct ChromeEvent {
    char phase = 0; ///< 'X' complete, 'i' instant, 'M' metadata, 's' and 'f' of a flow…
    std::string_view name;
    std::string_view category;
    std::string_view process;
    std::string_view thread;
    std::string_view time; ///< microseconds
    std::string_view duration; ///< microseconds
    std::string_view arguments; ///< an object, or empty
};

/// nullopt: the object is no list of members. Of a key that is there twice, the last counts.
/// `nested`: as of JsonMembers.
[[nodiscard]] std::optional<ChromeEvent> readChromeEvent(
    std::string_view object, JsonExtent nested = {});

} // namespace profiler
