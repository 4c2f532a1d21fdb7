// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/find/find_bar.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/window/palette/action_registry.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>

namespace ui {

FindBar::FindBar(const Theme& theme)
    : BorderedBar(theme, Qt::TopEdge)
    , m_field(new TextField(theme, tr("Find in page")))
    , m_count(makeLabel({}, uiFont(), QPalette::PlaceholderText))
    , m_previous(new Button(theme, ButtonKind::Quiet, tr("Previous")))
    , m_next(new Button(theme, ButtonKind::Quiet, tr("Next")))
    , m_close(new Button(theme, ButtonKind::Quiet, tr("Close")))
{
    setAccessibleName(tr("Find in page"));
    createRow();
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::look);
    connect(m_previous, &Button::clicked, this, [this] { step(-1); });
    connect(m_next, &Button::clicked, this, [this] { step(1); });
    connect(m_close, &Button::clicked, this, &FindBar::dismiss);
    connect(&m_search, &PageSearch::changed, this, &FindBar::takeMatches);
    hide();
}

void FindBar::createRow()
{
    setFixedHeight(44);
    m_field->setPlaceholderText(tr("Find in page"));
    m_field->setClearButtonEnabled(true);
    m_field->setFixedWidth(320);
    m_count->setAccessibleName(tr("How many were found"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(8);
    row->addWidget(m_field);
    for (Button* button : {m_previous, m_next})
        row->addWidget(button);
    row->addSpacing(4);
    row->addWidget(m_count, 1);
    row->addWidget(m_close);
    for (Button* button : {m_previous, m_next, m_close})
        button->setAccessibleName(button->text());
    m_close->setAccessibleName(tr("Close find in page"));
}

void FindBar::describe(ActionRegistry& actions)
{
    actions.describe(m_previous, QStringLiteral("edit.findPrevious"));
    actions.describe(m_next, QStringLiteral("edit.findNext"));
    actions.describe(m_close, QStringLiteral("edit.clear"));
}

void FindBar::setPlaces(const QList<QWidget*>& places)
{
    m_places.clear();
    for (QWidget* place : places)
        m_places << place;
    // While a recording is followed the page is filled again and again; the mark stays.
    const bool keeps = m_mark != nullptr && m_mark->match().isThere();
    if (isOpen() && !keeps)
        lookAgain();
}

void FindBar::open()
{
    if (!isOpen()) {
        show();
        look();
    }
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FindBar::dismiss()
{
    clearMark();
    m_search.clear();
    hide();
    Q_EMIT closed();
}

void FindBar::look()
{
    lookAgain();
    m_jump = true;
}

void FindBar::lookAgain()
{
    clearMark();
    m_current = -1;
    m_jump = false;
    QList<QWidget*> places;
    for (const QPointer<QWidget>& place : m_places)
        if (place != nullptr)
            places << place;
    m_search.start(places, m_field->text());
    showCount();
}

void FindBar::takeMatches()
{
    if (m_jump && !m_search.matches().empty())
        goTo(0);
    else
        showCount();
}

void FindBar::step(int direction)
{
    const auto count = static_cast<int>(m_search.matches().size());
    const int next = m_current < 0 ? (direction > 0 ? 0 : count - 1)
                                   : (m_current + direction + count) % std::max(1, count);
    // What the page shows now is looked through when it no longer shows what was found.
    if (count == 0 || !m_search.matches().at(static_cast<std::size_t>(next)).isThere())
        look();
    else
        goTo(next);
}

void FindBar::goTo(int match)
{
    m_jump = false;
    clearMark();
    const PageMatch& found = m_search.matches().at(static_cast<std::size_t>(match));
    if (!found.isThere())
        return;
    m_current = match;
    m_mark = new MatchMark(theme(), found);
    showCount();
}

bool FindBar::clearMark()
{
    if (m_mark == nullptr)
        return false;
    if (auto* text = qobject_cast<QPlainTextEdit*>(m_mark->match().widget)) {
        QTextCursor cursor = text->textCursor();
        cursor.clearSelection();
        text->setTextCursor(cursor);
    }
    delete m_mark;
    return true;
}

QString FindBar::countText() const
{
    return m_count->text();
}

void FindBar::showCount()
{
    const auto count = static_cast<int>(m_search.matches().size());
    QString words;
    if (m_field->text().trimmed().isEmpty())
        words = tr("Looks through the tables, texts and labels that this page shows");
    else if (m_search.isRunning())
        words = count == 0 ? tr("Looking…") : tr("%1 so far").arg(count);
    else if (count == 0)
        words = tr("“%1” is nowhere on this page").arg(m_field->text());
    else if (m_current < 0)
        words = tr("%1 found").arg(count);
    else
        words = tr("%1 of %2").arg(m_current + 1).arg(count);
    m_count->setText(words);
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

bool FindBar::takesEnter() const
{
    if (!isOpen())
        return false;
    const QWidget* focused = QApplication::focusWidget();
    if (focused == nullptr || focused == m_field)
        return true;
    const auto* text = qobject_cast<const QPlainTextEdit*>(focused);
    return qobject_cast<const QAbstractButton*>(focused) == nullptr
        && qobject_cast<const QAbstractItemView*>(focused) == nullptr
        && qobject_cast<const QLineEdit*>(focused) == nullptr
        && qobject_cast<const QComboBox*>(focused) == nullptr
        && qobject_cast<const QAbstractSpinBox*>(focused) == nullptr
        && (text == nullptr || text->isReadOnly());
}

} // namespace ui
