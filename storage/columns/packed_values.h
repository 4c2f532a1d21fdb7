// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"
#include "storage/columns/chunk_codec.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Values as bytes: texts once each, then numbers in as few bytes as they take. Writer and reader
/// have the same functions, so that what stands in a row is said once for both.
namespace storage {

class PackedWriter {
public:
    explicit PackedWriter(std::uint64_t version)
        : m_version(version)
    {
    }

    void count(std::size_t number);
    void number(std::int64_t value);
    void real(double value);
    /// As the difference to the time before, which can be any distance away.
    void time(const profiler::UtcTime& time);
    void maybe(const std::optional<profiler::nanoseconds>& duration);
    void text(const std::string& text);

    template <typename Enum>
    void word(const Enum& value, int /*highest*/)
    {
        count(static_cast<std::size_t>(value));
    }

    /// Not packed yet.
    [[nodiscard]] Bytes bytes() const;

private:
    std::uint64_t m_version;
    Bytes m_numbers;
    std::map<std::string, std::size_t, std::less<>> m_texts;
    std::vector<std::string_view> m_order; ///< keys of the map, which stay where they are
    std::int64_t m_time = 0;
};

/// Trusts nothing: once something does not fit it is not good, and what it gives means nothing.
class PackedReader {
public:
    PackedReader(std::span<const std::uint8_t> bytes, std::uint64_t version);

    /// Of rows that take a byte each at least; 0 where so many do not fit.
    void count(std::size_t& number);
    void number(std::int64_t& value);
    void number(int& value);
    void real(double& value);
    void time(profiler::UtcTime& time);
    void maybe(std::optional<profiler::nanoseconds>& duration);
    void text(std::string& text);

    template <typename Enum>
    void word(Enum& value, int highest)
    {
        const auto number = raw();
        if (number > static_cast<std::uint64_t>(highest))
            m_good = false;
        else
            value = static_cast<Enum>(number);
    }

    [[nodiscard]] bool good() const { return m_good; }

    /// What was read means nothing.
    void refuse() { m_good = false; }

    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }

private:
    std::uint64_t raw();
    std::string_view takeText();

    std::span<const std::uint8_t> m_rest;
    std::vector<std::string_view> m_texts;
    std::int64_t m_time = 0;
    bool m_good = true;
};

/// All rows of a list, `most` at most; the reader makes them first.
template <typename Codec, typename Rows, typename Code>
void codeRows(Codec& codec, Rows& rows, std::size_t most, Code code)
{
    std::size_t size = rows.size();
    codec.count(size);
    if constexpr (std::is_same_v<Codec, PackedReader>) {
        if (size > most)
            return codec.refuse();
        rows.resize(size);
    }
    for (auto& row : rows)
        code(codec, row);
}

/// Each as the difference to the one before, which can be any distance away.
template <typename Codec, typename Numbers>
void codeDifferences(Codec& codec, Numbers& numbers, std::size_t most)
{
    std::uint64_t before = 0;
    codeRows(codec, numbers, most, [&](auto& each, auto& number) {
        auto step = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) - before);
        each.number(step);
        before += static_cast<std::uint64_t>(step);
        if constexpr (std::is_same_v<Codec, PackedReader>)
            number = static_cast<std::int64_t>(before);
    });
}

} // namespace storage
