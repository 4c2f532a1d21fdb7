// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace profiler {

inline constexpr std::uint64_t emptyFnvHash = 0xcbf29ce484222325;

/// FNV-1a: the same on every machine and in every version. Tells texts apart that nobody made to
/// look alike; it keeps no secret.
[[nodiscard]] constexpr std::uint64_t fnvHash(
    std::string_view bytes, std::uint64_t before = emptyFnvHash)
{
    constexpr std::uint64_t prime = 0x100000001b3;
    for (const char c : bytes)
        before = (before ^ static_cast<unsigned char>(c)) * prime;
    return before;
}

} // namespace profiler
