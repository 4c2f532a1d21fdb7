// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/live_state.h"

#include "profiler/judge/case_settings.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/live/workers_model.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"

#include <QDateTime>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ui {

namespace {

using profiler::ProcessKind;
using profiler::ProcessOutcome;
using profiler::ProcessRecord;

QString donePercentText(double ratio)
{
    // Done is said when it is done.
    return QObject::tr("%1 %").arg(std::clamp(static_cast<int>(std::floor(ratio * 100)), 0, 99));
}

QString clockTime(profiler::UtcTime time)
{
    return QDateTime::fromMSecsSinceEpoch(time.ns / 1'000'000).toString(QStringLiteral("HH:mm"));
}

bool isFailure(const ProcessRecord& process)
{
    return process.end && process.end->outcome != ProcessOutcome::Finished
        && process.end->outcome != ProcessOutcome::Interrupted;
}

QString processName(const profiler::ProcessStart& start)
{
    return qt(profiler::columnName({.kind = start.kind, .repetition = start.repetition}));
}

QString outcomeWord(ProcessOutcome outcome)
{
    return outcome == ProcessOutcome::Crashed ? QObject::tr("crashed")
        : outcome == ProcessOutcome::TimedOut ? QObject::tr("took too long")
                                              : QObject::tr("failed");
}

int roundsOf(const ProcessRecord& process)
{
    int rounds = 0;
    for (const auto& block : process.blocks)
        if (block.kind == profiler::BlockKind::Timed)
            rounds = std::max(rounds, block.round + 1);
    return rounds;
}

/// Names of the other variants whose lane of the same repetition is whole or goes on.
QStringList othersOf(const profiler::ComparisonData& data, const ProcessRecord& failed)
{
    QStringList names;
    for (const auto& process : data.processes)
        if (process.start.kind == failed.start.kind && !process.start.again
            && process.start.repetition == failed.start.repetition
            && process.start.variant != failed.start.variant && !isFailure(process))
            if (const QString name
                = qt(data.plan.variants[static_cast<std::size_t>(process.start.variant)].name);
                !names.contains(name))
                names << name;
    return names;
}

/// The one that the recommendation speaks of, as on every page; else the fastest so far, by its
/// estimate.
const profiler::VariantResult* spokenOf(const profiler::CaseResult& caseResult)
{
    const int advised = caseResult.recommendation.variant;
    const profiler::VariantResult* best = profiler::variantOf(caseResult, advised);
    if (advised != 0 && best != nullptr && best->speedUp)
        return best;
    best = nullptr;
    for (const auto& variant : caseResult.variants)
        if (variant.variant != 0 && variant.speedUp
            && (best == nullptr || variant.speedUp->ratio.estimate > best->speedUp->ratio.estimate))
            best = &variant;
    return best;
}

/// What was seen, where no verdict can be given of it: times without a ratio.
QString timesText(const profiler::VariantResult& variant, const QString& baseline, int planned)
{
    const auto& speedUp = *variant.speedUp;
    return QObject::tr("**%1** (%2 of %3 processes)")
        .arg(qt(profiler::aheadText(variant, baseline.toStdString())))
        .arg(speedUp.repetitions)
        .arg(std::max(planned, speedUp.repetitions));
}

QString variantRatioText(
    const profiler::VariantResult& variant, const QString& baseline, int planned)
{
    const auto& speedUp = *variant.speedUp;
    const double estimate = speedUp.ratio.estimate;
    const QString ratio = qt(profiler::formatRatio(estimate));
    const QString how = estimate >= 1 ? QObject::tr("%1 faster").arg(ratio) : ratio;
    const bool open = profiler::isUndecided(variant.verdict)
        || variant.verdict == profiler::Verdict::NoDifference;
    const QString who = open
        ? QObject::tr("**no clear difference** between %1 and %2").arg(qt(variant.name), baseline)
        : QObject::tr("**%1 is %2** than %3").arg(qt(variant.name), how, baseline);
    return QObject::tr("%1 (%2, %3 of %4 processes)")
        .arg(who,
            qt(open ? profiler::formatOpenInterval(speedUp.ratio)
                    : profiler::formatRatioInterval(speedUp.ratio)))
        .arg(speedUp.repetitions)
        .arg(std::max(planned, speedUp.repetitions));
}

/// A verdict can be given; what was recorded well may still be too little for one.
bool isEnough(const LiveState& state)
{
    const profiler::CaseResult* caseResult = state.view.caseResult();
    const auto* best = caseResult == nullptr ? nullptr : spokenOf(*caseResult);
    return best != nullptr && best->speedUp->repetitions >= profiler::repetitionsForVerdict;
}

QString liveStateText(const LiveState& state)
{
    const profiler::CaseResult* caseResult = state.view.caseResult();
    if (caseResult == nullptr || caseResult->variants.empty())
        return {};
    const auto* best = spokenOf(*caseResult);
    if (best == nullptr)
        return QObject::tr("no process of two variants has finished yet");
    const auto& result = state.view.comparison->result;
    const bool noVerdict = best->verdict == profiler::Verdict::NotEnoughData
        || profiler::isTooBusy(result.quality)
        || (profiler::isDisturbed(result.quality) && profiler::isUndecided(best->verdict));
    const auto resultText = noVerdict ? timesText : variantRatioText;
    QString words = resultText(
        *best, qt(caseResult->variants.front().name), result.plan.protocol.repetitionsMin);
    // The word of every page: while data are too few, the machine is not what is lacking.
    const auto kind = caseResult->recommendation.kind;
    if (kind == profiler::RecommendationKind::NotEnoughData
        || kind == profiler::RecommendationKind::MachineTooBusy)
        words
            += QStringLiteral(", ") + qt(profiler::recommendationWord(kind, result.plan)).toLower();
    return words;
}

/// Empty when none failed.
QString failureText(const LiveState& state)
{
    const auto& processes = state.view.comparison->data.processes;
    const auto failed = std::count_if(processes.begin(), processes.end(), isFailure);
    if (failed == 0)
        return {};
    return failed == 1 ? QObject::tr("one worker failed, the others went on")
                       : QObject::tr("%1 workers failed, the others went on").arg(failed);
}

/// What the verdict waits for, what the run waits for, crashes, end.
QStringList captionParts(const LiveState& state)
{
    QStringList parts;
    const int done = state.grid.repetitionsDone;
    if (done < profiler::repetitionsForVerdict)
        parts
            << QObject::tr("the verdict waits for process %1").arg(profiler::repetitionsForVerdict);
    else
        parts << QObject::tr("processes are added until the intervals are narrow enough");
    const auto& quality = state.view.comparison->result.quality;
    if (profiler::isTooBusy(quality))
        parts << QObject::tr("%1; %2").arg(
            qt(profiler::contentionText(quality)), qt(profiler::whatToDoWhenBusy()));
    if (state.job != nullptr && state.job->isRunning()) {
        const WorkingNow& now = state.job->now();
        const QString who = now.variant.isEmpty() ? QString() : now.variant + QStringLiteral(": ");
        if (!now.text.isEmpty())
            parts << QObject::tr("now %1%2").arg(who, now.text);
    } else if (state.job == nullptr) {
        parts << QObject::tr("started elsewhere: it is paused or stopped there");
    }
    if (const QString failures = failureText(state); !failures.isEmpty())
        parts << failures;
    if (const auto left = state.leftNs())
        parts << QObject::tr("ends at about %1")
                     .arg(QDateTime::currentDateTime()
                              .addMSecs(static_cast<qint64>(*left / 1e6))
                              .toString(QStringLiteral("HH:mm")));
    return parts;
}

WorkHeadline recordedHeadline(const LiveState& state)
{
    const RecordingJob* job = state.job;
    const bool some = job != nullptr && job->end() == JobEnd::SomeFailed;
    const QString failures = failureText(state);
    const QString said = liveStateText(state);
    const bool busy = profiler::isTooBusy(state.view.comparison->result.quality);
    WorkHeadline headline;
    headline.status = some || busy || !failures.isEmpty() ? Status::Warning
        : isEnough(state)                                 ? Status::Good
                                                          : Status::Neutral;
    headline.sentence
        = QObject::tr("**Recorded**; %1.").arg(said.isEmpty() ? QObject::tr("see Overview") : said);
    headline.caption = some  ? job->refusal()
        : failures.isEmpty() ? QObject::tr("Overview has the verdict")
                             : failures + QObject::tr(" · Overview has the verdict");
    return headline;
}

WorkHeadline endedHeadline(const LiveState& state)
{
    WorkHeadline headline;
    const bool complete = state.view.comparison != nullptr
        && state.view.comparison->result.info.status == profiler::ComparisonStatus::Complete;
    const RecordingJob* job = state.job;
    const bool failed = job != nullptr
        && (job->end() == JobEnd::NotStarted || job->end() == JobEnd::AllFailed
            || job->end() == JobEnd::Died);
    if (failed) {
        headline.status = Status::Bad;
        headline.sentence = job->end() == JobEnd::NotStarted
            ? QObject::tr("**Nothing was recorded:** %1.").arg(job->refusal())
            : QObject::tr("**The recording ended early:** %1.").arg(job->refusal());
        headline.caption = state.view.comparison == nullptr
            ? QObject::tr("correct it in New comparison, and start again")
            : QObject::tr("what had finished is valid and can be read on every page");
        return headline;
    }
    if (complete)
        return recordedHeadline(state);
    const QString said = liveStateText(state);
    headline.status = Status::Warning;
    headline.sentence = QObject::tr("**Stopped early**%1.")
                            .arg(said.isEmpty() ? QString() : QStringLiteral("; ") + said);
    headline.caption = job != nullptr && !job->hasRow()
        ? job->refusal()
        : QObject::tr("what had finished is valid; Extend adds the missing processes");
    return headline;
}

/// Of another machine: its rows come at the end, until then there is what it says.
WorkHeadline elsewhereHeadline(const LiveState& state)
{
    const RecordingJob& job = *state.job;
    const auto left = state.leftNs();
    WorkHeadline headline;
    if (job.state() == JobState::Starting)
        headline.sentence
            = QObject::tr("**Starting on %1:** what it needs is sent there.").arg(job.machine());
    else if (job.state() == JobState::Stopping || job.state() == JobState::Killing)
        headline.sentence
            = QObject::tr("**Stopping on %1**; what was recorded comes back.").arg(job.machine());
    else
        headline.sentence
            = QObject::tr("On %1: %2 done, **%3**.")
                  .arg(job.machine(), donePercentText(state.doneRatio()),
                      left ? QObject::tr("about %1 left").arg(qt(profiler::formatRoughly(*left)))
                           : QObject::tr("time left not known yet"));
    headline.caption = !job.now().text.isEmpty() ? job.now().text
        : job.lines().empty()                    ? QString()
                                                 : job.lines().back().text;
    return headline;
}

} // namespace

