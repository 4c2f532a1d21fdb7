// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/chrome_document.h"

#include "profiler/formats/json/json_repair.h"
#include "profiler/formats/json/json_scan.h"
#include "profiler/formats/kineto/chrome_source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace profiler {

namespace {

constexpr std::string_view eventList = "traceEvents";
constexpr std::size_t lookAhead = 192; ///< in which the beginning of an event must show
constexpr std::size_t mostLosses = 20;

constexpr std::array<std::string_view, 11> eventKeys {
    "ph", "name", "cat", "ts", "dur", "pid", "tid", "args", "id", "s", "bp"};
constexpr std::array<std::string_view, 7> documentKeys {"baseTimeNanoseconds", "displayTimeUnit",
    "traceName", "schemaVersion", "deviceProperties", "distributedInfo", "trace_id"};

/// Takes pieces of syntax off the front of a text.
class Pattern {
public:
    explicit Pattern(std::string_view text)
        : m_text(text)
    {
    }

    [[nodiscard]] bool take(char letter)
    {
        while (!m_text.empty() && isJsonSpace(m_text.front()))
            m_text.remove_prefix(1);
        if (!m_text.starts_with(letter))
            return false;
        m_text.remove_prefix(1);
        return true;
    }

    /// A key and its colon.
    [[nodiscard]] bool takeKey(std::span<const std::string_view> known)
    {
        if (!take('"'))
            return false;
        const auto key = m_text.substr(0, m_text.find('"'));
        if (std::ranges::find(known, key) == known.end())
            return false;
        m_text.remove_prefix(key.size());
        return take('"') && take(':');
    }

private:
    std::string_view m_text;
};

} // namespace

ChromeDocument::ChromeDocument(ChromeSource& source, std::size_t blockBytes, std::size_t valueBytes)
    : m_source(source)
    , m_blockBytes(std::max(blockBytes, 2 * lookAhead))
    , m_valueBytes(valueBytes)
    , m_buffer(2 * m_blockBytes + jsonPadding)
{
}

/// What is held moves to the front; the buffer grows with the longest event alone.
bool ChromeDocument::refill()
{
    if (m_begin > 0) {
        std::memmove(m_buffer.data(), at(), m_end - m_begin);
        m_offset = byte();
        m_end -= m_begin;
        m_begin = 0;
    }
    if (m_buffer.size() - jsonPadding - m_end < m_blockBytes)
        m_buffer.resize(2 * m_buffer.size());
    const auto got = m_source.read({m_buffer.data() + m_end, m_blockBytes});
    m_end += got;
    return got > 0;
}

/// Whether anything is left; as many bytes as asked for, unless the text ends before.
bool ChromeDocument::hold(std::size_t bytes)
{
    while (m_end - m_begin < bytes && refill()) { }
    return m_begin < m_end;
}

/// The next character that is neither space nor comma: commas too many or too few are forgiven.
std::optional<char> ChromeDocument::skipSeparators()
{
    while (true) {
        while (m_begin < m_end && (isJsonSpace(*at()) || *at() == ','))
            ++m_begin;
        if (m_begin < m_end)
            return *at();
        if (!refill())
            return std::nullopt;
    }
}

/// `keep`: the value stays in the buffer to its end, however that comes out.
ChromeDocument::Cut ChromeDocument::cutValue(bool keep)
{
    JsonValueEnd valueEnd;
    bool dropped = false;
    for (m_length = 0;;) {
        const char* text = at() + m_length;
        const auto state = valueEnd.take(text, m_buffer.data() + m_end);
        m_length = static_cast<std::size_t>(text - at());
        if (state == JsonValueEnd::State::Broken)
            return Cut::Broken;
        m_nested = valueEnd.lastNested();
        if (state == JsonValueEnd::State::Whole)
            return dropped || m_length > m_valueBytes ? Cut::TooLong : Cut::Whole;
        if (m_length > m_valueBytes) {
            if (keep)
                return Cut::TooLong;
            dropped = true;
        }
        if (dropped)
            m_begin += std::exchange(m_length, 0);
        if (!refill())
            return Cut::Unended;
    }
}

ChromeDocument::Cut ChromeDocument::cutBare()
{
    for (m_length = 0;; ++m_length) {
        if (m_begin + m_length == m_end && !refill())
            return Cut::Unended;
        const char letter = at()[m_length];
        if (isJsonSpace(letter) || letter == ',' || letter == '}' || letter == ']')
            return Cut::Whole;
        if (m_length > m_valueBytes)
            return Cut::Broken;
    }
}

