// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/json/json_value_end.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace profiler {

enum class JsonKind : std::uint8_t {
    Text,
    Container, ///< object or list, with its brackets
    Bare, ///< number, true, null, and what is none of them: NaN, N/A
};

/// As it stands in the file: text without its quotes, escapes not read.
struct JsonValue {
    std::string_view raw;
    JsonKind kind = JsonKind::Bare;
};

struct JsonMember {
    std::string_view key;
    JsonValue value;
};

/// Walks the members of an object whose end JsonValueEnd found, in the buffer that it was found in.
class JsonMembers {
public:
    /// `nested`: a value with brackets whose end is known; it is not followed again.
    explicit JsonMembers(std::string_view object, JsonExtent nested = {});

    /// False at the end, or where it is no list of members.
    [[nodiscard]] bool next(JsonMember& member);

    [[nodiscard]] bool broken() const { return m_broken; }

private:
    const char* m_text;
    const char* m_end;
    std::string_view m_nested;
    bool m_broken = false;
};

/// Walks the values of a list in the same way.
class JsonElements {
public:
    explicit JsonElements(std::string_view list);

    [[nodiscard]] bool next(JsonValue& value);

private:
    const char* m_text;
    const char* m_end;
};

/// The text that a raw one stands for, always valid UTF-8: what is not becomes U+FFFD, an escape
/// that JSON does not know stays as it is.
[[nodiscard]] std::string jsonText(std::string_view raw);

/// nullopt: no integer, or beyond 64 bits. Bits of unsigned ones above 2^63; fractions are dropped.
[[nodiscard]] std::optional<std::int64_t> jsonInteger(std::string_view raw);

} // namespace profiler
