// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/recorder.h"
#include "profiler/record/session/collecting_sink.h"

#include <gtest/gtest.h>

#include <vector>

namespace profiler {

/// Processes of a kind; `variant` below 0 = of every variant.
[[nodiscard]] inline std::vector<const ProcessRecord*> processesOf(
    const ComparisonData& data, ProcessKind kind, int variant)
{
    std::vector<const ProcessRecord*> found;
    for (const auto& process : data.processes)
        if (process.start.kind == kind && (variant < 0 || process.start.variant == variant))
            found.push_back(&process);
    return found;
}

/// Timed blocks of a process, those of one case or all.
[[nodiscard]] inline std::vector<const CallBlock*> timedBlocksOf(
    const ProcessRecord& process, int caseIndex = -1)
{
    std::vector<const CallBlock*> found;
    for (const auto& block : process.blocks)
        if (block.kind == BlockKind::Timed && (caseIndex < 0 || block.caseIndex == caseIndex))
            found.push_back(&block);
    return found;
}

/// The shortest comparison: one repetition of a few calls, nothing besides.
[[nodiscard]] inline Protocol shortProtocol(int rounds)
{
    return {.effort = Effort::Quick,
        .coldEmpty = 0,
        .coldKept = 0,
        .repetitionsMin = 1,
        .repetitionsMax = 1,
        .rounds = rounds,
        .callsPerBlock = 5,
        .checkInputs = 0,
        .traceCalls = 0,
        .noiseRepetitions = 0,
        .noiseWhenBusy = false};
}

/// Records into memory and keeps what the recorder tells on the way.
class RecordingInMemory : public testing::Test {
protected:
    Result<RecordOutcome> record(const RecordRequest& request)
    {
        return profiler::record(request, sink, listener, stop);
    }

    [[nodiscard]] const ComparisonData& data() const { return sink.data(); }

    [[nodiscard]] std::vector<const ProcessRecord*> processes(
        ProcessKind kind, int variant = -1) const
    {
        return processesOf(data(), kind, variant);
    }

    CollectingSink sink;
    StopRequest stop;
    std::vector<Progress> steps;
    ProgressListener listener = [this](const Progress& step) { steps.push_back(step); };
};

} // namespace profiler
