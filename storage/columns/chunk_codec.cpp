// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/chunk_codec.h"

#include "storage/columns/little_endian.h"

#include <array>
#include <cassert>
#include <memory>
#include <new>
#include <type_traits>
#include <zstd.h>

namespace storage {

namespace {

constexpr std::uint8_t chunkVersion = 1;
constexpr std::size_t chunkHeaderBytes = 6;
constexpr int compressionLevel = 1; // level 3 took twice the time for 2 % less

template <typename T>
void toPlanes(std::span<const T> records, std::uint8_t* planes)
{
    using Bits = std::make_unsigned_t<T>;
    for (std::size_t byte = 0; byte < sizeof(T); ++byte)
        for (const auto record : records)
            *planes++ = static_cast<std::uint8_t>(static_cast<Bits>(record) >> (8 * byte));
}

template <typename T>
void fromPlanes(std::span<const std::uint8_t> planes, std::span<T> records)
{
    using Bits = std::make_unsigned_t<T>;
    for (std::size_t i = 0; i < records.size(); ++i) {
        Bits bits = 0;
        for (std::size_t byte = 0; byte < sizeof(T); ++byte)
            bits = static_cast<Bits>(
                bits | (static_cast<Bits>(planes[byte * records.size() + i]) << (8 * byte)));
        records[i] = static_cast<T>(bits);
    }
}

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

} // namespace

Bytes compressed(std::span<const std::uint8_t> bytes)
{
    // Made once: its tables are megabytes, a flush's chunks are kilobytes.
    thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    if (!context)
        throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, compressionLevel);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    Bytes frame(ZSTD_compressBound(bytes.size()));
    const auto size
        = ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size)) // with room for the bound, only memory can be missing
        throw std::bad_alloc();
    frame.resize(size);
    return frame;
}

tl::expected<Bytes, std::string> decompressed(
    std::span<const std::uint8_t> frame, std::size_t expectedSize)
{
    if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != expectedSize)
        return tl::unexpected<std::string>("its size is wrong");
    Bytes bytes(expectedSize);
    const auto size = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(size))
        return tl::unexpected(std::string("it cannot be unpacked: ") + ZSTD_getErrorName(size));
    if (size != expectedSize)
        return tl::unexpected<std::string>("its size is wrong");
    return bytes;
}

template <typename T>
Bytes encodeChunk(std::span<const T> records)
{
    assert(records.size() <= chunkRecords);
    Bytes planes(records.size_bytes());
    toPlanes(records, planes.data());
    const auto frame = compressed(planes);
    Bytes chunk {chunkVersion, sizeof(T)};
    appendLittleEndian(chunk, static_cast<std::uint32_t>(records.size()));
    chunk.insert(chunk.end(), frame.begin(), frame.end());
    return chunk;
}

template <typename T>
tl::expected<void, std::string> decodeChunk(
    std::span<const std::uint8_t> chunk, std::size_t expectedRecords, std::vector<T>& records)
{
    if (chunk.size() < chunkHeaderBytes)
        return tl::unexpected<std::string>("it is too short");
    if (chunk[0] != chunkVersion || chunk[1] != sizeof(T))
        return tl::unexpected<std::string>("its form is unknown");
    const std::size_t count = littleEndianAt<std::uint32_t>(chunk.subspan(2));
    if (count != expectedRecords || count > chunkRecords)
        return tl::unexpected<std::string>("its number of records is wrong");
    const auto planes = decompressed(chunk.subspan(chunkHeaderBytes), count * sizeof(T));
    if (!planes)
        return tl::unexpected(planes.error());
    const auto before = records.size();
    records.resize(before + count);
    fromPlanes<T>(*planes, std::span(records).subspan(before));
    return {};
}

template Bytes encodeChunk(std::span<const std::int64_t>);
template Bytes encodeChunk(std::span<const std::int32_t>);
template Bytes encodeChunk(std::span<const std::uint8_t>);
template tl::expected<void, std::string> decodeChunk(
    std::span<const std::uint8_t>, std::size_t, std::vector<std::int64_t>&);
template tl::expected<void, std::string> decodeChunk(
    std::span<const std::uint8_t>, std::size_t, std::vector<std::int32_t>&);
template tl::expected<void, std::string> decodeChunk(
    std::span<const std::uint8_t>, std::size_t, std::vector<std::uint8_t>&);

} // namespace storage
