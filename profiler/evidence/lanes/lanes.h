// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

struct Case;
struct CallBlock;
struct ComparisonData;
struct ProcessRecord;

/// Which series of a comparison is asked for.
struct LaneKey {
    int variant = 0;
    int caseIndex = 0;
    Clock clock = Clock::Call;
    bool again = false; ///< the "eager again" lane
};

/// A timed block reduced to what the statistics need.
struct TimedBlock {
    int round = 0;
    bool repeated = false;
    int occurrence = 0; ///< of this round and `repeated` within the process, from 0
    bool quiet = true;
    std::int64_t startedNs = 0; ///< UTC
    double medianNs = 0;
    std::vector<double> callsNs;
    const CallBlock* recorded = nullptr; ///< of the lane's process
};

/// The blocks of a lane. Copies share them: a lane stands in several series.
class TimedBlocks {
public:
    TimedBlocks() = default;

    explicit TimedBlocks(std::vector<TimedBlock> blocks)
        : m_blocks(std::make_shared<const std::vector<TimedBlock>>(std::move(blocks)))
    {
    }

    [[nodiscard]] auto begin() const { return all().begin(); }

    [[nodiscard]] auto end() const { return all().end(); }

    [[nodiscard]] std::size_t size() const { return all().size(); }

    [[nodiscard]] bool empty() const { return all().empty(); }

    [[nodiscard]] const TimedBlock& front() const { return all().front(); }

    [[nodiscard]] const TimedBlock& back() const { return all().back(); }

    const TimedBlock& operator[](std::size_t index) const { return all()[index]; }

private:
    [[nodiscard]] const std::vector<TimedBlock>& all() const
    {
        static const std::vector<TimedBlock> none;
        return m_blocks ? *m_blocks : none;
    }

    std::shared_ptr<const std::vector<TimedBlock>> m_blocks;
};

enum class LaneState {
    Steady, ///< its timed blocks count
    LeftOut, ///< never steady, crashed, or compiled inside a timed block
    Pending, ///< still running
};

/// One process of a variant in one repetition, seen for one case.
struct Lane {
    const ProcessRecord* process = nullptr;
    int repetition = 0;
    LaneState state = LaneState::Pending;
    Reason reason; ///< why it is not steady
    bool compiledWhileTimed = false; ///< then its timed calls are no steady ones
    TimedBlocks blocks; ///< of the asked clock
};

/// Made anew at each call: what needs a series more than once asks a JudgeInput.
[[nodiscard]] std::vector<Lane> lanesOf(const ComparisonData& data, const LaneKey& key);

/// One lane for each repetition: the last steady one, else the last one.
[[nodiscard]] std::vector<Lane> byRepetition(std::vector<Lane> lanes);

/// Lanes of that state.
[[nodiscard]] std::vector<Lane> inState(const std::vector<Lane>& lanes, LaneState state);

[[nodiscard]] std::vector<double> callsOf(const Lane& lane);

/// Did any lane of the comparison record blocks with this clock for this case?
[[nodiscard]] bool hasClock(const ComparisonData& data, int caseIndex, Clock clock);

/// The clock that speed-up and payback use: pipelined for the goal throughput where it was
/// recorded, else call.
[[nodiscard]] Clock decidingClock(const ComparisonData& data, int caseIndex);

/// Recorded cases, also of a plan that names none (the callable's own inputs): at least one.
[[nodiscard]] int caseCount(const ComparisonData& data);
[[nodiscard]] Case caseAt(const ComparisonData& data, int caseIndex);

[[nodiscard]] bool servesCase(const ProcessRecord& process, int caseIndex);

} // namespace profiler
