// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace profiler::agent {

/// Copies `text` with its NUL into the caller's buffer; its length, or -1 when it does not fit.
inline std::int64_t copyOut(const std::string& text, char* buffer, std::int64_t size)
{
    const auto length = static_cast<std::int64_t>(text.size());
    if (length >= size)
        return -1;
    std::memcpy(buffer, text.c_str(), text.size() + 1);
    return length;
}

} // namespace profiler::agent
