// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_inspector.h"

#include "ui/charts/duration_chart.h"
#include "ui/pages/column_page.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_column.h"

namespace ui {

namespace {

constexpr int chartHeight = 168;

void showPlainParagraph(QLabel& label, const QString& text)
{
    showText(label, plainParagraph(text));
}

} // namespace

WorkInspector::WorkInspector(const Theme& theme)
    : PagePanel(theme, tr("Selected work"))
    , m_scroll(new ScrollColumn)
{
    setAccessibleName(tr("Selected work"));
    m_scroll->setAccessibleName(tr("Selected work, scrolls up and down"));
    m_scroll->column()->setContentsMargins(0, 0, 6, 0);
    m_scroll->column()->setSpacing(7);
    createHead();
    createEverywhere();
    createDurations();
    createSources();
    createCode();
    m_scroll->column()->addStretch(1);
    m_timeline = new Button(theme, ButtonKind::Secondary, tr("Show in Timeline"));
    m_timeline->setToolTip(tr("Enter or a double click on the row does the same."));
    connect(m_timeline, &Button::clicked, this, &WorkInspector::timelineRequested);
    add({{m_scroll, 1}, {m_timeline, 0, Qt::AlignLeft}});
}

void WorkInspector::createHead()
{
    m_heading = makeParagraph(uiFont(type::base, QFont::DemiBold));
    m_words = makeNote();
    m_name = new CodeBlock(theme(), tr("Whole name"));
    m_name->setMostLines(7);
    m_figures = new DataTable(theme(), tr("Figures of the selected work"));
    copyFrom(m_name, this, tr("name"));
    addParts(*m_scroll->column(), {m_heading, m_words, m_name, m_figures});
}

void WorkInspector::createEverywhere()
{
    m_everywhereTitle = makePartTitle(tr("In every variant"));
    m_everywhere = new DataTable(theme(), tr("The same work in every variant"));
    addParts(*m_scroll->column(), {m_everywhereTitle, m_everywhere});
}

void WorkInspector::createSources()
{
    m_sourcesTitle = makePartTitle(tr("Where it comes from"));
    m_sources = new CodeBlock(theme(), tr("Lines, modules and operators"));
    m_sources->setMostLines(10);
    m_noSources = makeNote();
    copyFrom(m_sources, this, tr("places"));
    addParts(*m_scroll->column(), {m_sourcesTitle, m_sources, m_noSources});
}

void WorkInspector::createCode()
{
    m_codeTitle = makePartTitle(tr("Generated code"));
    m_code = new CodeBlock(theme(), tr("Generated code"));
    m_code->setMostLines(18);
    copyFrom(m_code, this, tr("generated code"));
    m_origin = makeNote();
    m_profilerTitle = makePartTitle(tr("A deeper look"));
    m_profiler = new CodeBlock(theme(), tr("Command line of Nsight Compute"));
    m_profiler->setMostLines(12);
    copyFrom(m_profiler, this, tr("command line"));
    addParts(*m_scroll->column(), {m_codeTitle, m_origin, m_code, m_profilerTitle, m_profiler});
}

void WorkInspector::createDurations()
{
    m_durations = new DurationChart(theme(), this);
    m_durationsTitle = makePartTitle(m_durations->title());
    m_durations->setFixedHeight(chartHeight);
    m_durationNote = makeNote();
    addParts(*m_scroll->column(), {m_durationsTitle, m_durations, m_durationNote});
}

QString WorkInspector::sources() const
{
    return m_sources->code();
}

QString WorkInspector::generatedCode() const
{
    return m_code->code();
}

void WorkInspector::showSelection(const WorkSelection& selection)
{
    const bool isName = !selection.name.isEmpty();
    // The whole name stands below; a group's may be as long as a path.
    showPlainParagraph(*m_heading, isName ? QString() : selection.heading);
    showPlainParagraph(*m_words, selection.words);
    m_name->setCode(selection.name);
    m_sources->setCode(selection.sources);
    showPlainParagraph(*m_noSources, selection.noSources);
    m_durations->setSeries(selection.durations);
    showPlainParagraph(*m_durationNote, selection.durationNote);
    m_figures->setContent(selection.figures);
    const bool everywhere = !selection.everywhere.rows.empty();
    if (everywhere)
        m_everywhere->setContent(selection.everywhere);
    setShown({m_everywhereTitle, m_everywhere}, everywhere);
    m_code->setCode(selection.code);
    showPlainParagraph(*m_origin, selection.origin);
    setShown({m_codeTitle, m_origin}, !selection.origin.isEmpty());
    m_code->setVisible(!selection.code.isEmpty());
    m_profiler->setCode(selection.profiler);
    setShown({m_profilerTitle, m_profiler}, !selection.profiler.isEmpty());
    setShown({m_name, m_durationsTitle, m_durations}, isName);
    m_timeline->setVisible(isName || !selection.ledgerRows.empty());
    m_sourcesTitle->setVisible(isName || !selection.sources.isEmpty());
    m_sources->setVisible(!selection.sources.isEmpty());
    m_figures->show();
}

void WorkInspector::showNothing()
{
    showPlainParagraph(*m_heading, {});
    showPlainParagraph(
        *m_words, tr("Nothing is selected: click a row of the table, or use the arrow keys."));
    setShown({m_name, m_figures, m_everywhereTitle, m_everywhere, m_sourcesTitle, m_sources,
                 m_noSources, m_codeTitle, m_origin, m_code, m_profilerTitle, m_profiler,
                 m_durationsTitle, m_durations, m_durationNote, m_timeline},
        false);
}

} // namespace ui
