// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_names.h"

#include "profiler/evidence/trace/kernel_class.h"

#include <algorithm>

namespace profiler {

namespace {

constexpr std::int32_t directIds = 1 << 16;
constexpr std::size_t mostNames = (std::size_t {1} << 28) - 1; // what a lane has room for

bool isDirect(std::int32_t id)
{
    return id >= 0 && id < directIds;
}

char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool holds(std::string_view text, std::string_view part)
{
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end()
        || part.empty();
}

} // namespace

TimelineNames::TimelineNames(const TraceNames& names)
    : m_texts(1)
{
    const auto count = std::min(names.size(), mostNames);
    m_texts.reserve(count + 1);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& name = names[i];
        const auto index = static_cast<std::uint32_t>(m_texts.size());
        if (isDirect(name.id))
            m_direct.resize(std::max(m_direct.size(), static_cast<std::size_t>(name.id) + 1));
        if (!isDirect(name.id)) {
            if (!m_others.emplace(name.id, index).second)
                continue;
        } else if (auto& place = m_direct[static_cast<std::size_t>(name.id)]; place == 0) {
            place = index;
        } else {
            continue;
        }
        m_texts.push_back(name.text);
    }
    m_classes.assign(m_texts.size(), -1);
    m_classes[0] = static_cast<std::int8_t>(WorkKind::Elementwise);
}

std::uint32_t TimelineNames::indexOfOther(std::int32_t id) const
{
    const auto known = m_others.find(id);
    return known == m_others.end() ? 0 : known->second;
}

void TimelineNames::findNewClass(std::uint32_t index)
{
    m_classes[index] = static_cast<std::int8_t>(kernelClassOf(m_texts[index]));
}

std::vector<bool> TimelineNames::matching(std::string_view text) const
{
    std::vector<bool> matches(m_texts.size());
    for (std::size_t i = 1; i < m_texts.size(); ++i)
        matches[i] = holds(m_texts[i], text);
    return matches;
}

std::vector<bool> TimelineNames::equalTo(std::string_view text) const
{
    std::vector<bool> equal(m_texts.size());
    for (std::size_t i = 0; i < m_texts.size(); ++i)
        equal[i] = m_texts[i] == text;
    return equal;
}

std::size_t TimelineNames::heldBytes() const
{
    auto bytes = sizeof(*this) + m_texts.capacity() * sizeof(std::string) + m_classes.capacity()
        + m_direct.capacity() * sizeof(std::uint32_t)
        + m_others.size() * (sizeof(std::pair<std::int32_t, std::uint32_t>) + 2 * sizeof(void*));
    for (const auto& text : m_texts)
        bytes += text.capacity();
    return bytes;
}

} // namespace profiler
