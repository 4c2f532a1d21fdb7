// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_rows.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

/// Numbers of ours for what an imported file names in its own way.
namespace profiler {

/// Lets a map of strings be asked without making one.
struct TextHash {
    using is_transparent = void;

    std::size_t operator()(std::string_view text) const
    {
        return std::hash<std::string_view> {}(text);
    }
};

template <typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Texts of a trace, each once.
class NameIds {
public:
    /// Of a string as it stands in JSON.
    [[nodiscard]] std::int32_t ofRaw(std::string_view raw);
    [[nodiscard]] std::int32_t of(std::string_view text);

    /// All of them, by id; nothing is left here.
    [[nodiscard]] TraceNames take();

private:
    TextMap<std::int32_t> m_ids;
};

/// Keeps numbers within a range as they are, and gives others one behind it each.
class NumberIds {
public:
    struct Range {
        std::int64_t first = 0; ///< the least that is kept
        std::int64_t last = 0; ///< the most that is kept; those given follow
        std::int64_t most = 0; ///< that is ever given; when they are used up, all get this
    };

    explicit NumberIds(Range range)
        : m_range(range)
    {
    }

    [[nodiscard]] std::int64_t of(std::int64_t number);

private:
    Range m_range;
    std::unordered_map<std::int64_t, std::int64_t> m_given;
};

/// Threads of any number of processes: the number of the system where it is one and no other
/// process has it too.
class ThreadIds {
public:
    /// Both as they stand in the file: 4242, "4242", "main".
    [[nodiscard]] std::int32_t of(std::string_view process, std::string_view thread);

private:
    [[nodiscard]] std::int32_t add(std::string_view thread);

    std::string m_key;
    std::string m_lastKey;
    std::int32_t m_last = 0;
    std::int32_t m_next = 1 << 30;
    TextMap<std::int32_t> m_ids;
    std::unordered_set<std::int32_t> m_used;
};

} // namespace profiler
