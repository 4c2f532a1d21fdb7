// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/headline.h"

#include "profiler/findings/finding_order.h"
#include "profiler/judge/more_repetitions.h"
#include "profiler/model/number_text.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/sentences/worth_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

namespace ui {

namespace {

using profiler::CaseResult;
using profiler::RecommendationKind;
using profiler::VariantResult;

const VariantResult* recommendedVariant(const CaseResult& caseResult)
{
    const auto index = static_cast<std::size_t>(caseResult.recommendation.variant);
    return index < caseResult.variants.size() ? &caseResult.variants.at(index) : nullptr;
}

/// Beside a kept baseline: the variant in focus, which the figure is about.
const VariantResult* figureOf(const ComparisonView& view)
{
    const CaseResult& caseResult = *view.caseResult();
    const VariantResult* variant = recommendedVariant(caseResult);
    if (variant != nullptr && variant->speedUp)
        return variant;
    const VariantResult* focused = view.focused();
    return focused != nullptr && focused->speedUp ? focused : nullptr;
}

/// Of one variant alone: the ceiling.
void fillCeiling(const CaseResult& caseResult, Headline& headline)
{
    if (!caseResult.outlook)
        return;
    headline.figure = qt(profiler::ceilingFigure(caseResult.outlook->ceiling));
    headline.figureCaption = tr("faster at most, when compiled");
    headline.figureMuted = true;
}

void fillFigure(const ComparisonView& view, Headline& headline)
{
    if (profiler::isAlone(view.comparison->result))
        return fillCeiling(*view.caseResult(), headline);
    const RecommendationKind kind = view.caseResult()->recommendation.kind;
    const bool certain = kind == RecommendationKind::Recommended
        || kind == RecommendationKind::Slower || kind == RecommendationKind::KeepEager;
    const VariantResult* variant = figureOf(view);
    if (!certain || variant == nullptr)
        return;
    if (variant->verdict != profiler::Verdict::Faster
        && variant->verdict != profiler::Verdict::Slower)
        return;
    const QString baseline = qt(view.caseResult()->variants.front().name);
    // "1.07× slower": the word goes into the caption.
    headline.figure = qt(profiler::ratioParts(variant->speedUp->ratio.estimate).times);
    const QString direction
        = variant->verdict == profiler::Verdict::Slower ? tr("slower") : tr("faster");
    headline.figureCaption = kind == RecommendationKind::Recommended
        ? tr("%1 than %2").arg(direction, baseline)
        : tr("%1, %2 than %3").arg(qt(variant->name), direction, baseline);
    headline.figureMuted = kind != RecommendationKind::Recommended;
}

/// The finding with most time; what no finding explains comes after all that do.
QString whySlower(const ComparisonView& view)
{
    const auto& result = view.comparison->result;
    const VariantResult* variant = figureOf(view);
    if (variant == nullptr || variant->verdict != profiler::Verdict::Slower)
        return {};
    for (const auto& finding : profiler::findingsOfCase(result, view.caseIndex)) {
        const bool tells = profiler::recoverableIn(finding, view.caseIndex) || finding.notExplained
            || profiler::isNotCompiled(finding);
        if (!tells || finding.variant != variant->variant)
            continue;
        const QString sentence = qt(profiler::findingSentence(result, finding));
        const QString worth = qt(profiler::worthOf(finding, result, view.caseIndex).words);
        return worth.isEmpty() ? tr("Why it is slower: %1.").arg(sentence)
                               : tr("Why it is slower: %1; %2.").arg(sentence, worth);
    }
    return {};
}

void fillRunMore(const ComparisonView& view, const QString& file, Headline& headline)
{
    const auto& result = view.comparison->result;
    const profiler::MoreRepetitions more = profiler::moreRepetitions(view.comparison->data, result);
    if (!more.advised) // the sentence says what can be told apart here
        return;
    headline.runMore = more.repetitions;
    const QString time = more.time
        ? tr(", about %1").arg(qt(profiler::formatRoughly(static_cast<double>(more.time->count()))))
        : QString();
    headline.runMoreHint = more.repetitions == 1
        ? tr("1 more process%1").arg(time)
        : tr("%1 more processes%2").arg(more.repetitions).arg(time);
    if (!more.enough)
        headline.runMoreHint += tr(", a step towards a verdict");
    else if (view.caseResult()->recommendation.kind == RecommendationKind::Undecided)
        headline.runMoreHint
            += tr(", should bring the interval to ±%1 %")
                   .arg(qt(profiler::formatNumber(100 * result.plan.goal.minimumEffect, 2)));
    headline.runMoreCommand = QStringLiteral("fusescope extend %1@%2 --processes %3")
                                  .arg(file)
                                  .arg(result.info.id.value)
                                  .arg(more.repetitions);
}

void fillCode(const ComparisonView& view, const QString& file, Headline& headline)
{
    const auto& recommendation = view.caseResult()->recommendation;
    switch (recommendation.kind) {
    case RecommendationKind::Recommended:
        headline.code
            = qt(profiler::compileCode(view.comparison->result.plan, recommendation.variant));
        return;
    case RecommendationKind::Undecided:
    case RecommendationKind::NotEnoughData:
        if (view.comparison->result.info.status == profiler::ComparisonStatus::Running)
            return;
        fillRunMore(view, file, headline);
        return;
    default:
        return;
    }
}

QString provisionalText(const profiler::ComparisonResult& result)
{
    switch (result.info.status) {
    case profiler::ComparisonStatus::Running:
        return tr("Recording: numbers are provisional and follow the run");
    case profiler::ComparisonStatus::Partial:
        return result.info.stopReason.empty()
            ? tr("Partial recording: what had finished is shown")
            : tr("Partial recording (%1): what had finished is shown")
                  .arg(qt(result.info.stopReason));
    case profiler::ComparisonStatus::Complete:
        break;
    }
    return {};
}

} // namespace

Headline headlineOf(const ComparisonView& view, const QString& file)
{
    const auto& result = view.comparison->result;
    const CaseResult& caseResult = *view.caseResult();
    Headline headline;
    headline.status = statusOf(caseResult.recommendation.kind);
    headline.word = qt(profiler::recommendationWord(caseResult.recommendation.kind, result.plan));
    for (const profiler::MarkedText& note : profiler::trustNotes(result, caseResult))
        headline.notes.push_back({statusOf(note.mark), qt(note.text)});
    if (const VariantResult* variant = recommendedVariant(caseResult))
        for (const profiler::MarkedText& flag : profiler::redFlags(*variant))
            headline.notes.push_back({statusOf(flag.mark), qt(flag.text)});
    headline.sentence
        = qt(profiler::verdictSentence(result, caseResult, profiler::Emphasis::Markdown));
    headline.plainSentence = qt(profiler::verdictSentence(result, caseResult));
    headline.why = whySlower(view);
    fillFigure(view, headline);
    fillCode(view, file, headline);
    headline.provisional = provisionalText(result);
    return headline;
}

} // namespace ui
