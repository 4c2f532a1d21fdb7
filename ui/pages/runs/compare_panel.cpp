// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/compare_panel.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/runs_text.h"
#include "ui/comparison/shown_file.h"
#include "ui/tables/column.h"
#include "ui/tables/data_table.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

namespace ui {

namespace {

using profiler::UnpairedCell;
using profiler::UnpairedRow;
using profiler::UnpairedRuns;

DataCell medianCell(const UnpairedCell& cell)
{
    if (!cell.medianNs)
        return missingCell(qt(cell.medianNs.error()));
    return numberCell(qt(profiler::formatDuration(*cell.medianNs)), *cell.medianNs);
}

DataCell unpairedRatioCell(const UnpairedCell& cell)
{
    if (!cell.ratio)
        return missingCell(qt(cell.ratio.error()));
    return numberCell(qt(profiler::formatRatio(cell.ratio->estimate)), cell.ratio->estimate,
        qt(profiler::formatRatioInterval(*cell.ratio)));
}

DataCell noteCell(const UnpairedRow& row, const UnpairedCell& cell)
{
    DataCell note = textCell({});
    note.muted = true;
    if (!row.blocking.empty() && row.run > 0)
        note.status = Status::Bad;
    else if (!row.warnings.empty())
        note.status = Status::Warning;
    note.text = qt(profiler::runNote(row, cell));
    note.reason = note.text;
    return note;
}

/// A variant of a run in one case.
struct CompareRow {
    const UnpairedRow& row;
    std::size_t caseIndex = 0;

    [[nodiscard]] const UnpairedCell& cell() const { return row.cells.at(caseIndex); }
};

DataCell runCell(const CompareRow& row)
{
    DataCell run = textCell(qt(row.row.runName));
    run.strong = row.row.run == 0;
    return run;
}

std::vector<Column<CompareRow>> compareColumns(const UnpairedRuns& runs)
{
    return {
        {{.name = QObject::tr("case"), .align = DataAlign::Text, .elastic = true},
            [&runs](const CompareRow& row) { return textCell(qt(runs.cases.at(row.caseIndex))); }},
        {{.name = QObject::tr("run"), .align = DataAlign::Text, .elastic = true}, runCell},
        {{.name = QObject::tr("variant"), .align = DataAlign::Text, .elastic = true},
            [](const CompareRow& row) {
                return variantCell(qt(row.row.variantName), row.row.variant);
            }},
        {{.name = QObject::tr("median")},
            [](const CompareRow& row) { return medianCell(row.cell()); }},
        {{.name = QObject::tr("× of %1").arg(qt(runs.baseline)),
             .explanation = QObject::tr("95 % interval. Between recordings: Welch’s, of the "
                                        "logarithms of the processes’ medians.")},
            [](const CompareRow& row) { return unpairedRatioCell(row.cell()); }},
        {{.name = QObject::tr("note"),
             .align = DataAlign::Text,
             .yields = 1,
             .elastic = true,
             .fills = 1},
            [](const CompareRow& row) { return noteCell(row.row, row.cell()); }}};
}

} // namespace

profiler::Result<UnpairedRuns> readUnpaired(
    const std::filesystem::path& file, const std::vector<profiler::ComparisonId>& ids)
{
    std::vector<profiler::ComparisonData> recordings;
    for (const auto& id : ids) {
        auto loaded = loadShown(file, std::to_string(id.value));
        if (!loaded)
            return tl::unexpected(std::move(loaded.error()));
        recordings.push_back(std::move(*loaded));
    }
    return profiler::compareUnpaired(recordings);
}

DataContent unpairedTable(const UnpairedRuns& runs)
{
    const auto columns = compareColumns(runs);
    DataContent content {.title = QObject::tr("Runs side by side"), .columns = headingsOf(columns)};
    for (std::size_t caseIndex = 0; caseIndex < runs.cases.size(); ++caseIndex)
        for (const UnpairedRow& row : runs.rows)
            content.rows.push_back(
                filledRow(columns, CompareRow {row, caseIndex}, {.shaded = caseIndex % 2 == 1}));
    return content;
}

ComparePanel::ComparePanel(const Theme& theme)
    : m_headline(new SentencePanel(theme, tr("Runs side by side")))
    , m_panel(new Panel(theme, tr("Runs side by side")))
    , m_table(new DataTable(theme, tr("Medians and ratios of each run")))
{
    auto* back = makeCompactButton(theme, tr("Back to the runs"));
    m_panel->addControl(back);
    m_panel->add({m_table, stretch()});
    m_table->setMostRows(24);
    makeColumn(this, pageGap, {m_headline, {m_panel, 1}});
    connect(back, &Button::clicked, this, &ComparePanel::backRequested);
    connect(m_headline, &SentencePanel::noted, this, &ComparePanel::noted);
}

void ComparePanel::compare(
    const std::filesystem::path& file, const std::vector<profiler::ComparisonId>& ids)
{
    m_headline->setContent({.status = Status::Information, .sentence = tr("Reading the runs…")});
    m_table->setContent({});
    m_job.start([file, ids] { return readUnpaired(file, ids); },
        [this](const profiler::Result<UnpairedRuns>& runs) { show(runs); });
}

void ComparePanel::show(const profiler::Result<UnpairedRuns>& runs)
{
    m_table->setVisible(runs.has_value());
    if (!runs) {
        m_headline->setContent({.status = Status::Neutral, .sentence = qt(runs.error().message)});
        m_panel->setCaption({});
        return;
    }
    m_headline->setContent({.status = Status::Information,
        .sentence = tr("Everything against **%1**.").arg(qt(runs->baseline)),
        .note = tr("These runs were recorded one after the other, not in turns: ratios between "
                   "them are unpaired and carry whatever changed on the machine in between. No "
                   "verdict follows from them; record both in one plan for one.")});
    m_panel->setCaption(
        tr("%1 in common · median of a call, × with 95 % interval")
            .arg(counted(static_cast<qint64>(runs->cases.size()), tr("case"), tr("cases"))));
    m_table->setContent(unpairedTable(*runs));
}

} // namespace ui
