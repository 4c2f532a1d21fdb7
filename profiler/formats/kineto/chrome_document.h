// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/json/json_members.h"
#include "profiler/formats/json/json_value_end.h"
#include "profiler/formats/source/imported_trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

class ChromeSource;

/// A member of the document, or an event of its list.
struct ChromePiece {
    bool event = false;
    std::string_view key; ///< of a member
    JsonValue value; ///< an event is its whole object; both hold until the next one is asked for
    std::int64_t byte = 0; ///< where it begins
    JsonExtent nested; ///< of an event: its last value with brackets
};

/// Cuts a trace into its events, holding one block of it at a time. Where the text is damaged it
/// goes on at the next event.
class ChromeDocument {
public:
    /// `blockBytes`: how much is read at once. `valueBytes`: no event is longer.
    ChromeDocument(ChromeSource& source, std::size_t blockBytes, std::size_t valueBytes);

    [[nodiscard]] std::optional<ChromePiece> next();

    /// What could not be cut, up to a few; the last one may sum up others.
    [[nodiscard]] std::vector<ReadLoss> losses() const;

    /// Whether there was anything but space.
    [[nodiscard]] bool empty() const { return m_place == Place::Start; }

    [[nodiscard]] bool foundEvents() const { return m_foundEvents; }

    /// Whether another object follows the first one, which holds no events.
    [[nodiscard]] bool isObjectPerLine() const { return m_objectPerLine; }

    /// Adds what a reader of the events found wrong with one.
    void lose(std::string what, std::int64_t byte);

private:
    enum class Place {
        Start,
        Members,
        Events, ///< in the list of an object
        BareEvents, ///< the document is a list
        Done,
    };
    enum class Cut { Whole, Broken, Unended, TooLong };

    [[nodiscard]] bool refill();
    [[nodiscard]] bool hold(std::size_t bytes);
    [[nodiscard]] std::optional<char> skipSeparators();
    [[nodiscard]] Cut cutValue(bool keep);
    [[nodiscard]] Cut cutBare();
    [[nodiscard]] bool repairEvent();
    [[nodiscard]] bool searchOn(bool (ChromeDocument::*found)());

    void begin();
    [[nodiscard]] std::optional<ChromePiece> nextMember();
    [[nodiscard]] std::optional<ChromePiece> takeMember();
    [[nodiscard]] bool takeKey();
    [[nodiscard]] std::optional<ChromePiece> nextEvent();
    void recoverEvents(std::int64_t from);
    void recoverMembers(std::int64_t from);
    [[nodiscard]] bool atEvent();
    [[nodiscard]] bool atField();
    void endOfText();
    void leaveDocument();

    [[nodiscard]] const char* at() const { return m_buffer.data() + m_begin; }

    [[nodiscard]] std::string_view held() const { return {at(), m_end - m_begin}; }

    [[nodiscard]] std::int64_t byte() const
    {
        return m_offset + static_cast<std::int64_t>(m_begin);
    }

    ChromeSource& m_source;
    std::size_t m_blockBytes;
    std::size_t m_valueBytes;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0; ///< what is not yet taken
    std::size_t m_end = 0; ///< of what was read
    std::int64_t m_offset = 0; ///< of the buffer in the text
    std::size_t m_length = 0; ///< of the value that was cut
    JsonExtent m_nested; ///< in it
    std::string m_key;
    std::string m_repaired; ///< an event that was not as it stands in the buffer
    Place m_place = Place::Start;
    bool m_foundEvents = false;
    bool m_objectPerLine = false;
    bool m_tookEvent = false;
    std::vector<ReadLoss> m_losses;
    std::int64_t m_further = 0; ///< losses beyond those kept
};

} // namespace profiler