std::optional<ChromePiece> ChromeDocument::next()
{
    std::optional<ChromePiece> piece;
    while (!piece && m_place != Place::Done) {
        if (m_place == Place::Start) {
            begin();
            if (m_place == Place::Start)
                return std::nullopt;
        } else {
            piece = m_place == Place::Members ? nextMember() : nextEvent();
        }
    }
    return piece;
}

void ChromeDocument::begin()
{
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    if (hold(byteOrderMark.size()) && held().starts_with(byteOrderMark))
        m_begin += byteOrderMark.size();
    const auto first = skipSeparators();
    if (!first)
        return;
    m_place = *first == '{' ? Place::Members : *first == '[' ? Place::BareEvents : Place::Done;
    m_foundEvents = m_place == Place::BareEvents;
    ++m_begin;
}

std::optional<ChromePiece> ChromeDocument::nextMember()
{
    const auto first = skipSeparators();
    if (!first) {
        endOfText();
        return std::nullopt;
    }
    if (*first == '}') {
        ++m_begin;
        leaveDocument();
        return std::nullopt;
    }
    const auto from = byte();
    if (*first == '{' && m_foundEvents) {
        lose(fmt::format("The list of events was closed before byte {}, where they go on; they "
                         "are kept.",
                 from),
            from);
        m_place = Place::Events;
        return std::nullopt;
    }
    if (*first != '"' || !takeKey()) {
        recoverMembers(from);
        return std::nullopt;
    }
    return takeMember();
}

/// Moves behind the colon.
bool ChromeDocument::takeKey()
{
    if (cutValue(true) != Cut::Whole)
        return false;
    m_key = held().substr(1, m_length - 2);
    m_begin += m_length;
    if (skipSeparators() != ':')
        return false;
    ++m_begin;
    return true;
}

std::optional<ChromePiece> ChromeDocument::takeMember()
{
    const char first = skipSeparators().value_or('\0');
    const auto from = byte();
    if (first == '[' && m_key == eventList) {
        ++m_begin;
        m_foundEvents = true;
        m_place = Place::Events;
        return std::nullopt;
    }
    const bool container = first == '{' || first == '[';
    const auto cut = container || first == '"' ? cutValue(false) : cutBare();
    if (cut == Cut::Broken || cut == Cut::Unended) {
        recoverMembers(from);
        return std::nullopt;
    }
    auto raw = held().substr(0, m_length);
    m_begin += m_length;
    if (cut == Cut::TooLong) {
        lose(fmt::format("The field at byte {} is too long and is left out; the events are not "
                         "touched.",
                 from),
            from);
        return std::nullopt;
    }
    if (first == '"')
        raw = raw.substr(1, raw.size() - 2);
    const auto kind
        = container ? JsonKind::Container : (first == '"' ? JsonKind::Text : JsonKind::Bare);
    return ChromePiece {.key = m_key, .value = {.raw = raw, .kind = kind}, .byte = from};
}

std::optional<ChromePiece> ChromeDocument::nextEvent()
{
    const auto first = skipSeparators();
    if (!first) {
        endOfText();
        return std::nullopt;
    }
    const auto from = byte();
    if (*first == ']') {
        ++m_begin;
        if (m_place == Place::Events)
            m_place = Place::Members;
        else
            leaveDocument();
        return std::nullopt;
    }
    const auto cut = *first == '{' ? cutValue(true) : Cut::Broken;
    if (cut == Cut::Broken && *first == '{' && repairEvent())
        return ChromePiece {.event = true,
            .value = {.raw = {m_repaired.data(), m_length}, .kind = JsonKind::Container},
            .byte = from,
            .nested = m_nested};
    if (cut != Cut::Whole) {
        recoverEvents(from);
        return std::nullopt;
    }
    const auto raw = held().substr(0, m_length);
    m_begin += m_length;
    m_tookEvent = true;
    return ChromePiece {.event = true,
        .value = {.raw = raw, .kind = JsonKind::Container},
        .byte = from,
        .nested = m_nested};
}

