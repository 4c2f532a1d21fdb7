// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/kinds.h"
#include "profiler/model/facts/utc_time.h"

#include <map>
#include <optional>
#include <string>

/// What is known of a worker process as a whole.
namespace profiler {

/// Some of a plan's cases, one after the other.
struct CaseRange {
    int first = 0;
    int count = 0;

    [[nodiscard]] bool holds(int caseIndex) const
    {
        return caseIndex >= first && caseIndex - first < count;
    }

    bool operator==(const CaseRange&) const = default;
};

/// A call of one case raised, ran out of memory, crashed or hung. Its process ends; the variant's
/// other cases go on in another one.
struct CaseFailure {
    int caseIndex = 0;
    std::string reason; ///< a sentence, with what to do
    std::string errorClass; ///< as in ProcessEnd

    bool operator==(const CaseFailure&) const = default;
};

struct ProcessStart {
    ProcessKind kind = ProcessKind::Paired;
    int variant = 0; ///< index into Plan::variants
    bool again = false; ///< the "eager again" lane of the noise floor; variant is the baseline
    int repetition = 0; ///< from 0; of its kind
    /// What it was to run, where that are not all cases: with `cases: apart`, or where cases were
    /// added later.
    std::optional<CaseRange> cases;
    UtcTime started;
    int pid = 0;

    bool operator==(const ProcessStart&) const = default;
};

enum class ProcessOutcome { Finished, Failed, Crashed, TimedOut, Interrupted };

struct ProcessEnd {
    ProcessOutcome outcome = ProcessOutcome::Finished;
    UtcTime ended;
    std::string reason; ///< one sentence: exception, signal name, what to do
    std::string
        errorClass; ///< of the catalogue (error_catalogue.h): "unsupported", "out_of_memory"…

    bool operator==(const ProcessEnd&) const = default;
};

/// Key/value facts of a process that make runs comparable or not: see docs/fields.md.
/// device_name, torch, python, cuda, driver, os, threads, weights_hash, inputs_hash.<case>…
using EnvironmentFields = std::map<std::string, std::string>;

/// Empty: it was not told.
[[nodiscard]] inline std::string fieldIn(const EnvironmentFields& fields, const std::string& name)
{
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
}

/// Wall and CPU time of one phase of a process: import, build, inputs, start_up (the throw-away
/// compile), case/<name>/first_call…
struct PhaseFact {
    std::string phase;
    std::optional<int> caseIndex;
    nanoseconds wall {};
    std::optional<nanoseconds> cpu; ///< self and children

    bool operator==(const PhaseFact&) const = default;
};

} // namespace profiler
