// SPDX-License-Identifier: Apache-2.0
// Included by .cpp files only: it shows nlohmann/json.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace profiler {

/// Reads one JSON object that nobody vouches for. Absent and null mean "not told"; a wrong type or
/// a number out of range is remembered as the first offence, and reading goes on with nothing.
class JsonReader {
public:
    explicit JsonReader(const nlohmann::json& object, std::string* offence)
        : m_object(&object)
        , m_offence(offence)
    {
        if (!object.is_object())
            offend("", "an object");
    }

    [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }

    [[nodiscard]] std::optional<std::int64_t> integer(const char* key) const
    {
        const auto* value = find(key);
        if (value == nullptr)
            return std::nullopt;
        const bool fits = value->is_number_integer()
            && (!value->is_number_unsigned()
                || value->get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
        if (!fits)
            return offend(key, "an integer"), std::nullopt;
        return value->get<std::int64_t>();
    }

    [[nodiscard]] std::int64_t integerOr(const char* key, std::int64_t otherwise) const
    {
        return integer(key).value_or(otherwise);
    }

    [[nodiscard]] std::int64_t neededInteger(const char* key) const
    {
        if (!has(key))
            offend(key, "present");
        return integerOr(key, 0);
    }

    /// An integer of int's range that is not negative.
    [[nodiscard]] std::optional<int> index(const char* key) const
    {
        const auto value = integer(key);
        if (!value)
            return std::nullopt;
        if (*value < 0 || *value > 1'000'000'000)
            return offend(key, "an index"), std::nullopt;
        return static_cast<int>(*value);
    }

    [[nodiscard]] std::optional<double> number(const char* key) const
    {
        const auto* value = find(key);
        if (value == nullptr)
            return std::nullopt;
        if (!value->is_number())
            return offend(key, "a number"), std::nullopt;
        return value->get<double>();
    }

    [[nodiscard]] std::string text(const char* key) const
    {
        const auto* value = find(key);
        if (value == nullptr)
            return {};
        if (!value->is_string())
            return offend(key, "a string"), std::string {};
        return value->get<std::string>();
    }

    [[nodiscard]] bool flag(const char* key, bool otherwise = false) const
    {
        const auto* value = find(key);
        if (value == nullptr)
            return otherwise;
        if (!value->is_boolean())
            return offend(key, "true or false"), otherwise;
        return value->get<bool>();
    }

    /// The members of an array; none when it is absent.
    void each(const char* key, const std::function<void(const nlohmann::json&)>& visit) const
    {
        const auto* value = find(key);
        if (value == nullptr)
            return;
        if (!value->is_array())
            return offend(key, "a list");
        for (const auto& member : *value)
            visit(member);
    }

    /// The members of an object; none when it is absent.
    void eachField(const char* key,
        const std::function<void(const std::string&, const nlohmann::json&)>& visit) const
    {
        const auto* value = find(key);
        if (value == nullptr)
            return;
        if (!value->is_object())
            return offend(key, "an object");
        for (const auto& [name, member] : value->items())
            visit(name, member);
    }

    void offend(const std::string& key, const std::string& wanted) const
    {
        if (m_offence->empty())
            *m_offence = (key.empty() ? "the message" : "\"" + key + "\"") + " is not " + wanted;
    }

private:
    [[nodiscard]] const nlohmann::json* find(const char* key) const
    {
        if (!m_object->is_object())
            return nullptr;
        const auto found = m_object->find(key);
        return found == m_object->end() || found->is_null() ? nullptr : &*found;
    }

    const nlohmann::json* m_object;
    std::string* m_offence;
};

/// Parses text that nobody vouches for; what is nested deeper than any message of ours is dropped
/// while parsing. A discarded value when it is not JSON.
[[nodiscard]] inline nlohmann::json parseUntrusted(std::string_view text)
{
    constexpr int deepest = 24;
    return nlohmann::json::parse(
        text,
        [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) { return depth <= deepest; },
        false);
}

} // namespace profiler
