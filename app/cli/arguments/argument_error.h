// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>
#include <string_view>

namespace cli {

/// Every error of an option names the word and what is expected instead.
[[nodiscard]] inline tl::unexpected<profiler::Error> badWord(
    std::string_view option, std::string_view word, std::string_view expected)
{
    return profiler::failure(profiler::ErrorKind::BadInput,
        std::string(option) + " \"" + std::string(word) + "\": expected " + std::string(expected));
}

} // namespace cli
