// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/payback_table.h"

#include "profiler/model/number_text.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>

namespace ui {

namespace {

using profiler::CompileCache;
using profiler::CompileFact;
using profiler::Payback;
using profiler::PaybackLine;
using profiler::VariantResult;

const PaybackLine* lineOf(const CompileEvidence& evidence, int variant, CompileCache cache)
{
    const auto found = std::find_if(evidence.lines.begin(), evidence.lines.end(),
        [&](const PaybackLine& line) { return line.variant == variant && line.cache == cache; });
    return found == evidence.lines.end() ? nullptr : &*found;
}

DataCell callsCell(const profiler::Measured<Payback>& even)
{
    if (!even)
        return missingCell(qt(even.error()));
    const QString range = even->high ? countText(even->low) + QChar(0x2013) + countText(*even->high)
                                     : tr("%1 or more").arg(countText(even->low));
    DataCell cell = numberCell(countText(even->calls), static_cast<double>(even->calls), range);
    cell.strong = true;
    return cell;
}

DataCell savedCell(const PaybackLine* line, std::optional<std::int64_t> horizon)
{
    if (line == nullptr)
        return missingCell(tr("Cost or gain of a call is not known."));
    const profiler::Interval saved
        = horizon ? profiler::savedAfter(*line, static_cast<double>(*horizon)) : line->savedNs;
    return numberCell(signedDurationText(saved.estimate), saved.estimate / 1e9,
        durationText(saved.low) + QStringLiteral(" to ") + durationText(saved.high));
}

/// A variant with one of both caches.
struct PaybackRow {
    const VariantResult& variant;
    CompileCache cache = CompileCache::Empty;

    [[nodiscard]] bool isWarm() const { return cache == CompileCache::Kept; }

