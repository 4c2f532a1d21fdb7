// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/enum_text.h"

#include <chrono>
#include <fmt/format.h>

namespace profiler {
namespace {

struct CalendarTime {
    std::chrono::year_month_day date;
    std::chrono::hh_mm_ss<std::chrono::milliseconds> time;
};

CalendarTime calendarTime(std::int64_t utcNs)
{
    using namespace std::chrono;
    const auto instant = sys_time<milliseconds>(floor<milliseconds>(nanoseconds(utcNs)));
    const auto day = floor<days>(instant);
    return {.date = year_month_day(day), .time = hh_mm_ss(instant - day)};
}

std::string dateText(const CalendarTime& when)
{
    return fmt::format("{:04}-{:02}-{:02}", int(when.date.year()), unsigned(when.date.month()),
        unsigned(when.date.day()));
}

} // namespace

std::string clockKey(Clock clock)
{
    return clock == Clock::Call ? "call" : "pipelined";
}

std::string statusKey(ComparisonStatus status)
{
    switch (status) {
    case ComparisonStatus::Running:
        return "running";
    case ComparisonStatus::Complete:
        return "complete";
    case ComparisonStatus::Partial:
        break;
    }
    return "partial";
}

std::string processKindKey(ProcessKind kind)
{
    switch (kind) {
    case ProcessKind::Cold:
        return "cold";
    case ProcessKind::ColdKept:
        return "cold_kept";
    case ProcessKind::Paired:
        return "paired";
    case ProcessKind::Check:
        return "check";
    case ProcessKind::Trace:
        break;
    }
    return "trace";
}

std::string recommendationKey(RecommendationKind kind)
{
    switch (kind) {
    case RecommendationKind::Recommended:
        return "recommended";
    case RecommendationKind::KeepEager:
        return "keep_eager";
    case RecommendationKind::Undecided:
        return "undecided";
    case RecommendationKind::Slower:
        return "slower";
    case RecommendationKind::ResultsDiffer:
        return "results_differ";
    case RecommendationKind::NotComparable:
        return "not_comparable";
    case RecommendationKind::MachineTooBusy:
        return "machine_too_busy";
    case RecommendationKind::NotJudged:
        return "not_judged";
    case RecommendationKind::NotEnoughData:
        break;
    }
    return "not_enough_data";
}

std::string memoryPhaseKey(MemoryPhase phase)
{
    switch (phase) {
    case MemoryPhase::Build:
        return "build";
    case MemoryPhase::Compile:
        return "compile";
    case MemoryPhase::WarmUp:
        return "warm_up";
    case MemoryPhase::Steady:
        break;
    }
    return "steady";
}

std::string tensorRoleKey(TensorRole role)
{
    switch (role) {
    case TensorRole::Output:
        return "output";
    case TensorRole::Loss:
        return "loss";
    case TensorRole::Gradient:
        return "gradient";
    case TensorRole::Parameter:
        break;
    }
    return "parameter";
}

std::string spanKindKey(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Operator:
        return "operator";
    case SpanKind::Region:
        return "region";
    case SpanKind::Lookup:
        return "lookup";
    case SpanKind::CompiledFunction:
        return "compiled_function";
    case SpanKind::Kernel:
        return "kernel";
    case SpanKind::Range:
        return "range";
    case SpanKind::Module:
        return "module";
    case SpanKind::Backward:
        break;
    }
    return "backward";
}

std::string logStreamKey(LogStream stream)
{
    switch (stream) {
    case LogStream::Stdout:
        return "stdout";
    case LogStream::Stderr:
        return "stderr";
    case LogStream::Recorder:
        break;
    }
    return "recorder";
}

std::string severityKey(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Information:
        return "information";
    case Finding::Severity::Warning:
        return "warning";
    case Finding::Severity::Bad:
        break;
    }
    return "bad";
}

