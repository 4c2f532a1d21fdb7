// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/recorder.h"
#include "profiler/record/session/collecting_sink.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace profiler {

/// Records small plans with real workers into memory.
class RecordingTest : public testing::Test {
protected:
    void SetUp() override;

    /// An eager baseline and `eager` backed compiled one of `spec`: no compiler is run, a
    /// repetition takes some seconds.
    [[nodiscard]] static Plan planFor(const std::string& spec);
    /// A file of tests/recordings/models with the callable in it.
    [[nodiscard]] static std::string model(const std::string& fileAndCallable);
    [[nodiscard]] static RecordRequest requestFor(const Plan& plan);

    Result<RecordOutcome> record(const Plan& plan);

    [[nodiscard]] const ComparisonData& data() const { return sink.data(); }

    [[nodiscard]] std::vector<const ProcessRecord*> processes(
        ProcessKind kind, int variant = -1) const;
    [[nodiscard]] bool logHolds(const std::string& text) const;
    [[nodiscard]] std::string wholeLog() const;

    CollectingSink sink;
    StopRequest stop;
    std::vector<Progress> steps;
    ProgressListener listener = [this](const Progress& step) { steps.push_back(step); };
};

/// Timed blocks of a process, those of one case or all.
[[nodiscard]] std::vector<const CallBlock*> timedBlocks(
    const ProcessRecord& process, int caseIndex = -1);

} // namespace profiler
