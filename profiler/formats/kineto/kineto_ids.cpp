// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_ids.h"

#include "profiler/formats/json/json_members.h"

#include <algorithm>
#include <utility>

namespace profiler {

namespace {

/// Text that means itself: no escape, and nothing that may be no letter.
bool isPlain(std::string_view raw)
{
    return std::ranges::all_of(
        raw, [](char letter) { return static_cast<signed char>(letter) >= 0 && letter != '\\'; });
}

} // namespace

std::int32_t NameIds::of(std::string_view text)
{
    if (const auto known = m_ids.find(text); known != m_ids.end())
        return known->second;
    const auto id = static_cast<std::int32_t>(m_ids.size()) + 1;
    m_ids.emplace(text, id);
    return id;
}

/// A raw text that is known is known as plain text, unless it holds an escape.
std::int32_t NameIds::ofRaw(std::string_view raw)
{
    if (raw.find('\\') == std::string_view::npos)
        if (const auto known = m_ids.find(raw); known != m_ids.end())
            return known->second;
    return isPlain(raw) ? of(raw) : of(jsonText(raw));
}

TraceNames NameIds::take()
{
    TraceNames names(m_ids.size());
    while (!m_ids.empty()) {
        auto node = m_ids.extract(m_ids.begin());
        const auto id = node.mapped();
        names[static_cast<std::size_t>(id) - 1] = {.id = id, .text = std::move(node.key())};
    }
    return names;
}

std::int64_t NumberIds::of(std::int64_t number)
{
    if (number >= m_range.first && number <= m_range.last)
        return number;
    if (const auto known = m_given.find(number); known != m_given.end())
        return known->second;
    const auto next = m_range.last + 1 + static_cast<std::int64_t>(m_given.size());
    if (next >= m_range.most)
        return m_range.most;
    m_given.emplace(number, next);
    return next;
}

std::int32_t ThreadIds::of(std::string_view process, std::string_view thread)
{
    m_key.assign(process).append(1, '\0').append(thread);
    if (m_last != 0 && m_key == m_lastKey)
        return m_last;
    const auto known = m_ids.find(m_key);
    m_last = known != m_ids.end() ? known->second : add(thread);
    m_lastKey = m_key;
    return m_last;
}

std::int32_t ThreadIds::add(std::string_view thread)
{
    constexpr std::int64_t mostOfSystem = (1 << 30) - 1;
    const auto number = jsonInteger(thread);
    auto id = number && *number > 0 && *number <= mostOfSystem ? static_cast<std::int32_t>(*number)
                                                               : m_next;
    if (!m_used.insert(id).second)
        id = m_next;
    if (id == m_next)
        ++m_next;
    m_ids.emplace(m_key, id);
    return id;
}

} // namespace profiler
