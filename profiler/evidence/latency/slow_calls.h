// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/evidence/latency/slow_call.h"
#include "profiler/model/plan.h"

#include <array>
#include <cstdint>
#include <vector>

/// Calls that took much longer than the others, each with one cause (docs/method.md, Slow calls).
namespace profiler {

struct ProcessRecord;

/// Do the calls wait for a device? Then the host's clocks say little.
[[nodiscard]] bool isOnDevice(const Plan& plan);

/// Of one process and case, in the order run; cold, warm-up and timed calls, clock Call alone.
[[nodiscard]] std::vector<SlowCall> slowCallsOf(
    const ProcessRecord& process, int caseIndex, bool onDevice);

/// What one cause explains.
struct CauseSum {
    std::int64_t calls = 0;
    std::int64_t timed = 0; ///< of them
    double overNs = 0; ///< what the calls took above the median
    double explainedNs = 0; ///< of that, as far as it is known
};

struct SlowCallList {
    std::vector<SlowCall> calls; ///< most time above the median first
    std::array<CauseSum, slowCauses> sums {}; ///< by cause
    double overNs = 0; ///< of all

    [[nodiscard]] const CauseSum& of(SlowCause cause) const
    {
        return sums.at(static_cast<std::size_t>(cause));
    }
};

/// Of all processes of a variant that made calls of the case: cold, and of each repetition.
[[nodiscard]] SlowCallList slowCalls(const JudgeInput& input, int variant, int caseIndex);

/// Several lists as one.
[[nodiscard]] SlowCallList joined(std::vector<SlowCallList> lists);

} // namespace profiler