bool showsRatio(const VariantResult& variant)
{
    return variant.speedUp && variant.verdict != Verdict::Baseline
        && variant.verdict != Verdict::RanEager && variant.verdict != Verdict::Failed
        && variant.verdict != Verdict::NotComparable && variant.verdict != Verdict::NotJudged;
}

std::string utcText(UtcTime time)
{
    const auto when = calendarTime(time.ns);
    return fmt::format("{}T{:02}:{:02}:{:02}.{:03}Z", dateText(when), when.time.hours().count(),
        when.time.minutes().count(), when.time.seconds().count(), when.time.subseconds().count());
}

std::string localText(UtcTime time, int utcOffsetMinutes)
{
    const auto when = calendarTime(
        time.ns + std::chrono::nanoseconds(std::chrono::minutes(utcOffsetMinutes)).count());
    return fmt::format(
        "{} {:02}:{:02}", dateText(when), when.time.hours().count(), when.time.minutes().count());
}

std::string verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::NoDifference:
        return "no difference";
    case Verdict::UndecidedLeaningFaster:
        return "undecided, leaning faster";
    case Verdict::UndecidedLeaningSlower:
        return "undecided, leaning slower";
    case Verdict::NotEnoughData:
        return "not enough data";
    case Verdict::ResultsDiffer:
        return "results differ";
    case Verdict::NotComparable:
        return "not comparable";
    case Verdict::RanEager:
        return "ran eager";
    case Verdict::NotJudged:
        return "no verdict";
    default:
        return verdictKey(verdict);
    }
}

std::string verdictKey(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Baseline:
        return "baseline";
    case Verdict::Faster:
        return "faster";
    case Verdict::Slower:
        return "slower";
    case Verdict::NoDifference:
        return "no_difference";
    case Verdict::UndecidedLeaningFaster:
        return "undecided_leaning_faster";
    case Verdict::UndecidedLeaningSlower:
        return "undecided_leaning_slower";
    case Verdict::Undecided:
        return "undecided";
    case Verdict::NotEnoughData:
        return "not_enough_data";
    case Verdict::ResultsDiffer:
        return "results_differ";
    case Verdict::NotComparable:
        return "not_comparable";
    case Verdict::RanEager:
        return "ran_eager";
    case Verdict::NotJudged:
        return "not_judged";
    case Verdict::Failed:
        break;
    }
    return "failed";
}

std::string recommendationWord(RecommendationKind kind)
{
    switch (kind) {
    case RecommendationKind::Recommended:
        return "Recommended";
    case RecommendationKind::KeepEager:
    case RecommendationKind::Slower: // that is the verdict on the variant, said beside its row
        return "Keep eager";
    case RecommendationKind::Undecided:
        return "Undecided";
    case RecommendationKind::ResultsDiffer:
        return "Results differ";
    case RecommendationKind::NotComparable:
        return "Not comparable";
    case RecommendationKind::MachineTooBusy:
        return "Machine too busy";
    case RecommendationKind::NotJudged:
        return "No verdict";
    case RecommendationKind::NotEnoughData:
        break;
    }
    return "Not enough data";
}

std::string recommendationWord(RecommendationKind kind, const Plan& plan)
{
    const bool compiled
        = !plan.variants.empty() && plan.variants.front().kind == VariantKind::Compiled;
    const auto word = recommendationWord(kind);
    return compiled && word == recommendationWord(RecommendationKind::KeepEager) ? "Keep baseline"
                                                                                 : word;
}

std::string numericsKey(NumericsStatus status)
{
    switch (status) {
    case NumericsStatus::Equal:
        return "equal";
    case NumericsStatus::Close:
        return "close";
    case NumericsStatus::AsAccurateAsEager:
        return "as_accurate_as_eager";
    case NumericsStatus::TooSmallToJudge:
        return "too_small_to_judge";
    case NumericsStatus::Different:
        return "different";
    case NumericsStatus::NotChecked:
        break;
    }
    return "not_checked";
}

} // namespace profiler
