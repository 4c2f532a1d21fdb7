// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_rows.h"

#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler::agent {

/// Which of torch's record scopes a span came from, as far as it says what the span is.
enum class SpanScope : std::uint8_t { Function, Backward, User };

struct SpanName {
    SpanKind kind = SpanKind::Operator;
    std::string_view text; ///< what is kept of the name: of a region the compile id alone
};

/// What torch's name for a span says. `isOperator`: the dispatcher gave the name, not a call of
/// RECORD_FUNCTION with a text.
[[nodiscard]] SpanName readSpanName(SpanScope scope, std::string_view name, bool isOperator);

/// A name that spans refer to.
struct KnownName {
    std::string raw; ///< as torch gives it
    std::uint64_t hash = 0;
    SpanScope scope = SpanScope::Function;
    std::int32_t id = 0;
    SpanKind kind = SpanKind::Operator;
};

/// Scope and text in one number, of its length and of four words of it, the last ones among them:
/// it is made for every span. Equal numbers are compared by text.
[[nodiscard]] inline std::uint64_t hashOf(SpanScope scope, std::string_view name)
{
    const auto word = [](const char* at) {
        std::uint64_t value = 0;
        std::memcpy(&value, at, sizeof(value));
        return value;
    };
    auto sum = (name.size() << 2U | static_cast<std::uint64_t>(scope)) * 0x9e3779b97f4a7c15U;
    const auto* end = name.data() + name.size();
    if (name.size() >= sizeof(std::uint64_t)) {
        sum += word(name.data()) * 0xc2b2ae3d27d4eb4fU;
        sum ^= word(end - 8) * 0x27d4eb2f165667c5U;
        if (name.size() >= 2 * sizeof(std::uint64_t)) {
            sum += word(name.data() + name.size() / 2) * 0x165667b19e3779f9U;
            sum ^= word(end - 16) * 0x85ebca77c2b2ae63U;
        }
    } else {
        for (const char c : name)
            sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return sum ^ sum >> 32U;
}

/// All names of a trace, shared by its threads. Bounded: a range that is named anew in every call
/// must not fill the memory.
class NameTable {
public:
    /// Stays valid as long as the table.
    [[nodiscard]] const KnownName& intern(SpanScope scope, std::string_view name, bool isOperator);
    /// A name that torch did not give.
    [[nodiscard]] std::int32_t add(std::string_view text);
    /// Those that came since the last time.
    [[nodiscard]] TraceNames takeNew();

private:
    std::int32_t keep(std::string_view text);

    std::mutex m_mutex;
    std::deque<KnownName> m_names; ///< a deque never moves what it holds
    std::unordered_multimap<std::uint64_t, const KnownName*> m_byHash;
    TraceNames m_new;
    std::int32_t m_last = 0;
};

/// What one thread knows of the table: found without a lock. Direct-mapped; a name that another
/// displaced is asked for again.
class NameCache {
public:
    struct Entry {
        std::uint64_t hash = 0;
        const char* text = nullptr; ///< of the table
        std::uint32_t length = 0;
        std::int32_t id = 0;
        SpanKind kind = SpanKind::Operator;
        SpanScope scope = SpanScope::Function;
    };

    /// nullptr: to be interned, then kept.
    [[nodiscard]] const Entry* find(SpanScope scope, std::string_view name) const
    {
        const auto hash = hashOf(scope, name);
        const auto& known = m_entries[hash % size];
        const bool same = known.hash == hash && known.scope == scope
            && std::string_view(known.text, known.length) == name;
        return same ? &known : nullptr;
    }

    const Entry& keep(const KnownName& name)
    {
        auto& entry = m_entries[name.hash % size];
        entry = {.hash = name.hash,
            .text = name.raw.data(),
            .length = static_cast<std::uint32_t>(name.raw.size()),
            .id = name.id,
            .kind = name.kind,
            .scope = name.scope};
        return entry;
    }

private:
    static constexpr std::size_t size = 1024;
    std::vector<Entry> m_entries = std::vector<Entry>(size);
};

} // namespace profiler::agent
