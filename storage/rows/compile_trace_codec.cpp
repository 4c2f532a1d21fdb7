// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/compile_trace_codec.h"

#include <map>
#include <string_view>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

constexpr std::uint64_t version = 1;
constexpr std::size_t mostTexts = 1'000'000;
constexpr int highestCache = static_cast<int>(TorchCache::ProfileGuided);
constexpr int highestOutcome = static_cast<int>(CacheOutcome::Bypass);

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

/// Writes members of rows; `Reader` has the same functions and the same order.
class Writer {
public:
    void count(std::size_t& number) { putNumber(m_numbers, number); }

    void number(std::int64_t value) { putNumber(m_numbers, folded(value)); }

    /// As the difference to the time before, which can be any distance away.
    void time(const UtcTime& time)
    {
        const auto step = static_cast<std::uint64_t>(time.ns) - static_cast<std::uint64_t>(m_time);
        m_time = time.ns;
        number(static_cast<std::int64_t>(step));
    }

    void maybe(const std::optional<nanoseconds>& duration)
    {
        putNumber(m_numbers, duration ? 1 : 0);
        if (duration)
            number(duration->count());
    }

    void text(const std::string& text)
    {
        const auto [known, isNew] = m_texts.emplace(text, m_texts.size());
        if (isNew)
            m_order.push_back(known->first);
        putNumber(m_numbers, known->second);
    }

    template <typename Enum>
    void word(const Enum& value, int /*highest*/)
    {
        putNumber(m_numbers, static_cast<std::uint64_t>(value));
    }

    [[nodiscard]] Bytes bytes() const
    {
        Bytes all;
        putNumber(all, version);
        putNumber(all, m_order.size());
        for (const auto text : m_order) {
            putNumber(all, text.size());
            all.insert(all.end(), text.begin(), text.end());
        }
        all.insert(all.end(), m_numbers.begin(), m_numbers.end());
        return all;
    }

private:
    Bytes m_numbers;
    std::map<std::string, std::size_t, std::less<>> m_texts;
    std::vector<std::string_view> m_order; ///< keys of the map, which stay where they are
    std::int64_t m_time = 0;
};

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes)
        : m_rest(bytes)
    {
        if (raw() != version)
            m_good = false;
        const auto texts = raw();
        for (std::uint64_t i = 0; m_good && i < texts && i < mostTexts; ++i)
            m_texts.push_back(takeText());
    }

    void count(std::size_t& number)
    {
        number = static_cast<std::size_t>(raw());
        if (number > m_rest.size()) // each row takes a byte at least
            m_good = false;
        if (!m_good)
            number = 0;
    }

    void number(std::int64_t& value) { value = unfolded(raw()); }

    void number(int& value)
    {
        const auto wide = unfolded(raw());
        value = static_cast<int>(wide);
        m_good = m_good && value == wide;
    }

    void time(UtcTime& time)
    {
        m_time = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(m_time) + static_cast<std::uint64_t>(unfolded(raw())));
        time.ns = m_time;
    }

    void maybe(std::optional<nanoseconds>& duration)
    {
        if (raw() != 0)
            duration = nanoseconds(unfolded(raw()));
    }

    void text(std::string& text)
    {
        const auto index = raw();
        if (index >= m_texts.size())
            m_good = false;
        else
            text = m_texts[static_cast<std::size_t>(index)];
    }

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

    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }

private:
    std::uint64_t raw()
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

    std::string_view takeText()
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

    std::span<const std::uint8_t> m_rest;
    std::vector<std::string_view> m_texts;
    std::int64_t m_time = 0;
    bool m_good = true;
};

// What stands in a row, said once for both directions.

template <typename Codec, typename Span>
void codeSpan(Codec& codec, Span& span)
{
    codec.text(span.name);
    codec.text(span.compileId);
    codec.number(span.thread);
    codec.time(span.begin);
    codec.maybe(span.duration);
}

template <typename Codec, typename Part>
void codePart(Codec& codec, Part& part)
{
    codec.text(part.name);
    codec.text(part.hash);
    codec.text(part.value);
}

template <typename Codec, typename Choice>
void codeChoice(Codec& codec, Choice& choice)
{
    codec.text(choice.name);
    codec.maybe(choice.time);
}

/// All rows of a list; the reader makes them first.
template <typename Codec, typename Rows, typename Code>
void codeRows(Codec& codec, Rows& rows, std::size_t most, Code code)
{
    std::size_t size = rows.size();
    codec.count(size);
    if constexpr (std::is_same_v<Codec, Reader>) {
        if (size > most)
            return; // the lists behind it do not fit, and reading fails
        rows.resize(size);
    }
    for (auto& row : rows)
        code(codec, row);
}

template <typename Codec, typename Lookup>
void codeLookup(Codec& codec, Lookup& lookup)
{
    codec.word(lookup.cache, highestCache);
    codec.word(lookup.outcome, highestOutcome);
    codec.text(lookup.compileId);
    codec.time(lookup.at);
    codec.text(lookup.key);
    codec.text(lookup.reason);
    codeRows(codec, lookup.parts, mostCacheKeyParts,
        [](auto& each, auto& part) { codePart(each, part); });
}

template <typename Codec, typename Run>
void codeAutotune(Codec& codec, Run& run)
{
    codec.text(run.work);
    codec.text(run.compileId);
    codec.time(run.at);
    codec.number(run.tried);
    codeRows(codec, run.choices, mostAutotuneChoices,
        [](auto& each, auto& choice) { codeChoice(each, choice); });
}

template <typename Codec, typename Trace>
void codeTrace(Codec& codec, Trace& trace)
{
    codeRows(
        codec, trace.spans, mostCompileSpans, [](auto& each, auto& span) { codeSpan(each, span); });
    codeRows(codec, trace.lookups, mostCacheLookups,
        [](auto& each, auto& lookup) { codeLookup(each, lookup); });
    codeRows(codec, trace.autotunes, mostAutotunes,
        [](auto& each, auto& run) { codeAutotune(each, run); });
    codec.number(trace.spansLeftOut);
}

} // namespace

Bytes encodeCompileTrace(const CompileTrace& trace)
{
    Writer writer;
    codeTrace(writer, trace);
    return writer.bytes();
}

std::optional<CompileTrace> decodeCompileTrace(std::span<const std::uint8_t> bytes)
{
    Reader reader(bytes);
    CompileTrace trace;
    codeTrace(reader, trace);
    if (!reader.good() || !reader.atEnd() || !isBounded(trace))
        return std::nullopt;
    return trace;
}

} // namespace storage