    [[nodiscard]] const profiler::Measured<Payback>& even() const
    {
        return isWarm() ? variant.paybackWarm : variant.paybackCold;
    }
};

DataCell cacheCell(const PaybackRow& row)
{
    DataCell cell = textCell(row.isWarm() ? tr("warm") : tr("cold"));
    cell.muted = true;
    return cell;
}

DataCell runTimeCell(const PaybackRow& row)
{
    const auto& even = row.even();
    return even ? numberCell(qt(profiler::formatDuration(even->runTimeNs)), even->runTimeNs / 1e9)
                : missingCell(qt(even.error()));
}

std::vector<Column<PaybackRow>> paybackColumns(
    const CompileEvidence& evidence, std::optional<std::int64_t> horizon)
{
    return {{{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
                [](const PaybackRow& row) {
                    return variantCell(qt(row.variant.name), row.variant.variant);
                }},
        {{.name = tr("cache"), .align = DataAlign::Text}, cacheCell},
        {{.name = tr("calls")}, [](const PaybackRow& row) { return callsCell(row.even()); }},
        {{.name = tr("time"),
             .yields = 1,
             .explanation = tr("Run time of the baseline's calls until then.")},
            runTimeCell},
        {{.name = horizon ? tr("saved over %1").arg(countText(*horizon)) : tr("saved per call"),
             .yields = 2},
            [&evidence, horizon](const PaybackRow& row) {
                return savedCell(lineOf(evidence, row.variant.variant, row.cache), horizon);
            }}};
}

QString placeOf(const CompileFact& fact)
{
    if (fact.file.empty())
        return absent();
    const QString file = qt(fact.file).section(u'/', -1);
    return fact.line > 0 ? file + u':' + QString::number(fact.line) : file;
}

DataCell countCell(const std::optional<std::int64_t>& count)
{
    return count ? numberCell(countText(*count), static_cast<double>(*count))
                 : missingCell(tr("PyTorch did not tell."));
}

DataCell outcomeCell(const CompileFact& fact)
{
    if (fact.failType.empty()) {
        const QString cache = fact.cache ? qt(*fact.cache) : QString();
        return cache.isEmpty() ? missingCell(tr("PyTorch did not tell.")) : textCell(cache);
    }
    DataCell cell = textCell(tr("failed: %1").arg(qt(fact.failType)));
    cell.status = Status::Warning;
    cell.reason = qt(fact.failReason);
    return cell;
}

QString caseOf(const ComparisonView& view, const CompileFact& fact)
{
    const auto& cases = view.comparison->result.cases;
    const auto index = static_cast<std::size_t>(fact.caseIndex.value_or(-1));
    return fact.caseIndex && index < cases.size() ? qt(cases[index].name) : absent();
}

DataCell codeCell(const std::string& text)
{
    DataCell cell = textCell(qt(text));
    cell.code = true;
    return cell;
}

DataCell placeCell(const CompileFact& fact)
{
    DataCell place = textCell(placeOf(fact));
    place.reason = fact.file.empty() ? tr("It is code of PyTorch's own around a plain module.")
                                     : qt(fact.file) + u':' + QString::number(fact.line);
    place.code = !fact.file.empty();
    return place;
}

/// Compiled for the case that is shown.
bool isOwn(const ComparisonView& view, const CompileFact& fact)
{
    return fact.caseIndex.value_or(view.caseIndex) == view.caseIndex;
}

std::vector<Column<CompileFact>> graphColumns(const ComparisonView& view)
{
    const auto caseCell = [&view](const CompileFact& fact) { return textCell(caseOf(view, fact)); };
    const auto timeCell = [&view](const CompileFact& fact) {
        const auto ns = static_cast<double>(fact.duration.count());
        DataCell cell = numberCell(qt(profiler::formatDuration(ns)), ns / 1e9);
        cell.strong = isOwn(view, fact);
        return cell;
    };
    return {{{.name = tr("graph"), .align = DataAlign::Text},
                [](const CompileFact& fact) { return codeCell(fact.compileId); }},
        {{.name = tr("function"), .align = DataAlign::Text, .elastic = true},
            [](const CompileFact& fact) { return codeCell(fact.function); }},
        {{.name = tr("place"), .align = DataAlign::Text, .yields = 4, .elastic = true}, placeCell},
        {{.name = tr("first needed by"), .align = DataAlign::Text, .yields = 3, .elastic = true},
            caseCell},
        {{.name = tr("took")}, timeCell},
        {{.name = tr("cache"), .align = DataAlign::Text}, outcomeCell},
        {{.name = tr("operators"), .yields = 1},
            [](const CompileFact& fact) { return countCell(fact.operators); }},
        {{.name = tr("guards"), .yields = 2},
            [](const CompileFact& fact) { return countCell(fact.guards); }}};
}

} // namespace

DataContent paybackTable(const ComparisonView& view, const CompileEvidence& evidence,
    std::optional<std::int64_t> horizon)
{
    const auto columns = paybackColumns(evidence, horizon);
    DataContent content {.title = tr("Paid back after"), .columns = headingsOf(columns)};
    for (const VariantResult& variant : view.caseResult()->variants) {
        if (variant.variant == 0 || view.isHidden(variant.variant))
            continue;
        for (const CompileCache cache : {CompileCache::Empty, CompileCache::Kept})
            content.rows.push_back(filledRow(columns, PaybackRow {variant, cache},
                {.key = variant.variant, .shaded = variant.variant % 2 == 0}));
    }
    return content;
}

DataContent graphsTable(
    const ComparisonView& view, const std::vector<profiler::CompileFact>& graphs)
{
    const auto columns = graphColumns(view);
    DataContent content {.title = tr("Compiled graphs"), .columns = headingsOf(columns)};
    for (const CompileFact& fact : graphs) {
        content.rows.push_back(filledRow(columns, fact));
        for (DataCell& cell : content.rows.back().cells)
            cell.muted = cell.muted || !isOwn(view, fact);
    }
    return content;
}

} // namespace ui
