// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/packed_values.h"

#include "storage/columns/little_endian.h"

#include <bit>

namespace storage {

using profiler::nanoseconds;
using profiler::UtcTime;

namespace {

constexpr std::size_t mostTexts = 1'000'000;

/// Seven bits a byte, the lowest first; the high bit says that more follow.
void putNumber(Bytes& bytes, std::uint64_t number)
{
    constexpr unsigned bits = 7;
    constexpr std::uint64_t more = 0x80;
    for (; number >= more; number >>= bits)
        bytes.push_back(static_cast<std::uint8_t>(number | more));
    bytes.push_back(static_cast<std::uint8_t>(number));
}

/// Small ones of either sign take few bytes.
std::uint64_t folded(std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    return (bits << 1U) ^ (value < 0 ? ~std::uint64_t {0} : 0);
}

std::int64_t unfolded(std::uint64_t bits)
{
    return static_cast<std::int64_t>((bits >> 1U) ^ ((bits & 1U) != 0 ? ~std::uint64_t {0} : 0));
}

} // namespace

void PackedWriter::count(std::size_t number)
{
    putNumber(m_numbers, number);
}

void PackedWriter::number(std::int64_t value)
{
    putNumber(m_numbers, folded(value));
}

void PackedWriter::real(double value)
{
    appendLittleEndian(m_numbers, std::bit_cast<std::uint64_t>(value));
}

void PackedWriter::time(const UtcTime& time)
{
    const auto step = static_cast<std::uint64_t>(time.ns) - static_cast<std::uint64_t>(m_time);
    m_time = time.ns;
    number(static_cast<std::int64_t>(step));
}

void PackedWriter::maybe(const std::optional<nanoseconds>& duration)
{
    putNumber(m_numbers, duration ? 1 : 0);
    if (duration)
        number(duration->count());
}

void PackedWriter::text(const std::string& text)
{
    const auto [known, isNew] = m_texts.emplace(text, m_texts.size());
    if (isNew)
        m_order.push_back(known->first);
    putNumber(m_numbers, known->second);
}

Bytes PackedWriter::bytes() const
{
    Bytes all;
    putNumber(all, m_version);
    putNumber(all, m_order.size());
    for (const auto text : m_order) {
        putNumber(all, text.size());
        all.insert(all.end(), text.begin(), text.end());
    }
    all.insert(all.end(), m_numbers.begin(), m_numbers.end());
    return all;
}

PackedReader::PackedReader(std::span<const std::uint8_t> bytes, std::uint64_t version)
    : m_rest(bytes)
{
    if (raw() != version)
        m_good = false;
    const auto texts = raw();
    for (std::uint64_t i = 0; m_good && i < texts && i < mostTexts; ++i)
        m_texts.push_back(takeText());
}

void PackedReader::count(std::size_t& number)
{
    number = static_cast<std::size_t>(raw());
    if (number > m_rest.size())
        m_good = false;
    if (!m_good)
        number = 0;
}

void PackedReader::number(std::int64_t& value)
{
    value = unfolded(raw());
}

void PackedReader::number(int& value)
{
    const auto wide = unfolded(raw());
    value = static_cast<int>(wide);
    m_good = m_good && value == wide;
}

void PackedReader::real(double& value)
{
    if (m_rest.size() < sizeof(value))
        return refuse();
    value = std::bit_cast<double>(littleEndianAt<std::uint64_t>(m_rest));
    m_rest = m_rest.subspan(sizeof(value));
}

void PackedReader::time(UtcTime& time)
{
    m_time = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(m_time) + static_cast<std::uint64_t>(unfolded(raw())));
    time.ns = m_time;
}

void PackedReader::maybe(std::optional<nanoseconds>& duration)
{
    if (raw() != 0)
        duration = nanoseconds(unfolded(raw()));
}

void PackedReader::text(std::string& text)
{
    const auto index = raw();
    if (index >= m_texts.size())
        m_good = false;
    else
        text = m_texts[static_cast<std::size_t>(index)];
}

std::uint64_t PackedReader::raw()
{
    constexpr unsigned bits = 7;
    constexpr unsigned longest = 64;
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < longest && !m_rest.empty(); shift += bits) {
        const auto byte = m_rest.front();
        m_rest = m_rest.subspan(1);
        number |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
        if (byte < 0x80)
            return number;
    }
    m_good = false;
    return 0;
}

std::string_view PackedReader::takeText()
{
    const auto size = raw();
    if (!m_good || size > m_rest.size()) {
        m_good = false;
        return {};
    }
    const auto text = m_rest.first(static_cast<std::size_t>(size));
    m_rest = m_rest.subspan(text.size());
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

} // namespace storage
