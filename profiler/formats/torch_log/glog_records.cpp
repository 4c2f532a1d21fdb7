// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/glog_records.h"

#include <algorithm>
#include <array>
#include <boost/uuid/detail/md5.hpp>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace profiler {

namespace {

constexpr std::size_t firstBlock = std::size_t {1} << 20U;
constexpr std::size_t longestLine = std::size_t {8} << 20U;

/// A line, or a part of one that is longer than any buffer.
struct LinePart {
    std::string_view text; ///< without the line end
    std::int64_t byte = 0;
    bool begins = true;
    bool ends = true; ///< with a line end or with the log
    bool finished = true; ///< there was a line end
};

class LineReader {
public:
    explicit LineReader(GlogSource& source)
        : m_source(source)
        , m_buffer(firstBlock)
    {
    }

    /// nullopt: the end.
    Result<std::optional<LinePart>> next()
    {
        std::size_t searched = 0;
        while (true) {
            const auto rest = buffered();
            const auto end = rest.find('\n', searched);
            if (end != std::string_view::npos)
                return take(end, {.ends = true, .finished = true});
            if (rest.size() == longestLine)
                return take(rest.size(), {.ends = false, .finished = false});
            searched = rest.size();
            const auto more = fill();
            if (!more)
                return tl::unexpected(more.error());
            if (!*more)
                return takeLast();
        }
    }

private:
    [[nodiscard]] std::string_view buffered() const
    {
        return {m_buffer.data() + m_begin, m_end - m_begin};
    }

    LinePart take(std::size_t length, LinePart part)
    {
        part.text = buffered().substr(0, length);
        part.byte = m_byte;
        part.begins = !m_inLine;
        m_inLine = !part.ends;
        const auto taken = length + (part.finished ? 1 : 0);
        m_begin += taken;
        m_byte += static_cast<std::int64_t>(taken);
        if (part.ends && part.text.ends_with('\r'))
            part.text.remove_suffix(1);
        return part;
    }

    std::optional<LinePart> takeLast()
    {
        if (buffered().empty())
            return std::nullopt;
        return take(buffered().size(), {.ends = true, .finished = false});
    }

    /// false: nothing was left to read.
    Result<bool> fill()
    {
        if (m_begin > 0) {
            std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
            m_end -= m_begin;
            m_begin = 0;
        }
        if (m_end == m_buffer.size())
            m_buffer.resize(std::min(m_buffer.size() * 2, longestLine));
        const auto count = m_source.read(std::span(m_buffer).subspan(m_end));
        if (!count)
            return tl::unexpected(count.error());
        m_end += *count;
        return *count > 0;
    }

    GlogSource& m_source;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::int64_t m_byte = 0; ///< of m_begin, in the log
    bool m_inLine = false;
};

bool matches(std::string_view text, std::string_view pattern)
{
    if (text.size() < pattern.size())
        return false;
    return std::equal(pattern.begin(), pattern.end(), text.begin(), [](char wanted, char c) {
        const bool digit = c >= '0' && c <= '9';
        return wanted == '0' ? digit : wanted == 'V' ? c >= 'A' && c <= 'Z' : wanted == c;
    });
}

/// Older logs put "[rank0]:" before the line.
std::string_view withoutRank(std::string_view line)
{
    if (!line.starts_with("[rank"))
        return line;
    const auto end = line.find("]:");
    return end == std::string_view::npos ? line : line.substr(end + 2);
}

/// The JSON of "V1121 06:46:54.372000 22339 torch/_dynamo/utils.py:2126] {…}"; nullopt: the line
/// begins no record.
std::optional<std::string_view> jsonOf(std::string_view line)
{
    const auto plain = withoutRank(line);
    if (!matches(plain, "V0000 00:00:00.000000 "))
        return std::nullopt;
    const auto place = plain.find("] ");
    const auto begin = place == std::string_view::npos ? place : plain.find('{', place);
    if (begin == std::string_view::npos)
        return std::nullopt;
    return plain.substr(begin);
}

class Hash {
public:
    void begin()
    {
        m_md5 = {};
        m_used = 0;
    }

