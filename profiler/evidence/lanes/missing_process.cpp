// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/missing_process.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/imported_spec.h"

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
    case ProcessKind::Paired:
        return true;
    }
    return true;
}

/// With the option of `record` that leaves such processes out.
std::string whyNotPlanned(ProcessKind kind)
{
    constexpr auto words = std::to_array<EnumRow<ProcessKind>>({
        {ProcessKind::Cold, "not recorded (--without cold)"},
        {ProcessKind::ColdKept, "not recorded (--without cold)"},
        {ProcessKind::Check, "not recorded (--without check)"},
        {ProcessKind::Trace, "not recorded (--without trace)"},
        {ProcessKind::Paired, "not recorded"},
    });
    return textOf(words, kind);
}

bool isFailure(ProcessOutcome outcome)
{
    return outcome == ProcessOutcome::Failed || outcome == ProcessOutcome::Crashed
        || outcome == ProcessOutcome::TimedOut;
}

std::string failureText(const ProcessEnd& end)
{
    if (!end.reason.empty())
        return end.reason;
    switch (end.outcome) {
    case ProcessOutcome::Crashed:
        return "the process crashed";
    case ProcessOutcome::TimedOut:
        return "the process took longer than its limit";
    default:
        return "the process failed";
    }
}

} // namespace

std::string processWord(ProcessKind kind)
{
    constexpr auto words = std::to_array<EnumRow<ProcessKind>>({
        {ProcessKind::Cold, "cold process"},
        {ProcessKind::ColdKept, "warm-cache process"},
        {ProcessKind::Paired, "repetition"},
        {ProcessKind::Check, "check of the results"},
        {ProcessKind::Trace, "trace"},
    });
    return textOf(words, kind);
}

std::string failureOf(const ComparisonData& data, int variant, ProcessKind kind)
{
    for (auto process = data.processes.rbegin(); process != data.processes.rend(); ++process) {
        if (process->start.kind == kind && process->start.variant == variant && process->end
            && isFailure(process->end->outcome))
            return failureText(*process->end);
    }
    return {};
}

std::string whyNoProcess(const ComparisonData& data, int variant, ProcessKind kind)
{
    const auto word = processWord(kind);
    if (data.plan.workload.spec == importedSpec)
        return "not in this trace";
    if (!isPlanned(data.plan.protocol, kind))
        return whyNotPlanned(kind);
    if (auto failure = failureOf(data, variant, kind); !failure.empty())
        return failure;
    if (data.info.status == ComparisonStatus::Running)
        return "no " + word + " has finished yet";
    return "the recording holds no finished " + word;
}

} // namespace profiler
