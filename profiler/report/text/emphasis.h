// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

/// Plain text, or with ** around the words that carry the verdict.
enum class Emphasis { None, Markdown };

[[nodiscard]] inline std::string stressed(const std::string& text, Emphasis emphasis)
{
    return emphasis == Emphasis::Markdown ? "**" + text + "**" : text;
}

} // namespace profiler
