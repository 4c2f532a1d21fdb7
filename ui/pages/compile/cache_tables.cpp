// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/cache_tables.h"

#include "profiler/model/number_text.h"
#include "profiler/report/text/compile_phase_text.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <optional>

namespace ui {

namespace {

using profiler::AutotuneRun;
using profiler::CacheAnswers;
using profiler::GraphGuards;

DataCell answersCell(const std::optional<std::int64_t>& count)
{
    if (!count)
        return missingCell(tr("torch does not tell it of this cache."));
    return numberCell(qt(profiler::formatCount(*count)), static_cast<double>(*count));
}

struct CacheRow {
    const CacheAnswers& answers;
    const std::vector<profiler::MissedKey>& missed;
    bool warm = false;
};

/// The first miss of that cache that stands beside another compile.
const profiler::MissedKey* missOf(const CacheRow& row)
{
    for (const auto& missed : row.missed)
        if (missed.cache == row.answers.cache)
            return &missed;
    return nullptr;
}

DataCell reasonCell(const CacheRow& row)
{
    if (!row.answers.reasons.empty())
        return textCell(qt(row.answers.reasons.front()));
    const auto* missed = missOf(row);
    if (missed == nullptr)
        return textCell({});
    DataCell cell = textCell(tr("%1 beside %2: %3")
                                 .arg(qt(missed->compileId), qt(missed->beforeId),
                                     qt(profiler::keyDifferencesText(*missed))));
    QStringList all;
    for (const auto& each : missed->differences)
        all << qt(each.name);
    cell.reason = all.join(QStringLiteral(", ")).left(1500);
    return cell;
}

std::vector<Column<CacheRow>> cacheColumns()
{
    return {{{.name = tr("cache"), .align = DataAlign::Text},
                [](const CacheRow& row) {
                    return textCell(qt(profiler::torchCacheName(row.answers.cache)));
                }},
        {{.name = tr("began with"), .align = DataAlign::Text},
            [](const CacheRow& row) {
                return textCell(row.warm ? tr("warm cache") : tr("empty cache"));
            }},
        {{.name = tr("hits")}, [](const CacheRow& row) { return answersCell(row.answers.hits); }},
        {{.name = tr("misses")},
            [](const CacheRow& row) { return answersCell(row.answers.misses); }},
        {{.name = tr("bypasses"), .yields = 2},
            [](const CacheRow& row) { return answersCell(row.answers.bypasses); }},
        {{.name = tr("why bypassed, or where the key differs"),
             .align = DataAlign::Text,
             .yields = 1,
             .elastic = true,
             .fills = 1,
             .elide = Qt::ElideRight},
            reasonCell}};
}

std::vector<Column<GraphGuards>> guardColumns()
{
    return {{{.name = tr("graph"), .align = DataAlign::Text},
                [](const GraphGuards& guards) { return textCell(qt(guards.compileId)); }},
        {{.name = tr("function"), .align = DataAlign::Text, .elastic = true},
            [](const GraphGuards& guards) { return textCell(qt(guards.function)); }},
        {{.name = tr("guards")},
            [](const GraphGuards& guards) {
                return numberCell(
                    qt(profiler::formatCount(guards.guards)), static_cast<double>(guards.guards));
            }},
        {{.name = tr("first check"), .unit = QStringLiteral("s")}, [](const GraphGuards& guards) {
             if (!guards.ns)
                 return missingCell(tr("This version of torch does not time its guards."));
             DataCell cell = numberCell(qt(profiler::formatDuration(*guards.ns)), *guards.ns / 1e9);
             cell.reason = tr("As torch timed them once, when it had made them.");
             return cell;
         }}};
}

DataCell choiceCell(const AutotuneRun& run, std::size_t place)
{
    if (place >= run.choices.size())
        return missingCell(tr("There was no other choice, or torch told the winner alone."));
    return textCell(qt(run.choices[place].name));
}

DataCell timeCell(const AutotuneRun& run, std::size_t place)
{
    if (place >= run.choices.size() || !run.choices[place].time)
        return missingCell(tr("It was not timed."));
    const auto ns = static_cast<double>(run.choices[place].time->count());
    return numberCell(qt(profiler::formatDuration(ns)), ns / 1e9);
}

std::vector<Column<AutotuneRun>> autotuneColumns()
{
    return {{{.name = tr("operator"), .align = DataAlign::Text},
                [](const AutotuneRun& run) { return textCell(qt(run.work)); }},
        {{.name = tr("graph"), .align = DataAlign::Text, .yields = 1},
            [](const AutotuneRun& run) { return textCell(qt(run.compileId)); }},
        {{.name = tr("tried")},
            [](const AutotuneRun& run) {
                return numberCell(
                    qt(profiler::formatCount(run.tried)), static_cast<double>(run.tried));
            }},
        {{.name = tr("won"), .align = DataAlign::Text, .elastic = true},
            [](const AutotuneRun& run) { return choiceCell(run, 0); }},
        {{.name = tr("takes"), .unit = QStringLiteral("s")},
            [](const AutotuneRun& run) { return timeCell(run, 0); }},
        {{.name = tr("next best"), .align = DataAlign::Text, .yields = 2, .elastic = true},
            [](const AutotuneRun& run) { return choiceCell(run, 1); }},
        {{.name = tr("next takes"), .unit = QStringLiteral("s"), .yields = 2},
            [](const AutotuneRun& run) { return timeCell(run, 1); }}};
}

/// Of what torch tells; a cache that nobody asked has no row.
void addRows(DataContent& content, const std::vector<Column<CacheRow>>& columns,
    const ProcessSteps& steps, bool warm)
{
    for (const auto& answers : steps.caches)
        if (answers.hits || answers.misses || answers.bypasses)
            content.rows.push_back(filledRow(columns, CacheRow {answers, steps.missed, warm}));
}

} // namespace

DataContent cacheTable(const CompileSteps& steps)
{
    const auto columns = cacheColumns();
    DataContent content {.title = tr("Caches"), .columns = headingsOf(columns)};
    addRows(content, columns, steps.cold, false);
    addRows(content, columns, steps.warm, true);
    return content;
}

DataContent guardTable(const CompileSteps& steps)
{
    const auto columns = guardColumns();
    DataContent content {.title = tr("Guards"), .columns = headingsOf(columns)};
    for (const auto& guards : steps.guards)
        content.rows.push_back(filledRow(columns, guards));
    return content;
}

DataContent autotuneTable(const CompileSteps& steps)
{
    const auto columns = autotuneColumns();
    DataContent content {.title = tr("Autotuning"), .columns = headingsOf(columns)};
    for (const auto& run : steps.cold.autotunes)
        content.rows.push_back(filledRow(columns, run));
    return content;
}

} // namespace ui
