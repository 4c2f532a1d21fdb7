// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/chrome_inflater.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace profiler {

namespace {

constexpr std::size_t packedBytes = 262'144;
constexpr std::uint8_t gzipMagic = 0x1f;
constexpr std::uint32_t reservedFlags = 0xe0; ///< RFC 1952: what has one cannot be understood

constexpr const char* cutOff = "its compressed data are cut off";
constexpr const char* damaged = "its compressed data are damaged";
constexpr const char* followed = "other bytes follow its compressed data";

} // namespace

Inflater::Inflater()
    : m_packed(packedBytes)
{
    isal_inflate_init(&m_state);
    // It copies from there, if nothing as yet.
    m_state.next_in = reinterpret_cast<std::uint8_t*>(m_packed.data());
    // The header is read here: isal_inflate forgets half of one that reaches into the next block.
    m_state.crc_flag = ISAL_GZIP_NO_HDR_VER;
}

bool Inflater::fill(const ReadPacked& readPacked)
{
    if (m_state.avail_in > 0)
        return true;
    const auto got = readPacked(m_packed);
    m_state.next_in = reinterpret_cast<std::uint8_t*>(m_packed.data());
    m_state.avail_in = static_cast<std::uint32_t>(got);
    return got > 0;
}

void Inflater::fillOrFail(const ReadPacked& readPacked)
{
    if (!fill(readPacked))
        fail(cutOff);
}

void Inflater::fail(const char* why)
{
    m_damage = why;
    m_place = Place::End;
}

/// Behind a member there may be a further one, or zeros as padding, which gzip leaves out as well.
void Inflater::beginMember(const ReadPacked& readPacked)
{
    if (!fill(readPacked) || *m_state.next_in != gzipMagic) {
        const bool padding = std::all_of(m_state.next_in, m_state.next_in + m_state.avail_in,
            [](std::uint8_t byte) { return byte == 0; });
        if (padding)
            m_place = Place::End;
        else
            fail(followed);
        return;
    }
    isal_inflate_reset(&m_state);
    // What reaches back behind the member's beginning leaves a gap in the text, not what stood
    // there before.
    std::ranges::fill(m_state.tmp_out_buffer, std::uint8_t {0});
    m_header = {};
    m_place = Place::Header;
}

void Inflater::readHeader(const ReadPacked& readPacked)
{
    const int code = isal_read_gzip_header(&m_state, &m_header);
    if (code == ISAL_END_INPUT)
        fillOrFail(readPacked);
    else if (code != ISAL_DECOMP_OK || (m_header.flags & reservedFlags) != 0)
        fail(damaged);
    else
        m_place = Place::Text;
}

void Inflater::readText(const ReadPacked& readPacked)
{
    const auto room = m_state.avail_out;
    const int code = isal_inflate(&m_state);
    if (code != ISAL_DECOMP_OK)
        readRest();
    else if (m_state.block_state == ISAL_BLOCK_FINISH)
        m_place = Place::Member;
    else if (m_state.avail_out == room) // only now: it holds text back that had no room before
        fillOrFail(readPacked);
}

/// What it unpacked before it met the damage, and had no room for. Told at once where that is
/// nothing: who has the text reads no further.
void Inflater::readRest()
{
    m_place = Place::Rest;
    const auto left = static_cast<std::uint32_t>(m_state.tmp_out_valid - m_state.tmp_out_processed);
    const auto count = std::min(left, m_state.avail_out);
    m_state.next_out
        = std::copy_n(m_state.tmp_out_buffer + m_state.tmp_out_processed, count, m_state.next_out);
    m_state.avail_out -= count;
    m_state.tmp_out_processed += static_cast<std::int32_t>(count);
    if (count == left)
        fail(damaged);
}

void Inflater::step(const ReadPacked& readPacked)
{
    switch (m_place) {
    case Place::Member:
        return beginMember(readPacked);
    case Place::Header:
        return readHeader(readPacked);
    case Place::Text:
        return readText(readPacked);
    case Place::Rest:
        return readRest();
    case Place::End:
        return;
    }
}

std::size_t Inflater::read(std::span<char> room, const ReadPacked& readPacked)
{
    const auto most = std::min<std::size_t>(room.size(), std::numeric_limits<std::int32_t>::max());
    m_state.next_out = reinterpret_cast<std::uint8_t*>(room.data());
    m_state.avail_out = static_cast<std::uint32_t>(most);
    while (m_state.avail_out == most && m_place != Place::End)
        step(readPacked);
    return most - m_state.avail_out;
}

} // namespace profiler