profiler::UtcTime utcNow()
{
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

bool LiveState::isRunning() const
{
    if (job != nullptr)
        return job->isRunning();
    return view.comparison != nullptr
        && view.comparison->result.info.status == profiler::ComparisonStatus::Running;
}

double LiveState::doneRatio() const
{
    return job != nullptr ? job->doneRatio() : grid.doneRatio;
}

std::optional<double> LiveState::leftNs() const
{
    if (job != nullptr)
        return job->leftNs();
    return grid.left ? std::optional(static_cast<double>(grid.left->count())) : std::nullopt;
}

double LiveState::elapsedNs(profiler::UtcTime now) const
{
    if (job != nullptr)
        return static_cast<double>(job->elapsedMs()) * 1e6;
    if (view.comparison == nullptr)
        return 0;
    const auto& info = view.comparison->result.info;
    return static_cast<double>((info.ended ? info.ended->ns : now.ns) - info.started.ns);
}

WorkHeadline headlineOf(const LiveState& state)
{
    if (!state.isRunning())
        return endedHeadline(state);
    if (state.job != nullptr && !state.job->hasRow())
        return elsewhereHeadline(state);
    WorkHeadline headline;
    const JobState job = state.job == nullptr ? JobState::Running : state.job->state();
    if (job == JobState::Starting && state.job != nullptr && !state.job->now().text.isEmpty()) {
        headline.sentence = QObject::tr("**Not started yet:** %1.").arg(state.job->now().text);
        headline.caption = QObject::tr("it starts by itself; Cancel ends the wait");
        return headline;
    }
    if (state.view.comparison == nullptr || job == JobState::Starting) {
        headline.sentence = QObject::tr("**Starting:** plan, machine and interpreter are checked.");
        headline.caption = QObject::tr("the first worker starts in a moment");
        return headline;
    }
    const auto left = state.leftNs();
    headline.sentence = left
        ? QObject::tr("%1 done, **about %2 left**")
              .arg(donePercentText(state.doneRatio()), qt(profiler::formatRoughly(*left)))
        : QObject::tr("%1 done, **time left not known yet**")
              .arg(donePercentText(state.doneRatio()));
    if (job == JobState::Paused)
        headline.sentence = QObject::tr("**Paused** at %1").arg(donePercentText(state.doneRatio()));
    else if (job == JobState::Pausing)
        headline.sentence += QObject::tr(", pauses after this round");
    else if (job == JobState::Stopping)
        headline.sentence = QObject::tr("**Stopping** after the running block");
    else if (job == JobState::Killing)
        headline.sentence = QObject::tr("**Stopping now**");
    const QString known = liveStateText(state);
    const QString said
        = known.startsWith(u'*') ? QObject::tr("so far %1").arg(known) : known; // a ratio is bold
    headline.sentence += said.isEmpty() ? QStringLiteral(".") : QStringLiteral("; ") + said + u'.';
    headline.caption = captionParts(state).join(QStringLiteral(" · "));
    if (!headline.caption.isEmpty())
        headline.caption[0] = headline.caption.at(0).toUpper();
    return headline;
}

QString timeLine(const LiveState& state)
{
    const double elapsed = state.elapsedNs(utcNow());
    const auto left = state.leftNs();
    if (state.job != nullptr && state.job->state() == JobState::Paused)
        return QObject::tr("paused after %1").arg(qt(profiler::formatRoughly(elapsed)));
    if (!left)
        return QObject::tr("%1 so far").arg(qt(profiler::formatRoughly(elapsed)));
    return QObject::tr("%1 of %2 · %3 left")
        .arg(clockText(elapsed / 1e9), clockText((elapsed + *left) / 1e9),
            qt(profiler::formatRoughly(*left)));
}

QString waitingText(const LiveState& state)
{
    if (state.view.comparison == nullptr)
        return {};
    const auto& data = state.view.comparison->data;
    for (std::size_t column = 0; column < state.grid.columns.size(); ++column) {
        if (state.grid.columns[column].kind != ProcessKind::Paired
            || !state.grid.columns[column].now)
            continue;
        for (const auto& row : state.grid.rows)
            if (row.cells[column].state == profiler::WorkState::Running)
                return QObject::tr("rounds begin when %1 is warm")
                    .arg(qt(data.plan.variants[static_cast<std::size_t>(row.variant)].name));
    }
    return QObject::tr("rounds begin when all are warm");
}

std::optional<FailedWorker> lastFailure(const LiveState& state)
{
    if (state.view.comparison == nullptr)
        return std::nullopt;
    const auto& data = state.view.comparison->data;
    for (std::size_t i = data.processes.size(); i > 0; --i) {
        const ProcessRecord& process = data.processes[i - 1];
        if (!isFailure(process))
            continue;
        const auto& start = process.start;
        const QString name = qt(data.plan.variants[static_cast<std::size_t>(start.variant)].name);
        FailedWorker failed {.variant = start.variant,
            .title = QStringLiteral("%1, %2, %3")
                         .arg(name, processName(start), outcomeWord(process.end->outcome)),
            .caption = clockTime(process.end->ended),
            .reason = qt(process.end->reason),
            .process = {static_cast<int>(i - 1)},
            .canRetry = state.job != nullptr && !start.again};
        const int rounds = roundsOf(process);
        if (rounds > 0)
            failed.caption += QObject::tr(", in round %1").arg(rounds);
        failed.kept << (rounds > 1 ? QObject::tr("kept: its %1 and its log")
                                         .arg(counted(rounds - 1, QObject::tr("finished round"),
                                             QObject::tr("finished rounds")))
                                   : QObject::tr("kept: its log"));
        if (const QStringList others = othersOf(data, process); !others.isEmpty())
            failed.kept << QObject::tr("%1 stays valid for %2")
                               .arg(processName(start), others.join(QStringLiteral(", ")));
        const bool compiled = data.plan.variants[static_cast<std::size_t>(start.variant)].kind
            == profiler::VariantKind::Compiled;
        if (process.end->outcome == ProcessOutcome::Crashed && compiled)
            failed.dropped
                = QObject::tr("its cached kernels were dropped: the next process compiles anew");
        return failed;
    }
    return std::nullopt;
}

} // namespace ui
