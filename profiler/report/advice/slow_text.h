// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/latency/slow_calls.h"

#include <string>

/// Words of slow calls and their causes.
namespace profiler {

/// "recompile", "clock drop".
[[nodiscard]] std::string slowCauseName(SlowCause cause);

/// Which call: "repetition 2, round 3, call 17", "cold process 1, call 1 of the warm-up".
[[nodiscard]] std::string slowCallPlace(const SlowCall& call);

/// What is known of the cause: "x changed from 8 to 64 in dimension 0, forward (model.py:12), 3 of
/// 8 allowed". Never empty.
[[nodiscard]] std::string slowCallCause(const SlowCall& call);

/// "412 ms, 410 ms above the median; of it recompiling 380 ms".
[[nodiscard]] std::string slowCallTimes(const SlowCall& call);

/// In a sentence, for whoever points at it.
[[nodiscard]] std::string slowCallSentence(const SlowCall& call);

/// What to do about the cause, in a clause; never empty.
[[nodiscard]] std::string slowCallAdvice(const SlowCall& call);

/// The same as code or a command; empty where there is none.
[[nodiscard]] std::string slowCallCode(const SlowCall& call);

/// "Recompiles took 96 % of the 1.20 s above the median of 4 slow calls; 2 % is unexplained."
[[nodiscard]] std::string slowCallsSentence(const SlowCallList& list);

} // namespace profiler
