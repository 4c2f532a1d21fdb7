// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/payback_table.h"

#include "profiler/model/number_text.h"
#include "ui/charts/chart_text.h"
#include "ui/text/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

using profiler::BreakEven;
using profiler::CompileCache;
using profiler::CompileFact;
using profiler::PaybackLine;
using profiler::VariantResult;

QString tr(const char* text)
{
    return QCoreApplication::translate("PaybackTable", text);
}

const PaybackLine* lineOf(const CompileEvidence& evidence, int variant, CompileCache cache)
{
    const auto found = std::find_if(evidence.lines.begin(), evidence.lines.end(),
        [&](const PaybackLine& line) { return line.variant == variant && line.cache == cache; });
    return found == evidence.lines.end() ? nullptr : &*found;
}

DataCell callsCell(const profiler::Judged<BreakEven>& even)
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

DataRow rowOf(const VariantResult& variant, CompileCache cache, const CompileEvidence& evidence,
    std::optional<std::int64_t> horizon)
{
    const bool warm = cache == CompileCache::Kept;
    const auto& even = warm ? variant.breakEvenWarm : variant.breakEvenCold;
    DataRow row {.key = variant.variant, .shaded = variant.variant % 2 == 0};
    DataCell name = textCell(qt(variant.name));
    name.variant = variant.variant;
    row.cells = {name, textCell(warm ? tr("warm") : tr("cold")), callsCell(even),
        even ? numberCell(qt(profiler::formatDuration(even->runTimeNs)), even->runTimeNs / 1e9)
             : missingCell(qt(even.error())),
        savedCell(lineOf(evidence, variant.variant, cache), horizon)};
    row.cells[1].muted = true;
    return row;
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

DataRow graphRow(const ComparisonView& view, const CompileFact& fact)
{
    const bool own = fact.caseIndex.value_or(view.caseIndex) == view.caseIndex;
    const auto ns = static_cast<double>(fact.duration.count());
    DataCell place = textCell(placeOf(fact));
    place.reason = fact.file.empty() ? tr("It is code of PyTorch's own around a plain module.")
                                     : qt(fact.file) + u':' + QString::number(fact.line);
    place.code = !fact.file.empty();
    DataCell graph = textCell(qt(fact.compileId));
    graph.code = true;
    DataCell function = textCell(qt(fact.function));
    function.code = true;
    DataRow row;
    row.cells = {graph, function, place, textCell(caseOf(view, fact)),
        numberCell(qt(profiler::formatDuration(ns)), ns / 1e9), outcomeCell(fact),
        countCell(fact.operators), countCell(fact.guards)};
    row.cells[4].strong = own;
    for (DataCell& cell : row.cells)
        cell.muted = cell.muted || !own;
    return row;
}

} // namespace

DataContent paybackTable(const ComparisonView& view, const CompileEvidence& evidence,
    std::optional<std::int64_t> horizon)
{
    DataContent content {.title = tr("Paid back after")};
    content.columns = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
        {.name = tr("cache"), .align = DataAlign::Text}, {.name = tr("calls")},
        {.name = tr("time"),
            .yields = 1,
            .explanation = tr("Run time of the baseline's calls until then.")},
        {.name = horizon ? tr("saved over %1").arg(countText(*horizon)) : tr("saved per call"),
            .yields = 2}};
    for (const VariantResult& variant : view.caseResult()->variants) {
        if (variant.variant == 0 || view.isHidden(variant.variant))
            continue;
        for (const CompileCache cache : {CompileCache::Empty, CompileCache::Kept})
            content.rows.push_back(rowOf(variant, cache, evidence, horizon));
    }
    return content;
}

DataContent graphsTable(
    const ComparisonView& view, const std::vector<profiler::CompileFact>& graphs)
{
    DataContent content {.title = tr("Compiled graphs")};
    content.columns = {{.name = tr("graph"), .align = DataAlign::Text},
        {.name = tr("function"), .align = DataAlign::Text, .elastic = true},
        {.name = tr("place"), .align = DataAlign::Text, .yields = 4, .elastic = true},
        {.name = tr("first needed by"), .align = DataAlign::Text, .yields = 3, .elastic = true},
        {.name = tr("took")}, {.name = tr("cache"), .align = DataAlign::Text},
        {.name = tr("operators"), .yields = 1}, {.name = tr("guards"), .yields = 2}};
    for (const CompileFact& fact : graphs)
        content.rows.push_back(graphRow(view, fact));
    return content;
}

} // namespace ui