/// Of an event that broke behind a quote, which is then none that ends a string.
bool ChromeDocument::repairEvent()
{
    constexpr std::size_t longest = 262'144;
    const auto last = held().substr(0, m_length).find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || at()[last] != '"')
        return false;
    static_cast<void>(hold(longest));
    auto repaired = withEscapedQuotes(held().substr(0, longest));
    if (!repaired)
        return false;
    m_repaired = std::move(repaired->text);
    m_length = m_repaired.size();
    m_repaired.resize(m_length + jsonPadding);
    JsonValueEnd valueEnd;
    const char* text = m_repaired.data();
    const auto* const end = text + m_length;
    if (valueEnd.take(text, end) != JsonValueEnd::State::Whole || text != end)
        return false;
    m_nested = valueEnd.lastNested();
    m_begin += repaired->length;
    return true;
}

/// Not to the end of a file of zeros: what has shown no event by then is no trace.
bool ChromeDocument::searchOn(bool (ChromeDocument::*found)())
{
    constexpr std::int64_t mostBeforeEvents = std::int64_t {16} << 20U;
    constexpr std::int64_t mostBehind = std::int64_t {1} << 30U;
    const auto last = byte() + (m_tookEvent ? mostBehind : mostBeforeEvents);
    for (; byte() < last && hold(lookAhead); ++m_begin)
        if ((this->*found)())
            return true;
    return false;
}

/// A comma and the beginning of an event; or the end of their list, behind which others come.
bool ChromeDocument::atEvent()
{
    if (*at() != ',' && *at() != '[' && *at() != ']')
        return false;
    Pattern text(held().substr(1, lookAhead - 1));
    if (*at() != ']') {
        if (!text.take('{') || !text.takeKey(eventKeys))
            return false;
        ++m_begin;
        return true;
    }
    if (m_place != Place::Events || !text.take(',') || !text.takeKey(documentKeys))
        return false;
    m_place = Place::Members;
    ++m_begin;
    return true;
}

/// A field that is read, the list of events among them.
bool ChromeDocument::atField()
{
    if (*at() != '"')
        return false;
    constexpr std::array key {eventList};
    Pattern list(held().substr(0, lookAhead));
    Pattern field(held().substr(0, lookAhead));
    return (list.takeKey(key) && list.take('[')) || field.takeKey(documentKeys);
}

void ChromeDocument::recoverEvents(std::int64_t from)
{
    ++m_begin;
    if (searchOn(&ChromeDocument::atEvent)) {
        lose(fmt::format("Bytes {} to {} hold no whole event and are left out; the events around "
                         "them are kept.",
                 from, byte()),
            from);
        return;
    }
    m_place = Place::Done;
    lose(fmt::format("The trace is cut off or damaged from byte {} on{}; every event before it is "
                     "kept.",
             from, m_source.damage() != nullptr ? fmt::format(" ({})", m_source.damage()) : ""),
        from);
}

void ChromeDocument::recoverMembers(std::int64_t from)
{
    if (searchOn(&ChromeDocument::atField)) {
        lose(fmt::format("A field at byte {} cannot be read; the events {} it are kept.", from,
                 m_foundEvents ? "before" : "behind"),
            from);
        return;
    }
    m_place = Place::Done;
    lose(fmt::format("The trace is cut off or damaged from byte {} on{}; {}.", from,
             m_source.damage() != nullptr ? fmt::format(" ({})", m_source.damage()) : "",
             m_foundEvents ? "all its events are kept" : "it has no events before"),
        from);
}

void ChromeDocument::endOfText()
{
    m_place = Place::Done;
    lose(fmt::format("The trace ends at byte {} without its closing brackets{}; every event before "
                     "it is kept.",
             byte(), m_source.damage() != nullptr ? fmt::format(" ({})", m_source.damage()) : ""),
        byte());
}

void ChromeDocument::leaveDocument()
{
    m_place = Place::Done;
    const auto next = skipSeparators();
    m_objectPerLine = next == '{' && !m_foundEvents;
    if (next)
        lose(fmt::format("Behind the end of the trace, at byte {}, there is more, which is left "
                         "out.",
                 byte()),
            byte());
    else if (m_source.damage() != nullptr)
        lose(fmt::format("The file is damaged behind the end of the trace ({}); nothing of the "
                         "trace is missing.",
                 m_source.damage()),
            byte());
}

void ChromeDocument::lose(std::string what, std::int64_t byte)
{
    if (m_losses.size() < mostLosses)
        m_losses.push_back({.what = std::move(what), .byte = byte});
    else
        ++m_further;
}

std::vector<ReadLoss> ChromeDocument::losses() const
{
    auto losses = m_losses;
    if (m_further > 0)
        losses.push_back({.what
            = fmt::format("{} further places are damaged; what is whole is kept.", m_further),
            .byte = losses.back().byte});
    return losses;
}

} // namespace profiler