    void add(std::string_view text)
    {
        while (!text.empty()) {
            const auto part = text.substr(0, m_block.size() - m_used);
            std::copy(
                part.begin(), part.end(), m_block.begin() + static_cast<std::ptrdiff_t>(m_used));
            m_used += part.size();
            text.remove_prefix(part.size());
            if (m_used == m_block.size())
                flush();
        }
    }

    /// In hexadecimal.
    std::array<char, 32> end()
    {
        flush();
        boost::uuids::detail::md5::digest_type digest {};
        m_md5.get_digest(digest);
        constexpr std::string_view digits = "0123456789abcdef";
        std::array<char, 32> text {};
        for (unsigned i = 0; i < text.size();
             ++i) { // the words are given with their high byte first
            const auto word
                = digest[i / 8]; // NOLINT(cppcoreguidelines-pro-bounds-constant-array-index)
            text.at(i) = digits[word >> (28U - i % 8 * 4U) & 15U];
        }
        return text;
    }

private:
    void flush() { m_md5.process_bytes(m_block.data(), std::exchange(m_used, 0)); }

    // Boost reads whole words in place, so they must lie where words may: a multiple of its 64
    // bytes.
    alignas(64) std::array<char, 4096> m_block {};
    boost::uuids::detail::md5 m_md5;
    std::size_t m_used = 0;
};

/// Puts lines together to records.
class Records {
public:
    explicit Records(GlogSink& sink)
        : m_sink(sink)
    {
    }

    void add(const LinePart& part)
    {
        if (!part.begins)
            addRest(part);
        else if (m_open && part.text.starts_with('\t'))
            addPayload(part.text.substr(1));
        else
            begin(part);
        m_finished = part.finished;
    }

    /// Of the record at hand; `last`: of the log too.
    void end(bool last)
    {
        if (!m_open)
            return;
        std::array<char, 32> md5 {};
        if (m_payload.any) {
            md5 = m_hash.end();
            m_payload.md5 = {md5.data(), md5.size()};
        }
        m_payload.text = m_text;
        m_payload.unfinished = !m_finished;
        m_payload.last = last;
        m_sink.end(m_payload);
        m_open = false;
    }

private:
    void begin(const LinePart& part)
    {
        m_inPayload = false;
        const auto json = jsonOf(part.text);
        if (!json) { // edited logs have such lines inside a payload: what follows is still part of
                     // it
            m_sink.stray(part.byte, part.ends && !part.finished);
            return;
        }
        end(false);
        m_open = true;
        m_payload = {};
        m_text.clear();
        m_hash.begin();
        m_wanted = m_sink.begin(*json, part.byte);
    }

    /// What a line has beyond the longest belongs to the payload, or is lost with a first line.
    void addRest(const LinePart& part)
    {
        if (m_open && m_inPayload)
            append(part.text);
    }

    void addPayload(std::string_view line)
    {
        if (m_payload.any)
            append("\n");
        m_payload.any = true;
        m_inPayload = true;
        append(line);
    }

    void append(std::string_view text)
    {
        m_hash.add(text);
        m_payload.bytes += static_cast<std::int64_t>(text.size());
        if (m_text.size() < m_wanted)
            m_text += text.substr(0, m_wanted - m_text.size());
    }

    GlogSink& m_sink;
    GlogPayload m_payload;
    Hash m_hash;
    std::string m_text;
    std::size_t m_wanted = 0;
    bool m_open = false;
    bool m_inPayload = false; ///< the line at hand is one of a payload
    bool m_finished = true;
};

} // namespace

Result<void> readGlog(GlogSource& source, GlogSink& sink)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    LineReader lines(source);
    Records records(sink);
    while (true) {
        auto part = lines.next();
        if (!part)
            return tl::unexpected(part.error());
        if (!*part)
            break;
        if ((*part)->byte == 0 && (*part)->text.starts_with(byteOrderMark))
            (*part)->text.remove_prefix(byteOrderMark.size());
        records.add(**part);
    }
    records.end(true);
    return {};
}

} // namespace profiler
