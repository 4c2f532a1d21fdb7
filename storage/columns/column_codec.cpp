// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/column_codec.h"

#include "storage/columns/little_endian.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace storage {

using namespace profiler;

namespace {

constexpr std::uint8_t codecVersion = 1;
constexpr std::size_t fixedHeaderBytes = 6;

template <std::size_t Size>
struct BitsOf;

template <>
struct BitsOf<1> {
    using Type = std::uint8_t;
};

template <>
struct BitsOf<4> {
    using Type = std::uint32_t;
};

template <>
struct BitsOf<8> {
    using Type = std::uint64_t;
};

template <typename T>
using Bits = typename BitsOf<sizeof(T)>::Type;

/// 0, -1, 1, -2, 2 … = 0, 1, 2, 3, 4 …
template <typename Unsigned>
constexpr Unsigned folded(Unsigned difference)
{
    constexpr int sign = std::numeric_limits<Unsigned>::digits - 1;
    const auto negative = static_cast<Unsigned>(Unsigned {0} - (difference >> sign));
    return static_cast<Unsigned>(static_cast<Unsigned>(difference << 1U) ^ negative);
}

template <typename Unsigned>
constexpr Unsigned unfolded(Unsigned value)
{
    const auto negative = static_cast<Unsigned>(Unsigned {0} - (value & 1U));
    return static_cast<Unsigned>((value >> 1U) ^ negative);
}

/// One column on its way into planes.
template <typename T>
struct Differences {
    std::vector<Bits<T>> folded;
    std::uint8_t planes = 0; ///< those that are not zero throughout
};

template <typename T>
Differences<T> differencesOf(std::span<const T> values)
{
    Differences<T> differences {.folded = std::vector<Bits<T>>(values.size())};
    Bits<T> any = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const auto difference = static_cast<Bits<T>>(
            std::bit_cast<Bits<T>>(values[i]) - std::bit_cast<Bits<T>>(values[i - 1]));
        differences.folded[i] = folded(difference);
        any |= differences.folded[i];
    }
    for (std::size_t byte = 0; byte < sizeof(T); ++byte)
        if (((any >> (8 * byte)) & 0xffU) != 0)
            differences.planes |= static_cast<std::uint8_t>(1U << byte);
    return differences;
}

template <typename T>
void appendPlanes(const Differences<T>& differences, Bytes& planes)
{
    for (std::size_t byte = 0; byte < sizeof(T); ++byte) {
        if (((differences.planes >> byte) & 1U) == 0)
            continue;
        const auto at = planes.size();
        planes.resize(at + differences.folded.size());
        auto* plane = planes.data() + at;
        for (std::size_t i = 0; i < differences.folded.size(); ++i)
            plane[i] = static_cast<std::uint8_t>(differences.folded[i] >> (8 * byte));
    }
}

/// The bytes of all differences that stand at one place in them.
struct Plane {
    const std::uint8_t* bytes = nullptr;
    std::size_t shift = 0; ///< bits
};

/// In one pass, with the number of planes known to the compiler: with a pass for each of them a
/// trace takes a fifth longer to load.
template <typename T, std::size_t... Index>
void takeDifferences(
    const Plane* planes, T first, std::span<T> values, std::index_sequence<Index...> /*count*/)
{
    auto value = std::bit_cast<Bits<T>>(first);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto difference = static_cast<Bits<T>>(
            ((static_cast<Bits<T>>(planes[Index].bytes[i]) << planes[Index].shift) | ...));
        value = static_cast<Bits<T>>(value + unfolded(difference));
        values[i] = std::bit_cast<T>(value);
    }
}

template <typename T, std::size_t Count = 1>
void takeByCount(const Plane* planes, std::size_t count, T first, std::span<T> values)
{
    if (count == Count)
        takeDifferences(planes, first, values, std::make_index_sequence<Count>());
    else if constexpr (Count < sizeof(T))
        takeByCount<T, Count + 1>(planes, count, first, values);
}

template <typename T>
void takePlanes(const std::uint8_t* next, std::uint8_t planes, T first, std::span<T> values)
{
    std::array<Plane, sizeof(T)> all;
    std::size_t count = 0;
    for (std::size_t byte = 0; byte < sizeof(T); ++byte) {
        if (((planes >> byte) & 1U) == 0)
            continue;
        all[count++] = {.bytes = next, .shift = 8 * byte};
        next += values.size();
    }
    if (count == 0)
        std::fill(values.begin(), values.end(), first);
    else
        takeByCount(all.data(), count, first, values);
}

std::uint32_t fnv1a(std::span<const std::uint8_t> bytes)
{
    std::uint32_t sum = 0x811c9dc5U;
    for (const auto byte : bytes)
        sum = (sum ^ byte) * 0x01000193U;
    return sum;
}

struct ColumnHeader {
    std::uint8_t width = 0;
    std::uint8_t planes = 0;
    std::uint64_t first = 0;
};

template <typename T>
std::uint64_t widened(T value)
{
    return std::bit_cast<Bits<T>>(value);
}

void appendHeader(Bytes& chunk, const ColumnHeader& header)
{
    chunk.push_back(header.width);
    chunk.push_back(header.planes);
    for (std::size_t byte = 0; byte < header.width; ++byte)
        chunk.push_back(static_cast<std::uint8_t>(header.first >> (8 * byte)));
}

