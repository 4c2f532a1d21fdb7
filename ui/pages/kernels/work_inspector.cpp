// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_inspector.h"

#include "ui/charts/duration_chart.h"
#include "ui/pages/column_page.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_column.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int chartHeight = 168;

QLabel* makeSmallTitle(const QString& text)
{
    auto* label = makeParagraph(uiFont(type::base, QFont::DemiBold));
    label->setText(text);
    label->setContentsMargins(0, 6, 0, 0);
    return label;
}

void setParagraph(QLabel& label, const QString& text)
{
    label.setText(plainParagraph(text));
    label.setVisible(!text.isEmpty());
}

} // namespace

WorkInspector::WorkInspector(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Selected work"), parent)
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
    m_scroll->column()->addStretch(1);
    body()->addWidget(m_scroll, 1);
    m_timeline = new Button(theme, ButtonKind::Secondary, tr("Show in Timeline"));
    m_timeline->setToolTip(tr("Enter or a double click on the row does the same."));
    connect(m_timeline, &Button::clicked, this, &WorkInspector::timelineRequested);
    body()->addWidget(m_timeline, 0, Qt::AlignLeft);
}

void WorkInspector::createHead()
{
    m_heading = makeParagraph(uiFont(type::base, QFont::DemiBold));
    m_words = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    m_name = new CodeBlock(theme(), tr("Whole name"));
    m_name->setMostLines(7);
    m_figures = new DataTable(theme(), tr("Figures of the selected work"));
    connect(m_name, &CodeBlock::copyRequested, this,
        [this](const QString& text) { copy(text, tr("name")); });
    for (QWidget* widget : std::initializer_list<QWidget*> {m_heading, m_words, m_name, m_figures})
        m_scroll->column()->addWidget(widget);
}

void WorkInspector::createEverywhere()
{
    m_everywhereTitle = makeSmallTitle(tr("In every variant"));
    m_everywhere = new DataTable(theme(), tr("The same work in every variant"));
    m_scroll->column()->addWidget(m_everywhereTitle);
    m_scroll->column()->addWidget(m_everywhere);
}

void WorkInspector::createSources()
{
    m_sourcesTitle = makeSmallTitle(tr("Where it comes from"));
    m_sources = new CodeBlock(theme(), tr("Lines, modules and operators"));
    m_sources->setMostLines(10);
    m_noSources = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    connect(m_sources, &CodeBlock::copyRequested, this,
        [this](const QString& text) { copy(text, tr("places")); });
    for (QWidget* widget : std::initializer_list<QWidget*> {m_sourcesTitle, m_sources, m_noSources})
        m_scroll->column()->addWidget(widget);
}

void WorkInspector::createDurations()
{
    m_durations = new DurationChart(theme(), this);
    m_durationsTitle = makeSmallTitle(m_durations->title());
    m_durations->setFixedHeight(chartHeight);
    m_durationNote = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_durationsTitle, m_durations, m_durationNote})
        m_scroll->column()->addWidget(widget);
}

QString WorkInspector::sources() const
{
    return m_sources->code();
}

void WorkInspector::showSelection(const WorkSelection& selection)
{
    const bool isName = !selection.name.isEmpty();
    // The whole name stands below; a group's may be as long as a path.
    setParagraph(*m_heading, isName ? QString() : selection.heading);
    setParagraph(*m_words, selection.words);
    m_name->setCode(selection.name);
    m_sources->setCode(selection.sources);
    setParagraph(*m_noSources, selection.noSources);
    m_durations->setSeries(selection.durations);
    setParagraph(*m_durationNote, selection.durationNote);
    m_figures->setContent(selection.figures);
    const bool everywhere = !selection.everywhere.rows.empty();
    if (everywhere)
        m_everywhere->setContent(selection.everywhere);
    m_everywhereTitle->setVisible(everywhere);
    m_everywhere->setVisible(everywhere);
    for (QWidget* widget : std::initializer_list<QWidget*> {
             m_name, m_sourcesTitle, m_durationsTitle, m_durations, m_timeline})
        widget->setVisible(isName);
    m_sources->setVisible(!selection.sources.isEmpty());
    m_figures->show();
}

void WorkInspector::showNothing()
{
    setParagraph(*m_heading, {});
    setParagraph(
        *m_words, tr("Nothing is selected: click a row of the table, or use the arrow keys."));
    for (QWidget* widget : std::initializer_list<QWidget*> {m_name, m_figures, m_everywhereTitle,
             m_everywhere, m_sourcesTitle, m_sources, m_noSources, m_durationsTitle, m_durations,
             m_durationNote, m_timeline})
        widget->hide();
}

void WorkInspector::copy(const QString& text, const QString& what)
{
    copyToClipboard(text);
    Q_EMIT noted(tr("Copied the %1.").arg(what));
}

} // namespace ui
