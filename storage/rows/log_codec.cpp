// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/log_codec.h"

#include "storage/columns/little_endian.h"

#include <cassert>

namespace storage {

using profiler::LogLine;
using profiler::LogStream;

namespace {

constexpr std::uint8_t logVersion = 1;
constexpr std::size_t logHeaderBytes = 9;
constexpr std::size_t lineHeaderBytes = 4 + 1 + 8 + 4;

/// Takes numbers and texts from the front; the caller has checked that there is enough.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes)
        : m_bytes(bytes)
    {
    }

    template <typename T>
    T take()
    {
        const T value = littleEndianAt<T>(m_bytes);
        m_bytes = m_bytes.subspan(sizeof(T));
        return value;
    }

    std::string takeText(std::size_t length)
    {
        std::string text(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(length));
        m_bytes = m_bytes.subspan(length);
        return text;
    }

    [[nodiscard]] std::size_t left() const { return m_bytes.size(); }

private:
    std::span<const std::uint8_t> m_bytes;
};

} // namespace

std::size_t packedSize(const LogLine& line)
{
    return lineHeaderBytes + line.text.size();
}

Bytes encodeLog(std::span<const LogLine> lines)
{
    Bytes plain;
    for (const auto& line : lines) {
        appendLittleEndian<std::int32_t>(plain, line.process ? line.process->value : -1);
        appendLittleEndian<std::uint8_t>(plain, static_cast<std::uint8_t>(line.stream));
        appendLittleEndian<std::int64_t>(plain, line.time.ns);
        appendLittleEndian<std::uint32_t>(plain, static_cast<std::uint32_t>(line.text.size()));
    }
    for (const auto& line : lines)
        plain.insert(plain.end(), line.text.begin(), line.text.end());
    assert(plain.size() <= largestLogChunk);

    Bytes chunk {logVersion};
    appendLittleEndian(chunk, static_cast<std::uint32_t>(lines.size()));
    appendLittleEndian(chunk, static_cast<std::uint32_t>(plain.size()));
    const auto frame = compressed(plain);
    chunk.insert(chunk.end(), frame.begin(), frame.end());
    return chunk;
}

tl::expected<std::vector<LogLine>, std::string> decodeLog(
    std::span<const std::uint8_t> chunk, std::size_t expectedLines)
{
    if (chunk.size() < logHeaderBytes)
        return tl::unexpected<std::string>("it is too short");
    Reader header(chunk.first(logHeaderBytes));
    if (header.take<std::uint8_t>() != logVersion)
        return tl::unexpected<std::string>("its form is unknown");
    const std::size_t count = header.take<std::uint32_t>();
    const std::size_t size = header.take<std::uint32_t>();
    if (count != expectedLines || size > largestLogChunk || count > size / lineHeaderBytes)
        return tl::unexpected<std::string>("its number of lines is wrong");
    const auto plain = decompressed(chunk.subspan(logHeaderBytes), size);
    if (!plain)
        return tl::unexpected(plain.error());

    const std::span<const std::uint8_t> bytes(*plain);
    Reader heads(bytes.first(count * lineHeaderBytes));
    Reader texts(bytes.subspan(count * lineHeaderBytes));
    std::vector<LogLine> lines;
    lines.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        LogLine line;
        if (const auto process = heads.take<std::int32_t>(); process >= 0)
            line.process = profiler::ProcessIndex {process};
        const auto stream = heads.take<std::uint8_t>();
        if (stream > static_cast<std::uint8_t>(LogStream::Recorder))
            return tl::unexpected<std::string>("a line of it has no known stream");
        line.stream = static_cast<LogStream>(stream);
        line.time.ns = heads.take<std::int64_t>();
        const std::size_t length = heads.take<std::uint32_t>();
        if (length > texts.left())
            return tl::unexpected<std::string>("a line of it is too long");
        line.text = texts.takeText(length);
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace storage
