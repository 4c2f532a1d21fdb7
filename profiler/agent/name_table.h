// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/agent/span_kind.h"
#include "profiler/model/trace.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler::agent {

/// A name that spans refer to.
struct KnownName {
    std::string raw; ///< as torch gives it
    std::uint64_t hash = 0;
    SpanScope scope = SpanScope::Function;
    std::int32_t id = 0;
    SpanKind kind = SpanKind::Operator;
};

/// Scope and text in one number; equal numbers are compared by text.
[[nodiscard]] std::uint64_t hashOf(SpanScope scope, std::string_view name);

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
    /// nullptr: to be interned, then kept.
    [[nodiscard]] const KnownName* find(SpanScope scope, std::string_view name) const
    {
        const auto hash = hashOf(scope, name);
        const auto* known = m_slots[hash % slots];
        const bool same = known != nullptr && known->hash == hash && known->scope == scope
            && known->raw == name;
        return same ? known : nullptr;
    }

    void keep(const KnownName& name) { m_slots[name.hash % slots] = &name; }

private:
    static constexpr std::size_t slots = 1024;
    std::vector<const KnownName*> m_slots = std::vector<const KnownName*>(slots, nullptr);
};

} // namespace profiler::agent
