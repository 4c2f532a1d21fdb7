// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The keys of enumerators: one word each, the same in JSON, CSV, the plan file, the database, the
/// worker's protocol and on the command line. What people read of them is made in report.
namespace profiler {

template <typename Enum>
struct EnumKey {
    Enum value;
    std::string_view key;
};

/// Clang 14 makes none by itself for an aggregate.
template <typename Enum>
EnumKey(Enum, std::string_view) -> EnumKey<Enum>;

/// In the order of the enumeration. The tables stand in enum_text.cpp, those of other folders where
/// their keys are written; files hold the keys, so that one never changes.
template <typename Enum>
[[nodiscard]] std::span<const EnumKey<Enum>> enumKeys();

template <typename Enum>
[[nodiscard]] std::string keyOf(Enum value)
{
    for (const auto& [enumerator, key] : enumKeys<Enum>())
        if (enumerator == value)
            return std::string(key);
    return {};
}

template <typename Enum>
[[nodiscard]] std::optional<Enum> fromKey(std::string_view text)
{
    for (const auto& [enumerator, key] : enumKeys<Enum>())
        if (key == text)
            return enumerator;
    return std::nullopt;
}

/// "eager, compiled": for sentences that say what was expected.
template <typename Enum>
[[nodiscard]] std::string knownKeys()
{
    std::string list;
    for (const auto& [enumerator, key] : enumKeys<Enum>())
        list.append(list.empty() ? "" : ", ").append(key);
    return list;
}

/// What stands for an enumerator, of a table in the only function that says it.
template <typename Enum, typename Value>
[[nodiscard]] Value valueFor(Enum value,
    std::initializer_list<std::pair<std::type_identity_t<Enum>, std::type_identity_t<Value>>> rows,
    Value otherwise)
{
    for (const auto& [each, found] : rows)
        if (each == value)
            return found;
    return otherwise;
}

/// What people read of it; empty for a value that has no row.
template <typename Enum>
[[nodiscard]] std::string textOf(
    Enum value, std::initializer_list<std::pair<std::type_identity_t<Enum>, std::string_view>> rows)
{
    return std::string(valueFor(value, rows, std::string_view()));
}

} // namespace profiler
