// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/column_page.h"

#include "ui/tables/data_table.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/sentence_panel.h"

#include <QResizeEvent>
#include <QTimer>

namespace ui {

ColumnPage::ColumnPage(const Theme& theme, const QString& name)
    : SentencePage(theme, name)
    , m_scroll(new ScrollColumn)
{
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->widget()->setAutoFillBackground(true); // so that scrolling moves what stands there
    makeColumn(this, 0, {m_scroll});
    asPageColumn(*m_scroll->column(), {&sentence(), stretch()});
}

void ColumnPage::addWithCopy(Panel& panel, TableView* table)
{
    Button* button = makeCompactButton(theme(), tr("Copy table"), Icon::Copy);
    connect(button, &Button::clicked, table, &TableView::copyTable);
    panel.addControl(button);
    panel.add({table});
}

void ColumnPage::addPanel(QWidget* panel)
{
    m_panels.push_back(panel);
    m_scroll->column()->insertWidget(m_scroll->column()->count() - 1, panel);
}

void ColumnPage::reveal(QWidget& part)
{
    constexpr int around = 60;
    QTimer::singleShot(
        0, &part, [this, &part] { m_scroll->ensureWidgetVisible(&part, 0, around); });
}

void ColumnPage::addRow(QWidget* one, int share, QWidget* other, int otherShare)
{
    QBoxLayout* row = makeRow(nullptr, pageGap, {{one, share}, {other, otherShare}});
    m_rows.push_back(row);
    m_panels.push_back(one);
    m_panels.push_back(other);
    m_scroll->column()->insertLayout(m_scroll->column()->count() - 1, row);
}

void ColumnPage::showNothing()
{
    for (QWidget* panel : m_panels)
        panel->hide();
    sentence().setContent({.sentence = tr("No comparison is open. Open a run database, or record "
                                          "one with New comparison.")});
}

void ColumnPage::showPanels()
{
    for (QWidget* panel : m_panels)
        panel->show();
}

bool ColumnPage::showPanelsOf(const ComparisonView& view)
{
    const bool shown = view.caseResult() != nullptr && view.focused() != nullptr;
    shown ? showPanels() : showNothing();
    return shown;
}

void ColumnPage::resizeEvent(QResizeEvent* event)
{
    turnRows(m_rows, event->size().width());
    Page::resizeEvent(event);
}

} // namespace ui
