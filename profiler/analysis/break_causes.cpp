// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/break_causes.h"

#include <charconv>

namespace profiler {

namespace {

/// "3/1" is frame 3, compiled the second time; frames are numbered in the order first seen.
int frameOf(const std::string& compileId)
{
    int frame = -1;
    std::from_chars(compileId.data(), compileId.data() + compileId.size(), frame);
    return frame;
}

} // namespace

BreakCauses::BreakCauses(const ProcessRecord& process, const std::set<std::string>& ran)
{
    for (const auto& fact : process.breaks)
        m_logged.emplace(fact.compileId, BreakKey {fact.file, fact.line, fact.id});
    for (const auto& [compileId, key] : m_logged)
        if (!ran.contains(compileId))
            m_skipped.emplace(compileId, key);
}

const BreakKey* BreakCauses::of(const std::string& compileId) const
{
    if (const auto own = m_logged.find(compileId); own != m_logged.end())
        return &own->second;
    const BreakKey* cause = nullptr;
    int nearest = -1;
    for (const auto& [skipped, key] : m_skipped)
        if (const int frame = frameOf(skipped); frame > nearest && frame < frameOf(compileId)) {
            nearest = frame;
            cause = &key;
        }
    return cause;
}

} // namespace profiler
