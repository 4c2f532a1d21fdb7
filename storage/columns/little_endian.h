// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace storage {

template <std::integral T>
void appendLittleEndian(std::vector<std::uint8_t>& bytes, T value)
{
    const auto bits = static_cast<std::make_unsigned_t<T>>(value);
    for (std::size_t byte = 0; byte < sizeof(T); ++byte)
        bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * byte)));
}

/// `bytes` holds at least as many as the type has.
template <std::integral T>
[[nodiscard]] T littleEndianAt(std::span<const std::uint8_t> bytes)
{
    using Bits = std::make_unsigned_t<T>;
    Bits bits = 0;
    for (std::size_t byte = 0; byte < sizeof(T); ++byte)
        bits = static_cast<Bits>(bits | (static_cast<Bits>(bytes[byte]) << (8 * byte)));
    return static_cast<T>(bits);
}

} // namespace storage
