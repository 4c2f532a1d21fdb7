// SPDX-License-Identifier: Apache-2.0
#include "profiler/readers/chrome_inflater.h"

#include <algorithm>
#include <limits>

namespace profiler {

namespace {

constexpr std::size_t packedBytes = 262'144;
constexpr int gzipWindow = 16 + MAX_WBITS;
constexpr unsigned char gzipMagic = 0x1f;

} // namespace

Inflater::Inflater()
    : m_packed(packedBytes)
    , m_ready(inflateInit2(&m_stream, gzipWindow) == Z_OK)
{
    if (!m_ready)
        m_damage = "there is no memory to unpack it";
}

Inflater::~Inflater()
{
    if (m_ready)
        inflateEnd(&m_stream);
}

bool Inflater::fill(const ReadPacked& readPacked)
{
    if (m_stream.avail_in > 0)
        return true;
    const auto got = readPacked(m_packed);
    m_stream.next_in = reinterpret_cast<Bytef*>(m_packed.data());
    m_stream.avail_in = static_cast<uInt>(got);
    return got > 0;
}

/// Behind a member there may be a further one, or padding, which gzip leaves out as well.
bool Inflater::beginMember(const ReadPacked& readPacked)
{
    if (!fill(readPacked) || *m_stream.next_in != gzipMagic)
        return false;
    m_inMember = inflateReset(&m_stream) == Z_OK;
    return m_inMember;
}

bool Inflater::step(const ReadPacked& readPacked)
{
    if (!m_inMember && !beginMember(readPacked)) {
        m_ended = true;
        return false;
    }
    if (!fill(readPacked)) {
        m_damage = "its compressed data are cut off";
        return false;
    }
    const int state = inflate(&m_stream, Z_NO_FLUSH);
    if (state == Z_STREAM_END)
        m_inMember = false;
    else if (state != Z_OK && state != Z_BUF_ERROR)
        m_damage = "its compressed data are damaged";
    return m_damage == nullptr;
}

std::size_t Inflater::read(std::span<char> room, const ReadPacked& readPacked)
{
    const auto most = std::min<std::size_t>(room.size(), std::numeric_limits<uInt>::max());
    m_stream.next_out = reinterpret_cast<Bytef*>(room.data());
    m_stream.avail_out = static_cast<uInt>(most);
    while (m_stream.avail_out == most && !m_ended && m_damage == nullptr)
        if (!step(readPacked))
            break;
    return most - m_stream.avail_out;
}

} // namespace profiler
