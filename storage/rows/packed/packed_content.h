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

/// What stands compressed in one column, `what` in the words of an error. Throws where it is larger
/// than `largest` bytes or cannot be unpacked.
[[nodiscard]] inline Bytes unpackedBytes(
    ByteSpan packed, std::size_t size, std::size_t largest, const std::string& what)
{
    if (size > largest)
        throw damaged(what + " is larger than any that is recorded");
    auto bytes = decompressed(packed, size);
    if (!bytes)
        throw damaged(what + " cannot be unpacked: " + bytes.error());
    return std::move(*bytes);
}

/// The same of a fact's content. Throws where it cannot be read, too.
template <typename Content>
Content unpackedContent(ByteSpan packed, std::size_t size, std::size_t largest,
    const std::string& what, std::optional<Content> (*decode)(std::span<const std::uint8_t>))
{
    auto content = decode(unpackedBytes(packed, size, largest, what));
    if (!content)
        throw damaged(what + " cannot be read");
    return std::move(*content);
}

} // namespace storage