/// Cuts the header of a column of `width` bytes a value off; nullopt: it is none.
std::optional<ColumnHeader> takeHeader(std::span<const std::uint8_t>& chunk, std::size_t width)
{
    if (chunk.size() < 2 + width || chunk[0] != width || (chunk[1] >> width) != 0)
        return std::nullopt;
    ColumnHeader header {.width = chunk[0], .planes = chunk[1]};
    for (std::size_t byte = 0; byte < width; ++byte)
        header.first |= std::uint64_t {chunk[2 + byte]} << (8 * byte);
    chunk = chunk.subspan(2 + width);
    return header;
}

/// Of all columns in their order; empty: they are not those of this table. `rest` begins behind
/// the fixed part of `chunk` and is moved to the frame.
template <typename Columns>
std::vector<ColumnHeader> takeHeaders(
    std::span<const std::uint8_t> chunk, std::span<const std::uint8_t>& rest)
{
    std::vector<ColumnHeader> headers;
    std::size_t expected = 0;
    const Columns none;
    forEachColumn(none, [&]<typename T>(const char* /*name*/, const std::vector<T>& /*column*/) {
        ++expected;
        if (const auto header = takeHeader(rest, sizeof(T)))
            headers.push_back(*header);
    });
    const auto size = chunk.size() - rest.size();
    if (headers.size() != expected || chunk[1] != expected || rest.size() < sizeof(std::uint32_t)
        || littleEndianAt<std::uint32_t>(rest) != fnv1a(chunk.first(size)))
        return {};
    rest = rest.subspan(sizeof(std::uint32_t));
    return headers;
}

std::size_t planesOf(const std::vector<ColumnHeader>& headers)
{
    std::size_t planes = 0;
    for (const auto& header : headers)
        planes += static_cast<std::size_t>(std::popcount(header.planes));
    return planes;
}

/// What is very regular packs without an end: the reader could not tell it from a bomb.
void fillUp(Bytes& chunk, std::size_t least)
{
    constexpr std::uint32_t skippable = 0x184d2a50;
    constexpr std::size_t frameHeader = 2 * sizeof(std::uint32_t);
    if (chunk.size() >= least)
        return;
    const auto filling = least - std::min(least, chunk.size() + frameHeader);
    appendLittleEndian(chunk, skippable);
    appendLittleEndian(chunk, static_cast<std::uint32_t>(filling));
    chunk.resize(chunk.size() + filling);
}

} // namespace

template <typename Columns>
Bytes encodeColumns(const Columns& columns, std::size_t first, std::size_t count)
{
    assert(count <= chunkRecords && first + count <= columns.size());
    Bytes chunk {codecVersion, 0};
    appendLittleEndian(chunk, static_cast<std::uint32_t>(count));
    Bytes planes;
    forEachColumn(columns, [&]<typename T>(const char* /*name*/, const std::vector<T>& column) {
        const auto values = std::span<const T>(column).subspan(first, count);
        const auto differences = differencesOf(values);
        appendHeader(chunk,
            {.width = sizeof(T),
                .planes = differences.planes,
                .first = values.empty() ? 0 : widened(values.front())});
        appendPlanes(differences, planes);
        ++chunk[1];
    });
    appendLittleEndian(chunk, fnv1a(chunk));
    const auto frame = compressed(planes);
    chunk.insert(chunk.end(), frame.begin(), frame.end());
    fillUp(chunk, (count + rowsForAByte - 1) / rowsForAByte);
    return chunk;
}

template <typename Columns>
tl::expected<void, std::string> decodeColumns(std::span<const std::uint8_t> chunk,
    std::size_t expectedRows, Columns& columns, ColumnSet wanted)
{
    if (chunk.size() < fixedHeaderBytes)
        return tl::unexpected<std::string>("it is too short");
    const auto rows = littleEndianAt<std::uint32_t>(chunk.subspan(2));
    auto rest = chunk.subspan(fixedHeaderBytes);
    const auto headers = takeHeaders<Columns>(chunk, rest);
    if (chunk[0] != codecVersion || headers.empty())
        return tl::unexpected<std::string>("its form is unknown");
    if (rows != expectedRows || rows > chunkRecords)
        return tl::unexpected<std::string>("its number of rows is wrong");
    const auto planes = decompressed(rest, planesOf(headers) * rows);
    if (!planes)
        return tl::unexpected(planes.error());
    const auto* next = planes->data();
    auto header = headers.begin();
    forEachColumn(columns, [&]<typename T>(const char* /*name*/, std::vector<T>& column) {
        if ((wanted & 1U) != 0) {
            const auto before = column.size();
            column.resize(before + rows);
            takePlanes(next, header->planes, std::bit_cast<T>(static_cast<Bits<T>>(header->first)),
                std::span<T>(column).subspan(before));
        }
        next += rows * static_cast<std::size_t>(std::popcount(header->planes));
        wanted >>= 1U;
        ++header;
    });
    return {};
}

// NOLINTBEGIN(bugprone-macro-parentheses): types
#define FUSESCOPE_COLUMNS(Columns)                                                                 \
    template Bytes encodeColumns(const Columns&, std::size_t, std::size_t);                        \
    template tl::expected<void, std::string> decodeColumns(                                        \
        std::span<const std::uint8_t>, std::size_t, Columns&, ColumnSet)
// NOLINTEND(bugprone-macro-parentheses)

FUSESCOPE_COLUMNS(OperatorColumns);
FUSESCOPE_COLUMNS(KernelColumns);
FUSESCOPE_COLUMNS(ApiColumns);
FUSESCOPE_COLUMNS(CopyColumns);
FUSESCOPE_COLUMNS(CounterColumns);

#undef FUSESCOPE_COLUMNS

} // namespace storage
