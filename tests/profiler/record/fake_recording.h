// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/recorder.h"
#include "profiler/record/session/collecting_sink.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace profiler {

/// Records with workers that have no torch (fake_worker.py): the recorder's own doing, in a second.
class FakeRecording : public testing::Test {
protected:
    /// Eager and one compiled variant, "default"; `behaviour` as the fake worker reads it.
    [[nodiscard]] static Plan planFor(const std::string& behaviour);
    [[nodiscard]] static RecordRequest requestFor(const Plan& plan);

    Result<RecordOutcome> record(const Plan& plan);

    [[nodiscard]] const ComparisonData& data() const { return sink.data(); }

    [[nodiscard]] std::vector<const ProcessRecord*> processes(
        ProcessKind kind, int variant = -1) const;
    [[nodiscard]] std::vector<std::string> log(LogStream stream) const;
    [[nodiscard]] int noticesOf(const std::string& rule) const;

    CollectingSink sink;
    StopRequest stop;
    std::vector<Progress> steps;
    ProgressListener listener = [this](const Progress& step) { steps.push_back(step); };
};

/// Timed blocks of a process.
[[nodiscard]] std::vector<const CallBlock*> timedBlocksOf(const ProcessRecord& process);

/// "cold eager, cold default, paired eager…": processes in the order started.
[[nodiscard]] std::string orderOf(const ComparisonData& data);

} // namespace profiler
