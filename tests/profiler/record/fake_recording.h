// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/recording_in_memory.h"

#include <string>
#include <vector>

namespace profiler {

/// Records with workers that have no torch (fake_worker.py): the recorder's own doing, in a second.
class FakeRecording : public RecordingInMemory {
protected:
    /// Eager and one compiled variant, "default"; `behaviour` as the fake worker reads it.
    [[nodiscard]] static Plan planFor(const std::string& behaviour);
    [[nodiscard]] static RecordRequest requestFor(const Plan& plan);

    Result<RecordOutcome> record(const Plan& plan);
    [[nodiscard]] std::vector<std::string> log(LogStream stream) const;
    [[nodiscard]] int noticesOf(const std::string& rule) const;
};

/// "cold eager, cold default, paired eager…": processes in the order started.
[[nodiscard]] std::string orderOf(const ComparisonData& data);

} // namespace profiler
