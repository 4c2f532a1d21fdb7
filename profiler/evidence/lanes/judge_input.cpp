// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/judge_input.h"

namespace profiler {

const std::vector<Lane>& JudgeInput::attempts(const LaneKey& key) const
{
    const auto [series, isNew]
        = m_attempts.try_emplace({key.variant, key.caseIndex, key.clock, key.again});
    if (isNew)
        series->second = lanesOf(*m_data, key);
    return series->second;
}

std::vector<Lane> JudgeInput::repetitions(const LaneKey& key) const
{
    return byRepetition(attempts(key));
}

std::vector<Lane> JudgeInput::steady(const LaneKey& key) const
{
    return inState(repetitions(key), LaneState::Steady);
}

} // namespace profiler
