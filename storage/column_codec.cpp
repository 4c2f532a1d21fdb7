// SPDX-License-Identifier: Apache-2.0
#include "storage/column_codec.h"

#include <bit>
#include <cassert>
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

template <typename T>
constexpr bool isDifference = sizeof(T) > 1 && std::is_integral_v<T>;

template <typename T>
void toPlanes(std::span<const T> values, std::uint8_t* planes)
{
    std::vector<Bits<T>> bits(values.size());
    Bits<T> before = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = std::bit_cast<Bits<T>>(values[i]);
        bits[i] = static_cast<Bits<T>>(isDifference<T> ? value - before : value);
        before = value;
    }
    for (std::size_t byte = 0; byte < sizeof(T); ++byte)
        for (const auto value : bits)
            *planes++ = static_cast<std::uint8_t>(value >> (8 * byte));
}

template <typename T>
void fromPlanes(const std::uint8_t* planes, std::span<T> values)
{
    std::vector<Bits<T>> bits(values.size());
    for (std::size_t byte = 0; byte < sizeof(T); ++byte)
        for (auto& value : bits)
            value = static_cast<Bits<T>>(
                value | static_cast<Bits<T>>(static_cast<Bits<T>>(*planes++) << (8 * byte)));
    Bits<T> before = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        before = static_cast<Bits<T>>(isDifference<T> ? before + bits[i] : bits[i]);
        values[i] = std::bit_cast<T>(before);
    }
}

/// Bytes a value of each column.
template <typename Columns>
std::vector<std::uint8_t> widthsOf()
{
    std::vector<std::uint8_t> widths;
    const Columns none;
    forEachColumn(none, [&]<typename T>(const char* /*name*/, const std::vector<T>& /*column*/) {
        widths.push_back(sizeof(T));
    });
    return widths;
}

std::size_t rowBytes(const std::vector<std::uint8_t>& widths)
{
    std::size_t bytes = 0;
    for (const auto width : widths)
        bytes += width;
    return bytes;
}

} // namespace

template <typename Columns>
Bytes encodeColumns(const Columns& columns, std::size_t first, std::size_t count)
{
    assert(count <= chunkRecords && first + count <= columns.size());
    const auto widths = widthsOf<Columns>();
    Bytes planes(rowBytes(widths) * count);
    auto* next = planes.data();
    forEachColumn(columns, [&]<typename T>(const char* /*name*/, const std::vector<T>& column) {
        toPlanes(std::span<const T>(column).subspan(first, count), next);
        next += sizeof(T) * count;
    });
    const auto frame = compressed(planes);
    Bytes chunk {codecVersion, static_cast<std::uint8_t>(widths.size())};
    for (std::size_t i = 0; i < sizeof(std::uint32_t); ++i)
        chunk.push_back(static_cast<std::uint8_t>(count >> (8 * i)));
    chunk.insert(chunk.end(), widths.begin(), widths.end());
    chunk.insert(chunk.end(), frame.begin(), frame.end());
    return chunk;
}

template <typename Columns>
tl::expected<void, std::string> decodeColumns(
    std::span<const std::uint8_t> chunk, std::size_t expectedRows, Columns& columns)
{
    const auto widths = widthsOf<Columns>();
    if (chunk.size() < fixedHeaderBytes + widths.size())
        return tl::unexpected<std::string>("it is too short");
    const auto given = chunk.subspan(fixedHeaderBytes, widths.size());
    if (chunk[0] != codecVersion || chunk[1] != widths.size()
        || !std::equal(given.begin(), given.end(), widths.begin()))
        return tl::unexpected<std::string>("its form is unknown");
    std::uint32_t rows = 0;
    for (std::size_t i = 0; i < sizeof(rows); ++i)
        rows |= static_cast<std::uint32_t>(chunk[2 + i]) << (8 * i);
    if (rows != expectedRows || rows > chunkRecords)
        return tl::unexpected<std::string>("its number of rows is wrong");
    const auto planes
        = decompressed(chunk.subspan(fixedHeaderBytes + widths.size()), rowBytes(widths) * rows);
    if (!planes)
        return tl::unexpected(planes.error());
    const auto* next = planes->data();
    forEachColumn(columns, [&]<typename T>(const char* /*name*/, std::vector<T>& column) {
        const auto before = column.size();
        column.resize(before + rows);
        fromPlanes(next, std::span<T>(column).subspan(before));
        next += sizeof(T) * rows;
    });
    return {};
}

#define FUSESCOPE_COLUMNS(Columns)                                                                 \
    template Bytes encodeColumns(const Columns&, std::size_t, std::size_t);                        \
    template tl::expected<void, std::string> decodeColumns(                                        \
        std::span<const std::uint8_t>, std::size_t, Columns&)

FUSESCOPE_COLUMNS(OperatorColumns);
FUSESCOPE_COLUMNS(KernelColumns);
FUSESCOPE_COLUMNS(ApiColumns);
FUSESCOPE_COLUMNS(CopyColumns);
FUSESCOPE_COLUMNS(CounterColumns);

#undef FUSESCOPE_COLUMNS

} // namespace storage
