// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_causes.h"

#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"

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

/// By compile id, of those that torch did not give up.
std::map<std::string, const CompileFact*> compiledOnes(const ProcessRecord& process)
{
    std::map<std::string, const CompileFact*> facts;
    for (const auto& fact : process.compiles)
        if (!fact.startUp && fact.failType.empty())
            facts.emplace(fact.compileId, &fact);
    return facts;
}

} // namespace

BreakCauses::BreakCauses(const ProcessRecord& process, const std::set<std::string>& ran)
    : m_held(heldBreaks(process))
{
    for (const auto& [compileId, keys] : m_held)
        m_heldByAny.insert(keys.begin(), keys.end());
    for (const auto& fact : process.breaks)
        m_logged.emplace(fact.compileId, BreakKey {fact.file, fact.line, fact.id});
    const auto compiled = compiledOnes(process);
    for (const auto& [compileId, key] : m_logged) {
        const auto fact = compiled.find(compileId);
        if (ran.contains(compileId))
            continue;
        if (fact == compiled.end())
            m_skipped.emplace(compileId, key);
        else if (fact->second->operators == 0)
            m_empty.emplace(compileId, key);
    }
}

const BreakCauses::Cause* BreakCauses::of(const std::string& before, const std::string& after) const
{
    if (const auto own = m_logged.find(before); own != m_logged.end())
        return &*own;
    if (const auto* between = nearest(m_empty, frameOf(before), frameOf(after)))
        return between;
    return nearest(m_skipped, -1, frameOf(before));
}

bool BreakCauses::isAtPlace(const Cause& cause) const
{
    const BreakPlaceKey key {cause.second.file, cause.second.line, cause.second.id};
    const auto held = m_held.find(cause.first);
    return !m_heldByAny.contains(key) || (held != m_held.end() && held->second.contains(key));
}

const BreakCauses::Cause* BreakCauses::nearest(
    const std::map<std::string, BreakKey>& causes, int above, int below)
{
    const Cause* found = nullptr;
    for (const auto& each : causes)
        if (const int frame = frameOf(each.first); frame > above && frame < below) {
            above = frame;
            found = &each;
        }
    return found;
}

} // namespace profiler
