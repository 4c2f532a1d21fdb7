// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/missing_process.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/plan/result_check.h"
#include "profiler/model/process_record.h"

namespace profiler {

namespace {

bool isPlanned(const Protocol& protocol, ProcessKind kind)
{
    switch (kind) {
    case ProcessKind::Cold:
        return protocol.coldEmpty > 0;
    case ProcessKind::ColdKept:
        return protocol.coldKept > 0;
    case ProcessKind::Check:
        return protocol.checkInputs > 0;
    case ProcessKind::Trace:
        return protocol.traceCalls > 0;
    case ProcessKind::Load:
    case ProcessKind::Paired:
    case ProcessKind::Look:
        return true;
    }
    return true;
}

/// At effort look one process does the work of these; nothing is timed.
bool isPartOfLook(ProcessKind kind)
{
    return kind == ProcessKind::Check || kind == ProcessKind::Trace || kind == ProcessKind::Look;
}

/// As `record` leaves such processes out.
std::string optionOf(ProcessKind kind)
{
    return kind == ProcessKind::Check ? "check" : kind == ProcessKind::Trace ? "trace" : "cold";
}

bool isFailure(ProcessOutcome outcome)
{
    return outcome == ProcessOutcome::Failed || outcome == ProcessOutcome::Crashed
        || outcome == ProcessOutcome::TimedOut;
}

const CaseFailure* failureIn(const ProcessRecord& process, std::optional<int> caseIndex)
{
    for (const auto& failure : process.caseFailures)
        if (failure.caseIndex == caseIndex)
            return &failure;
    return nullptr;
}

Reason whyNoTiming(const ComparisonData& data, int variant, std::optional<int> caseIndex)
{
    auto failure = failureOf(data, variant, ProcessKind::Look, caseIndex);
    return failure.empty() ? Reason {ReasonKind::RecordedWithoutTiming, {}} : failure;
}

} // namespace

Reason whyEnded(const ProcessEnd& end)
{
    if (!end.reason.empty())
        return recorded(end.reason);
    switch (end.outcome) {
    case ProcessOutcome::Finished:
        return {ReasonKind::ProcessWithoutCalls, {}};
    case ProcessOutcome::Crashed:
        return {ReasonKind::ProcessCrashed, {}};
    case ProcessOutcome::TimedOut:
        return {ReasonKind::ProcessTimedOut, {}};
    case ProcessOutcome::Interrupted:
        return {ReasonKind::RecordingInterrupted, {}};
    case ProcessOutcome::Failed:
        break;
    }
    return {ReasonKind::ProcessFailed, {}};
}

Reason failureOf(
    const ComparisonData& data, int variant, ProcessKind kind, std::optional<int> caseIndex)
{
    Reason last;
    for (const auto& process : data.processes) {
        if (process.start.kind != kind || process.start.variant != variant || !process.end
            || !isFailure(process.end->outcome))
            continue;
        if (process.caseFailures.empty())
            last = whyEnded(*process.end);
        else if (const auto* failure = failureIn(process, caseIndex))
            last = recorded(failure->reason);
    }
    return last;
}

Reason caseFailureOf(const ComparisonData& data, int variant, int caseIndex)
{
    Reason last;
    for (const auto& process : data.processes)
        if (process.start.variant == variant)
            if (const auto* failure = failureIn(process, caseIndex))
                last = recorded(failure->reason);
    return last;
}

Reason whyNoProcess(
    const ComparisonData& data, int variant, ProcessKind kind, std::optional<int> caseIndex)
{
    if (data.plan.workload.spec == importedSpec)
        return {ReasonKind::NotInThisTrace, {}};
    if (!isTimed(data.plan.protocol) && !isPartOfLook(kind))
        return whyNoTiming(data, variant, caseIndex);
    if (!isPlanned(data.plan.protocol, kind))
        return {ReasonKind::LeftOutByOption, {optionOf(kind)}};
    if (!isTimed(data.plan.protocol))
        kind = ProcessKind::Look;
    if (auto failure = failureOf(data, variant, kind, caseIndex); !failure.empty())
        return failure;
    if (kind == ProcessKind::Check && tracesAlsoCheck(data.plan))
        if (auto failure = failureOf(data, variant, ProcessKind::Trace, caseIndex);
            !failure.empty())
            return failure;
    if (data.info.status == ComparisonStatus::Running)
        return {ReasonKind::NoProcessYet, {kind}};
    return {ReasonKind::NoFinishedProcess, {kind}};
}

} // namespace profiler
