// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/column_page.h"

#include "ui/widgets/scroll_column.h"
#include "ui/widgets/sentence_panel.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QResizeEvent>

namespace ui {

namespace {

constexpr int margin = 16;
constexpr int gap = 12;
constexpr int sideBySideFrom = 1060;

} // namespace

ColumnPage::ColumnPage(const Theme& theme, const QString& name, QWidget* parent)
    : Page(parent)
    , m_theme(theme)
    , m_scroll(new ScrollColumn)
    , m_sentence(new SentencePanel(theme, name))
{
    setAccessibleName(name);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->widget()->setAutoFillBackground(true); // so that scrolling moves what stands there
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_scroll);
    QVBoxLayout* column = m_scroll->column();
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(gap);
    column->addWidget(m_sentence);
    column->addStretch(1);
    connect(m_sentence, &SentencePanel::noted, this, &Page::noted);
}

void ColumnPage::addPanel(QWidget* panel)
{
    m_panels.push_back(panel);
    m_scroll->column()->insertWidget(m_scroll->column()->count() - 1, panel);
}

void ColumnPage::addRow(QWidget* one, int share, QWidget* other, int otherShare)
{
    auto* row = new QBoxLayout(QBoxLayout::LeftToRight);
    row->setSpacing(gap);
    row->addWidget(one, share);
    row->addWidget(other, otherShare);
    m_rows.push_back(row);
    m_panels.push_back(one);
    m_panels.push_back(other);
    m_scroll->column()->insertLayout(m_scroll->column()->count() - 1, row);
}

void ColumnPage::showNothing()
{
    for (QWidget* panel : m_panels)
        panel->hide();
    m_sentence->setContent({.sentence = tr("No comparison is open. Open a run database, or record "
                                           "one with New comparison.")});
}

void ColumnPage::showPanels()
{
    for (QWidget* panel : m_panels)
        panel->show();
}

void ColumnPage::resizeEvent(QResizeEvent* event)
{
    const auto direction = event->size().width() >= sideBySideFrom ? QBoxLayout::LeftToRight
                                                                   : QBoxLayout::TopToBottom;
    for (QBoxLayout* row : m_rows) {
        if (row->direction() != direction)
            row->setDirection(direction);
    }
    Page::resizeEvent(event);
}

QString ColumnPage::verdictSentence() const
{
    return m_sentence->plainText();
}

void copyToClipboard(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

} // namespace ui
