// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/recorder.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/judge/judge.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/machine/device_lock.h"
#include "profiler/record/machine/new_identity.h"
#include "profiler/record/machine/wall_clock.h"
#include "profiler/record/schedule.h"
#include "profiler/record/session/session.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace profiler {
namespace {

ComparisonInfo infoOf(const RecordRequest& request)
{
    const auto& plan = request.plan;
    return {.name = plan.name.empty() ? plan.workload.spec : plan.name,
        .started = utcNow(),
        .utcOffsetMinutes = utcOffsetMinutes(),
        .toolVersion = request.toolVersion,
        .command = request.command,
        .placement = plan.protocol.placement,
        .identity = newIdentity()};
}

bool isCpu(const Plan& plan)
{
    return plan.numeric.device == "cpu" || plan.numeric.device.empty();
}

std::string otherRecording(int pid)
{
    return pid > 0 ? fmt::format("process {} records", pid) : std::string("another recording runs");
}

/// Some compiled variant ran eager in every case.
bool someRanEager(const ComparisonResult& result)
{
    for (std::size_t i = 0; i < result.plan.variants.size(); ++i) {
        const bool everywhere = !result.cases.empty()
            && std::all_of(
                result.cases.begin(), result.cases.end(), [&](const CaseResult& caseResult) {
                    return i < caseResult.variants.size()
                        && caseResult.variants[i].verdict == Verdict::RanEager;
                });
        if (everywhere)
            return true;
    }
    return false;
}

/// "eager, case seq48: out of memory: …"
std::string firstCaseFailure(const ComparisonData& data)
{
    for (const auto& process : data.processes)
        for (const auto& failure : process.caseFailures)
            return fmt::format("{}, case {}: {}",
                data.plan.variants[static_cast<std::size_t>(process.start.variant)].name,
                caseAt(data, failure.caseIndex).name, failure.reason);
    return {};
}

RecordOutcome outcomeOf(const Session& session, const std::string& stopReason)
{
    RecordOutcome outcome {.comparison = session.recording.data().info.id,
        .interrupted = session.stop.requested(),
        .reason = stopReason};
    for (const auto& state : session.variants) {
        if (state.reason.empty())
            outcome.casesFailed += static_cast<int>(state.failedCases.size());
        else if (outcome.variantsFailed++ == 0)
            outcome.reason = state.reason;
    }
    if (outcome.casesFailed > 0 && outcome.variantsFailed == 0)
        outcome.reason = firstCaseFailure(session.recording.data());
    outcome.allFailed = outcome.variantsFailed == static_cast<int>(session.variants.size())
        && !outcome.interrupted;
    outcome.ranEager = someRanEager(judge(session.recording.data()));
    outcome.status = outcome.interrupted || outcome.allFailed ? ComparisonStatus::Partial
                                                              : ComparisonStatus::Complete;
    return outcome;
}

/// Runs `work` on the session and closes the comparison, whatever came of it.
Result<RecordOutcome> conduct(Session& session, const SessionWork& work)
{
    prepareVariants(session);
    const auto ran = work(session);
    auto outcome = outcomeOf(session, ran.value_or(std::string {}));
    if (!ran) {
        session.recording.end(ComparisonStatus::Partial, ran.error().message);
        return tl::unexpected(ran.error());
    }
    const auto reason = outcome.interrupted ? std::string("interrupted")
        : outcome.allFailed                 ? outcome.reason
                                            : *ran;
    session.reporter.report(
        {.kind = ProgressKind::Stage, .stage = "store", .text = "closing the comparison"});
    session.recording.end(outcome.status, reason);
    if (session.recording.broken())
        return tl::unexpected(*session.recording.refusal());
    session.reporter.report({.kind = ProgressKind::Finished, .text = reason});
    return outcome;
}

/// Names of devices with their UUIDs; importing torch for them is worth it for a GPU alone.
std::vector<std::string> describedDevices(const RecordRequest& request)
{
    if (isCpu(request.plan))
        return {};
    const auto torch = probeTorch(request.interpreter);
    return torch ? torch->devices : std::vector<std::string> {};
}

/// A device that another recording holds is refused, a CPU only said: it is shared anyway.
Result<std::optional<NoticeFact>> noticeOfOther(const DeviceLock& lock, const Plan& plan)
{
    if (!lock.holder())
        return std::nullopt;
    const auto other = otherRecording(*lock.holder());
    if (!isCpu(plan))
        return failure(ErrorKind::Unavailable,
            fmt::format("{} on {}, and two recordings would measure each other: wait for it, or "
                        "choose another --device",
                other, plan.numeric.device));
    return NoticeFact {.rule = "other_recording",
        .sentence = other + " on this machine at the same time: both measure each other"};
}

/// Runs `work` on a session that has the device to itself; `begin` makes the recording's
/// comparison.
template <typename Begin>
Result<RecordOutcome> recordAlone(const RecordRequest& request, Recording& recording,
    const ProgressListener& progress, StopRequest& stop, Begin begin, const SessionWork& work)
{
    const auto lock = DeviceLock::take(request.plan.numeric.device, describedDevices(request));
    const auto other = noticeOfOther(lock, request.plan);
    if (!other)
        return tl::unexpected(other.error());
    auto workspace = Workspace::create();
    if (!workspace)
        return tl::unexpected(workspace.error());
    begin();
    if (recording.broken())
        return tl::unexpected(*recording.refusal());
    TimeEstimate estimate;
    ProgressReporter reporter(progress, estimate);
    Session session {.request = request,
        .recording = recording,
        .reporter = reporter,
        .stop = stop,
        .workspace = *workspace};
    if (*other)
        recording.add(**other);
    return conduct(session, work);
}

/// Work of a schedule, and why it ended.
template <typename Run>
SessionWork scheduled(Run run)
{
    return [run](Session& session) -> Result<std::string> {
        Schedule schedule(session);
        return run(schedule).map([&] { return schedule.stopReason(); });
    };
}

} // namespace

