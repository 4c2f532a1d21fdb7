// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

enum class PickleKind : std::uint8_t { None, Bool, Integer, Float, Text, List, Dict };

/// A value of a pickle. Lists and tuples are one thing.
struct PickleValue {
    PickleKind kind = PickleKind::None;
    std::int64_t integer = 0; ///< of Bool and Integer; beyond 64 bits the nearest
    double number = 0; ///< of Float
    std::string_view text; ///< in the bytes that were read; not checked to be UTF-8
    std::vector<std::uint32_t> children; ///< of List: items; of Dict: key, value, key, value…
};

/// What a pickle of plain data holds. Values are shared: one may be the child of many, even of
/// itself.
class PickleData {
public:
    [[nodiscard]] const PickleValue& root() const { return m_values[m_root]; }

    [[nodiscard]] const PickleValue& at(std::uint32_t index) const { return m_values[index]; }

    /// Under a key of a dict; nullptr where there is none, or `dict` is none.
    [[nodiscard]] const PickleValue* find(const PickleValue& dict, std::string_view key) const;

    /// Number of the value among all, the same wherever it is shared.
    [[nodiscard]] std::uint32_t indexOf(const PickleValue& value) const
    {
        return static_cast<std::uint32_t>(&value - m_values.data());
    }

private:
    friend class PickleReader;

    std::vector<PickleValue> m_values;
    std::uint32_t m_root = 0;
};

/// Numbers, texts, lists, tuples and dicts of protocols 2 to 5. A pickle is a program for a small
/// machine that can call anything; here the instructions that would are refused by name, with all
/// others that plain data does not need. `bytes` outlive the result. The error ends the sentence
/// "the file …".
[[nodiscard]] tl::expected<PickleData, std::string> readPlainPickle(std::span<const char> bytes);

} // namespace profiler
