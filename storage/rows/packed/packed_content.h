// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/columns/chunk_codec.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statements.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace storage {

/// A fact's content that stands compressed in one column, `what` in the words of an error. Throws
/// where it is larger than `largest` bytes, cannot be unpacked or cannot be read.
template <typename Content>
Content unpackedContent(ByteSpan packed, std::size_t size, std::size_t largest,
    const std::string& what, std::optional<Content> (*decode)(std::span<const std::uint8_t>))
{
    if (size > largest)
        throw damaged(what + " is larger than any that is recorded");
    const auto bytes = decompressed(packed, size);
    if (!bytes)
        throw damaged(what + " cannot be unpacked: " + bytes.error());
    auto content = decode(*bytes);
    if (!content)
        throw damaged(what + " cannot be read");
    return std::move(*content);
}

} // namespace storage
