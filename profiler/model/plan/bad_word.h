// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>
#include <string_view>

namespace profiler {

/// Every error of an option names the word and what is expected instead; a form that takes the same
/// word says the same.
[[nodiscard]] inline tl::unexpected<Error> badWord(
    std::string_view option, std::string_view word, std::string_view expected)
{
    return failure(ErrorKind::BadInput,
        std::string(option) + " \"" + std::string(word) + "\": expected " + std::string(expected));
}

} // namespace profiler
