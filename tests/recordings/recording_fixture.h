// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/recording_in_memory.h"

#include <string>

namespace profiler {

/// Records small plans with real workers into memory.
class RecordingTest : public RecordingInMemory {
protected:
    void SetUp() override;

    /// An eager baseline and `eager` backed compiled one of `spec`: no compiler is run, a
    /// repetition takes some seconds.
    [[nodiscard]] static Plan planFor(const std::string& spec);
    /// A file of tests/recordings/models with the callable in it.
    [[nodiscard]] static std::string model(const std::string& fileAndCallable);
    [[nodiscard]] static RecordRequest requestFor(const Plan& plan);

    Result<RecordOutcome> record(const Plan& plan);
    [[nodiscard]] bool logHolds(const std::string& text) const;
    [[nodiscard]] std::string wholeLog() const;
};

} // namespace profiler
