// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/nsys/nsys_names.h"

#include "profiler/formats/json/json_fields.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace profiler {

NsysNames::NsysNames(NsysDatabase& database, TraceNames& names)
    : m_lookup(database.select("StringIds", {"value"}, "WHERE id = ?"))
    , m_names(names)
{
}

const std::string& NsysNames::text(std::int64_t stringId)
{
    const auto [entry, isNew] = m_texts.try_emplace(stringId);
    if (isNew && m_lookup) {
        m_lookup->bind(1, stringId);
        if (m_lookup->executeStep())
            entry->second = json_text::readable(m_lookup->getColumn(0).getString());
        m_lookup->reset();
    }
    return entry->second;
}

std::int32_t NsysNames::idOf(const std::string& text)
{
    const auto next = static_cast<std::int32_t>(m_ids.size()) + 1;
    const auto [entry, isNew] = m_ids.try_emplace(text, next);
    if (isNew)
        m_names.push_back({.id = next, .text = text});
    return entry->second;
}

std::int32_t NsysCorrelations::idOf(std::int64_t globalPid, std::int64_t correlation)
{
    constexpr std::int64_t firstOther = std::int64_t {1} << 31U; // processes launch from 1 upwards
    if (!m_firstProcess)
        m_firstProcess = globalPid;
    if (globalPid == *m_firstProcess && correlation >= 0 && correlation < firstOther)
        return static_cast<std::int32_t>(correlation);
    const auto next = static_cast<std::int64_t>(m_others.size()) + firstOther;
    const auto bits = static_cast<std::int32_t>(static_cast<std::uint32_t>(next));
    return m_others.try_emplace({globalPid, correlation}, bits).first->second;
}

std::string withoutVersion(const std::string& name)
{
    const auto end = name.rfind("_v");
    if (end == std::string::npos || end + 2 == name.size()
        || name.find_first_not_of("0123456789", end + 2) != std::string::npos)
        return name;
    return name.substr(0, end);
}

bool isStepName(const std::string& name)
{
    constexpr std::array<std::string_view, 3> words {"step", "iteration", "iter"};
    constexpr std::string_view numbering = "0123456789#_:-. ()[]";
    const auto end = name.find_last_not_of(numbering);
    if (end == std::string::npos)
        return false;
    std::string word = name.substr(0, end + 1);
    std::ranges::transform(word, word.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::any_of(words, [&](auto ending) { return word.ends_with(ending); });
}

} // namespace profiler