Result<RecordOutcome> recordWith(const RecordRequest& request, RecordSink& sink,
    const ProgressListener& progress, StopRequest& stop, const SessionWork& work)
{
    Recording recording(sink);
    return recordAlone(
        request, recording, progress, stop, [&] { recording.begin(infoOf(request), request.plan); },
        work);
}

Result<RecordOutcome> record(const RecordRequest& request, RecordSink& sink,
    const ProgressListener& progress, StopRequest& stop)
{
    return recordWith(request, sink, progress, stop,
        scheduled([](Schedule& schedule) { return schedule.runPlan(); }));
}

Result<RecordOutcome> extend(const RecordRequest& request, const ComparisonData& recorded,
    int repetitions, RecordSink& sink, const ProgressListener& progress, StopRequest& stop)
{
    Recording recording(sink, recorded);
    return recordAlone(
        request, recording, progress, stop, [] {}, scheduled([repetitions](Schedule& schedule) {
            return schedule.runRepetitions(repetitions);
        }));
}

Result<RecordOutcome> addCases(const RecordRequest& request, const ComparisonData& recorded,
    RecordSink& sink, const ProgressListener& progress, StopRequest& stop)
{
    const auto& cases = request.plan.cases;
    const auto first = static_cast<std::ptrdiff_t>(recorded.plan.cases.size());
    const std::vector<Case> more(cases.begin() + first, cases.end());
    const CaseRange range {
        .first = static_cast<int>(first), .count = static_cast<int>(more.size())};
    Recording recording(sink, recorded);
    const auto work = scheduled([](Schedule& schedule) { return schedule.runPlan(); });
    return recordAlone(
        request, recording, progress, stop, [&] { recording.addCases(more); },
        [&](Session& session) {
            session.recorded = range;
            return work(session);
        });
}

} // namespace profiler
