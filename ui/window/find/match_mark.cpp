// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/find/match_mark.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace ui {

namespace {

constexpr int around = 3; ///< between words and frame
constexpr int above = 40; ///< that is seen besides, when a page scrolls

/// What the mark lies on: it moves with the contents there.
QWidget* groundOf(const PageMatch& match)
{
    if (match.section >= 0)
        return static_cast<QTableView*>(match.widget.data())->horizontalHeader()->viewport();
    if (auto* area = qobject_cast<QAbstractScrollArea*>(match.widget))
        return area->viewport();
    return match.widget;
}

QRect textBox(const QPlainTextEdit& text, int position, int length)
{
    QTextCursor cursor = text.textCursor();
    cursor.setPosition(position);
    const QRect start = text.cursorRect(cursor);
    cursor.setPosition(position + length);
    const QRect end = text.cursorRect(cursor);
    if (end.top() != start.top()) // it goes on in the next line
        return {start.left(), start.top(), text.viewport()->width() - start.left(), start.height()};
    return {
        start.left() - around, start.top(), end.left() - start.left() + 2 * around, start.height()};
}

} // namespace

MatchMark::MatchMark(const Theme& theme, const PageMatch& match)
    : PaintedWidget(theme, groundOf(match))
    , m_match(match)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    scrollToMatch();
    follow();
    place();
}

QRect MatchMark::box() const
{
    if (m_match.section >= 0) {
        const auto* header = static_cast<QTableView*>(m_match.widget.data())->horizontalHeader();
        return {header->sectionViewportPosition(m_match.section), 0,
            header->sectionSize(m_match.section), header->height()};
    }
    if (const auto* view = qobject_cast<QAbstractItemView*>(m_match.widget))
        return m_match.index.isValid() ? view->visualRect(m_match.index) : QRect();
    if (const auto* text = qobject_cast<QPlainTextEdit*>(m_match.widget))
        return textBox(*text, m_match.position, m_match.length);
    return m_match.widget->rect();
}

void MatchMark::scrollToMatch()
{
    if (auto* view = qobject_cast<QAbstractItemView*>(m_match.widget);
        view != nullptr && m_match.index.isValid())
        view->scrollTo(m_match.index);
    if (auto* text = qobject_cast<QPlainTextEdit*>(m_match.widget)) {
        QTextCursor cursor = text->textCursor();
        cursor.setPosition(m_match.position);
        cursor.setPosition(m_match.position + m_match.length, QTextCursor::KeepAnchor);
        text->setTextCursor(cursor);
        text->ensureCursorVisible();
    }
    const QWidget* ground = parentWidget();
    for (QWidget* outer = m_match.widget->parentWidget(); outer != nullptr;
         outer = outer->parentWidget()) {
        auto* area = qobject_cast<QScrollArea*>(outer);
        if (area == nullptr || area->widget() == nullptr)
            continue;
        const QPoint middle = ground->mapTo(area->widget(), box().center());
        area->ensureVisible(middle.x(), middle.y(), 0, box().height() / 2 + above);
    }
}

/// Scrolling, sorting and other sizes move what is marked.
void MatchMark::follow()
{
    parentWidget()->installEventFilter(this);
    if (const auto* area = qobject_cast<QAbstractScrollArea*>(m_match.widget))
        for (const QScrollBar* bar : {area->horizontalScrollBar(), area->verticalScrollBar()})
            connect(bar, &QScrollBar::valueChanged, this, &MatchMark::place);
    const auto* view = qobject_cast<QAbstractItemView*>(m_match.widget);
    if (view == nullptr)
        return;
    const QAbstractItemModel* model = view->model();
    connect(model, &QAbstractItemModel::layoutChanged, this, &MatchMark::place);
    connect(model, &QAbstractItemModel::modelReset, this, &MatchMark::place);
    connect(model, &QAbstractItemModel::rowsInserted, this, &MatchMark::place);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &MatchMark::place);
}

void MatchMark::place()
{
    const QRect there = box();
    setVisible(!there.isEmpty());
    setGeometry(there.intersected(parentWidget()->rect().adjusted(0, -there.height(), 0,
        there.height()))); // no wider than what is seen
    raise();
}

bool MatchMark::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

void MatchMark::paint(QPainter& painter, const Tokens& tokens)
{
    painter.setPen(QPen(tokens.accent, std::max<qreal>(2, tokens.line)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

} // namespace ui
