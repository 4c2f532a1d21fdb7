// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/break_rows.h"

#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/evidence/breaks/scalar_capture.h"
#include "profiler/evidence/compile/graph_order.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/breaks_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_data.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ui {

namespace {

using profiler::BreakPlace;
using profiler::VariantResult;

QString saidBy(const std::string& reason, const std::string& explanation)
{
    QStringList parts;
    for (const std::string& part : {reason, explanation})
        if (!part.empty() && !parts.contains(qt(part)))
            parts << qt(part);
    return parts.join(QStringLiteral(": "));
}

using Costs = profiler::Measured<profiler::BreakCosts>;

/// Of the focused variant; one that does not break there has no cost of it.
void setCost(
    BreakRow& row, const profiler::GraphBreak& shown, const Costs& costs, profiler::CostSide side)
{
    row.cost = absent();
    if (!costs) {
        row.costReason = qt(profiler::whyNoBreakCost(costs.error()));
    } else if (const auto* cost = profiler::costOf(*costs, shown.file, shown.line, shown.id)) {
        row.cost = qt(profiler::formatDuration(cost->host.estimateNs));
        row.costNs = cost->host.estimateNs;
        row.costInterval = cost->host.lowNs > 0
            ? tr("%1 to %2")
                  .arg(qt(profiler::formatDuration(cost->host.lowNs)),
                      qt(profiler::formatDuration(cost->host.highNs)))
            : tr("no measurable cost");
        row.costReason = qt(profiler::breakCostText(*cost, costs->calls, side));
    } else {
        row.costReason
            = qt(profiler::whyNoBreakCost({profiler::ReasonKind::NoTracedCallPassesIt, {}}));
    }
}

/// "bert/modeling.py:12, called at model.py:30".
QString placeOf(const profiler::ComparisonData& data, const profiler::GraphBreak& shown)
{
    const QString place = qt(profiler::placeText(shown.file, shown.line));
    const auto* caller = profiler::callerOf(data, shown.file, shown.line);
    return caller == nullptr
        ? place
        : tr("%1, called at %2").arg(place, qt(profiler::placeText(caller->file, caller->line)));
}

profiler::Advice adviceFor(const profiler::ComparisonData& data, const profiler::GraphBreak& shown)
{
    auto advice = profiler::breakAdvice(shown);
    if (const auto text = profiler::scalarCaptureText(data, shown); !text.empty())
        advice.what += " " + text;
    const auto intent = profiler::breakIntent(data, shown);
    if (intent != profiler::BreakIntent::None)
        advice.title += " (" + profiler::intentWord(intent) + ")";
    return advice;
}

Status statusOf(
    const profiler::ComparisonData& data, const BreakPlace& place, const BreakRow& row, bool here)
{
    if (!here)
        return Status::Neutral;
    if (profiler::breakIntent(data, place.shown) != profiler::BreakIntent::None)
        return Status::Information;
    return row.costNs && row.costInterval == tr("no measurable cost") ? Status::Neutral
                                                                      : Status::Warning;
}

BreakRow rowOf(const ComparisonView& view, const BreakPlace& place, const Costs& costs)
{
    const auto& data = view.comparison->data;
    const int focus = view.focus;
    const profiler::GraphBreak& shown = place.shown;
    const profiler::BreakInVariant* here = place.in(focus);
    BreakRow row {.kind = here != nullptr ? BreakRowKind::Break : BreakRowKind::Elsewhere,
        .place = placeOf(data, shown),
        .wholePlace = qt(shown.file),
        .function = qt(shown.function),
        .file = shown.file,
        .line = shown.line,
        .advice = adviceFor(data, shown),
        .said = saidBy(shown.reason, shown.explanation)};
    setCost(row, shown, costs, profiler::costSideOf(data.plan));
    row.status = statusOf(data, place, row, here != nullptr);
    row.title = qt(row.advice.title);
    const auto& counted = here != nullptr ? *here : place.variants.front();
    row.records = counted.records;
    row.perCall = counted.perCall;
    row.detail = qt(profiler::passesText(counted.perCall)) + QStringLiteral(" · ")
        + qt(profiler::countText(counted.records, "record", "records"));
    for (const auto& each : place.variants)
        row.variants.push_back(each.variant);
    return row;
}

QString caseName(const ComparisonView& view, std::optional<int> caseIndex)
{
    const auto& cases = view.comparison->result.cases;
    const auto index = static_cast<std::size_t>(caseIndex.value_or(0));
    return index < cases.size() ? qt(cases.at(index).name) : QString();
}

BreakRow rowOf(const ComparisonView& view, const profiler::Recompile& recompile)
{
    BreakRow row {.kind = BreakRowKind::Recompile,
        .status = Status::Warning,
        .place = qt(profiler::placeText(recompile.file, recompile.line)),
        .wholePlace = qt(recompile.file),
        .function = qt(recompile.function),
        .detail = qt(recompile.guard.empty() ? recompile.reason : recompile.guard),
        .cost = absent(),
        .costReason = tr("torch did not tell how long it took."),
        .variants = {view.focus},
        .file = recompile.file,
        .line = recompile.line,
        .advice = profiler::recompileAdvice(recompile),
        .said = qt(recompile.reason)};
    row.title = tr("%1: %2").arg(caseName(view, recompile.caseIndex), qt(row.advice.title));
    if (recompile.durationNs) {
        row.cost = qt(profiler::formatDuration(*recompile.durationNs));
        row.costReason = tr("Once, when it happened; timed calls do not hold it.");
    }
    return row;
}

/// The function that past the recompile limit is no longer compiled.
BreakRow eagerRow(const ComparisonView& view, const VariantResult& variant)
{
    BreakRow row {.kind = BreakRowKind::RanEager,
        .status = Status::Bad,
        .detail = qt(variant.verdictReason),
        .cost = absent(),
        .costReason = tr("No compiled code was measured, so there is nothing to compare."),
        .variants = {variant.variant},
        .advice = profiler::ranEagerAdvice()};
    row.title = qt(row.advice.title);
    for (const profiler::NoticeFact& notice : view.comparison->data.notices)
        if (notice.rule == "recompile_limit" && notice.variant == variant.variant
            && notice.caseIndex.value_or(view.caseIndex) == view.caseIndex)
            row.said = qt(notice.sentence);
    const auto recompiles = profiler::recompilesOf(view.comparison->data, variant.variant);
    if (!recompiles.empty()) { // of the function that was compiled until the limit
        row.file = recompiles.back().file;
        row.line = recompiles.back().line;
        row.place = qt(profiler::placeText(row.file, row.line));
        row.wholePlace = qt(row.file);
        row.function = qt(recompiles.back().function);
    }
    return row;
}

/// Most expensive first where that is known, else most often passed.
bool comesFirst(const BreakRow& one, const BreakRow& other)
{
    if (one.kind != other.kind || one.kind == BreakRowKind::Recompile)
        return one.kind < other.kind;
    return std::pair(one.costNs.value_or(-1), one.perCall.value_or(-1))
        > std::pair(other.costNs.value_or(-1), other.perCall.value_or(-1));
}

bool isAbout(const profiler::Finding& finding, const BreakRow& row)
{
    const bool isBreak = row.kind == BreakRowKind::Break || row.kind == BreakRowKind::Elsewhere;
    if (finding.graphBreak)
        return isBreak && finding.graphBreak->file == row.file
            && finding.graphBreak->line == row.line;
    return !isBreak && finding.place && finding.place->file == row.file
        && finding.place->line == row.line;
}

} // namespace

