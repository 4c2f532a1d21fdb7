// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/find/page_search.h"

#include "ui/widgets/search_marks.h"
#include "ui/window/find/find_text.h"

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QListView>
#include <QPlainTextEdit>
#include <QTableView>

#include <algorithm>
#include <tuple>

namespace ui {

namespace {

constexpr qint64 turn = 5; ///< ms
constexpr int rowsBetweenLooks = 50; ///< at the clock

/// Parts of a view or a text are found with it.
bool isPartOfAnother(const QWidget& widget)
{
    const QWidget* parent = widget.parentWidget();
    return qobject_cast<const QHeaderView*>(&widget) != nullptr
        || (parent != nullptr
            && (qobject_cast<const QAbstractItemView*>(parent->parentWidget()) != nullptr
                || qobject_cast<const QAbstractItemView*>(parent) != nullptr));
}

/// One that repeats what another shows would be found twice, and anew with each step.
bool canBeSearched(const QWidget& widget)
{
    if (widget.property(repeatsChosenRow).toBool())
        return false;
    return qobject_cast<const QAbstractItemView*>(&widget) != nullptr
        || qobject_cast<const QPlainTextEdit*>(&widget) != nullptr || !shownText(widget).isEmpty();
}

bool isColumnHidden(const QAbstractItemView& view, int column)
{
    if (const auto* list = qobject_cast<const QListView*>(&view))
        return column != list->modelColumn();
    const auto* table = qobject_cast<const QTableView*>(&view);
    return table != nullptr && table->isColumnHidden(column);
}

} // namespace

bool PageMatch::isThere() const
{
    if (widget == nullptr || !widget->isVisible())
        return false;
    if (qobject_cast<const QAbstractItemView*>(widget) != nullptr)
        return index.isValid() || section >= 0;
    return true;
}

PageSearch::PageSearch(QObject* parent)
    : QObject(parent)
{
    connect(&m_timer, &QTimer::timeout, this, &PageSearch::work);
}

void PageSearch::start(const QList<QWidget*>& places, const QString& words)
{
    clear();
    if (words.trimmed().isEmpty())
        return;
    m_pattern = wholeWordsPattern(words);
    for (QWidget* place : places)
        addPlace(place);
    m_timer.start(0);
}

void PageSearch::clear()
{
    m_timer.stop();
    m_matches.clear();
    m_widgets.clear();
    m_next = 0;
    m_nextRow = 0;
}

void PageSearch::addPlace(QWidget* place)
{
    std::vector<std::tuple<int, int, QWidget*>> found;
    for (QWidget* widget : place->findChildren<QWidget*>()) {
        if (!widget->isVisible() || isPartOfAnother(*widget) || !canBeSearched(*widget))
            continue;
        const QPoint at = widget->mapTo(place, QPoint());
        found.emplace_back(at.y(), at.x(), widget);
    }
    std::sort(found.begin(), found.end());
    for (const auto& each : found)
        m_widgets.emplace_back(std::get<QWidget*>(each));
}

void PageSearch::work()
{
    QElapsedTimer clock;
    clock.start();
    while (m_next < m_widgets.size() && clock.elapsed() < turn) {
        if (!searchNext())
            continue;
        ++m_next;
        m_nextRow = 0;
    }
    if (m_next >= m_widgets.size())
        m_timer.stop();
    Q_EMIT changed();
}

bool PageSearch::searchNext()
{
    QWidget* widget = m_widgets.at(m_next);
    if (widget == nullptr || !widget->isVisible())
        return true;
    if (auto* view = qobject_cast<QAbstractItemView*>(widget))
        return searchItems(*view);
    if (auto* text = qobject_cast<QPlainTextEdit*>(widget))
        searchText(*text);
    else if (fits(shownText(*widget)))
        m_matches.push_back({.widget = widget});
    return true;
}

bool PageSearch::searchItems(QAbstractItemView& view)
{
    const QAbstractItemModel* model = view.model();
    if (model == nullptr)
        return true;
    if (m_nextRow == 0)
        searchHeadings(view);
    const QModelIndex root = view.rootIndex();
    const int end = std::min(model->rowCount(root), m_nextRow + rowsBetweenLooks);
    for (; m_nextRow < end; ++m_nextRow)
        for (int column = 0; column < model->columnCount(root); ++column) {
            const QModelIndex index = model->index(m_nextRow, column, root);
            if (!isColumnHidden(view, column) && fits(shownText(view, index)))
                m_matches.push_back({.widget = &view, .index = index});
        }
    return m_nextRow >= model->rowCount(root);
}

void PageSearch::searchHeadings(QAbstractItemView& view)
{
    const auto* table = qobject_cast<QTableView*>(&view);
    if (table == nullptr || !table->horizontalHeader()->isVisible())
        return;
    for (int column = 0; column < view.model()->columnCount(); ++column)
        if (!table->isColumnHidden(column)
            && fits(view.model()->headerData(column, Qt::Horizontal).toString()))
            m_matches.push_back({.widget = &view, .section = column});
}

void PageSearch::searchText(QPlainTextEdit& text)
{
    auto found = m_pattern.globalMatch(text.toPlainText());
    while (found.hasNext()) {
        const auto match = found.next();
        m_matches.push_back({.widget = &text,
            .position = static_cast<int>(match.capturedStart()),
            .length = static_cast<int>(match.capturedLength())});
    }
}

bool PageSearch::fits(const QString& text) const
{
    return !text.isEmpty() && m_pattern.match(text).hasMatch();
}

} // namespace ui
