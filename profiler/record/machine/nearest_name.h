// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace profiler {

/// The known name that a misspelt one probably meant; nullopt when none is near.
[[nodiscard]] std::optional<std::string> nearestName(
    std::string_view misspelt, std::span<const std::string> known);

/// " (did you mean resnet18?)", or nothing: the end of a sentence about an unknown name.
[[nodiscard]] std::string didYouMean(std::string_view misspelt, std::span<const std::string> known);

} // namespace profiler