std::vector<profiler::Finding> findingsOf(const BreakRow& row, const ComparisonView& view)
{
    if (row.variants.empty())
        return {};
    const bool own = std::ranges::find(row.variants, view.focus) != row.variants.end();
    auto findings = findingsOn(PageId::GraphBreaks, view, own ? view.focus : row.variants.front());
    std::erase_if(
        findings, [&row](const profiler::Finding& finding) { return !isAbout(finding, row); });
    return findings;
}

BreakContents breakContents(const ComparisonView& view)
{
    BreakContents contents;
    const profiler::CaseResult* caseResult = view.caseResult();
    const VariantResult* variant = view.focused();
    if (caseResult == nullptr || variant == nullptr) {
        contents.headline.sentence
            = tr("No comparison is open. Open a run database, or record one.");
        return contents;
    }
    const auto& data = view.comparison->data;
    const auto places = profiler::breakPlaces(data, view.caseIndex, view.focus);
    const auto recompiles = profiler::recompilesOf(data, view.focus);
    contents.graphs = profiler::graphsOfCall(data, view.focus, view.caseIndex, places);
    contents.inTime = profiler::graphOrder(data, view.focus, view.caseIndex).inTime;
    const Costs& costs = variant->breakCosts;
    const auto headline
        = profiler::breaksHeadline(view.comparison->result, *caseResult, *variant, recompiles,
            contents.graphs, profiler::breakCounts(data, view.focus, view.caseIndex, places));
    contents.headline = {.status = statusOf(headline.mark),
        .sentence = qt(headline.sentence),
        .note = qt(headline.note)};
    if (variant->verdict == profiler::Verdict::RanEager)
        contents.rows.push_back(eagerRow(view, *variant));
    int number = 0;
    for (const BreakPlace& place : places) {
        contents.rows.push_back(rowOf(view, place, costs));
        if (contents.rows.back().kind == BreakRowKind::Break)
            contents.rows.back().number = ++number;
    }
    for (const profiler::Recompile& recompile : recompiles)
        contents.rows.push_back(rowOf(view, recompile));
    std::stable_sort(contents.rows.begin(), contents.rows.end(), comesFirst);
    contents.byCost = std::any_of(contents.rows.begin(), contents.rows.end(),
        [](const BreakRow& row) { return row.costNs.has_value(); });
    contents.clean = headline.mark == profiler::Mark::Good;
    return contents;
}

QString headingOf(BreakRowKind kind)
{
    constexpr std::array headings {
        "Not compiled", "Graph breaks", "In other variants only", "Recompiles"};
    return tr(headings.at(static_cast<std::size_t>(kind)));
}

} // namespace ui
