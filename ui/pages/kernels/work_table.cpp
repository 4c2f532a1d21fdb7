// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_table.h"

#include "ui/figure/chart_parts.h"
#include "ui/tables/data_delegate.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr double chevronRoom = 18;
constexpr double childIndent = 26;
constexpr double branchIndent = 16;
constexpr double lineNumberRoom = 48;
constexpr double leastHeat = 0.25; ///< of a line with any change
constexpr double mostHeat = 0.5; ///< over the panel
constexpr double swatch = 10;
constexpr double workSwatchRoom = 18;
constexpr double numberRoom = 86;
constexpr double workBarHeight = 11;
constexpr double thinBarHeight = 3;
constexpr int narrowName = 140; ///< a column without room beside the number

void drawChevron(QPainter& painter, const QColor& colour, const QPointF& centre, bool open)
{
    painter.setPen(QPen(colour, 1.4));
    const double reach = 3.2;
    const QPointF one = open ? QPointF(-reach, -reach / 2) : QPointF(-reach / 2, -reach);
    const QPointF tip = open ? QPointF(0, reach / 2) : QPointF(reach / 2, 0);
    const QPointF other = open ? QPointF(reach, -reach / 2) : QPointF(-reach / 2, reach);
    painter.drawPolyline(QPolygonF {{centre + one, centre + tip, centre + other}});
}

/// Where the bar of a change is drawn.
struct BarPlace {
    double zero = 0;
    double reach = 0; ///< to either side
    double top = 0;
    double height = 0;
    double lineTop = 0; ///< of the line of no change; it crosses no number
};

BarPlace barPlaceIn(const QRect& cell)
{
    const bool under = cell.width() < narrowName;
    const QRectF axis = QRectF(cell).adjusted(cellSide, 0, under ? -cellSide : -numberRoom, 0);
    const double height = under ? thinBarHeight : workBarHeight;
    const double top = under ? axis.bottom() - height : axis.center().y() - (height / 2);
    return {.zero = axis.center().x(),
        .reach = axis.width() / 2,
        .top = top,
        .height = height,
        .lineTop = under ? top - 1 : axis.top()};
}

/// Names of work: a group's chevron, the class as a swatch, the name.
class WorkNameDelegate : public DataDelegate {
public:
    WorkNameDelegate(const Theme& theme, const std::vector<WorkSign>& signs, QObject* parent)
        : DataDelegate(theme, parent)
        , m_signs(signs)
    {
    }

    void paintItem(const PaintedItem& item) const override
    {
        const auto row = static_cast<std::size_t>(sourceOf(item.index).row());
        if (row >= m_signs.size()) {
            DataDelegate::paintItem(item);
            return;
        }
        paintGround(item);
        const double left = paintSign(item.painter, item.option.rect, m_signs[row]);
        QStyleOptionViewItem rest = item.option;
        rest.rect.setLeft(qRound(left));
        DataDelegate::paintItem({item.painter, rest, item.index, item.theme});
    }

private:
    /// Returns where the text begins.
    double paintSign(QPainter& painter, const QRectF& box, const WorkSign& sign) const
    {
        const Tokens& tokens = theme().tokens();
        double left = box.left() + cellSide;
        left += sign.depth * branchIndent;
        if (sign.open)
            drawChevron(painter, tokens.muted, {left + 4, box.center().y()}, *sign.open);
        left += sign.child ? childIndent : chevronRoom;
        if (sign.line > 0)
            return paintLineNumber(painter, box, sign, left);
        const QRectF square(left, box.center().y() - (swatch / 2) + 0.5, swatch, swatch);
        if (sign.workClass)
            painter.fillRect(square, tokens.workClass(*sign.workClass));
        else if (sign.pattern)
            drawIdle(painter, tokens, *sign.pattern, square);
        else
            return left;
        return left + workSwatchRoom - cellSide; // the text keeps its own distance
    }

    /// With how much the line gained or lost as a ground behind its number, the stronger the more;
    /// the column of changes has the sign.
    double paintLineNumber(
        QPainter& painter, const QRectF& box, const WorkSign& sign, double left) const
    {
        const Tokens& tokens = theme().tokens();
        const QRectF gutter(left, box.top(), lineNumberRoom, box.height());
        if (!sign.changes.empty() && sign.changes.front().status != Status::Neutral) {
            const auto& change = sign.changes.front();
            const QColor colour = tokens.status(change.status);
            const double heat
                = leastHeat + ((1 - leastHeat) * std::min(1.0, std::abs(change.share)));
            if (tokens.tints)
                painter.fillRect(
                    gutter.adjusted(0, 1, 0, 0), blend(colour, tokens.panel, mostHeat * heat));
            painter.fillRect(
                QRectF(gutter.left(), gutter.top() + 1, 3, gutter.height() - 1), colour);
        }
        painter.setFont(monoFont(type::caption));
        painter.setPen(sign.changes.empty() ? tokens.muted : tokens.text);
        drawText(painter, gutter.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter,
            QString::number(sign.line));
        return gutter.right() + 8 - cellSide;
    }

    const std::vector<WorkSign>& m_signs; ///< by row of the model
};

/// A change as a bar to either side of one line, its number behind it; in a narrow column the bar
/// lies under the number.
class WorkChangeDelegate : public DataDelegate {
public:
    WorkChangeDelegate(
        const Theme& theme, const std::vector<WorkSign>& signs, std::size_t which, QObject* parent)
        : DataDelegate(theme, parent)
        , m_signs(signs)
        , m_which(which)
    {
    }

    void paintItem(const PaintedItem& item) const override
    {
        const auto& [painter, option, index, theme] = item;
        DataDelegate::paintItem(item);
        const auto row = static_cast<std::size_t>(sourceOf(index).row());
        if (row >= m_signs.size() || m_which >= m_signs[row].changes.size()
            || !index.data(DataModel::SortRole).isValid())
            return;
        const WorkChange& change = m_signs[row].changes[m_which];
        const Tokens& tokens = theme.tokens();
        const BarPlace place = barPlaceIn(option.rect);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(tokens.grid, 1));
        painter.drawLine(
            QPointF(place.zero, place.lineTop), QPointF(place.zero, option.rect.bottom() + 1));
        const double length = std::clamp(change.share, -1.0, 1.0) * place.reach;
        if (std::abs(length) > 0) {
            const double shown = std::max(1.0, std::abs(length));
            const QRectF bar(
                length < 0 ? place.zero - shown : place.zero, place.top, shown, place.height);
            const bool neutral = change.status == Status::Neutral;
            painter.fillRect(bar, neutral ? tokens.muted : tokens.status(change.status));
        }
    }

private:
    const std::vector<WorkSign>& m_signs;
    std::size_t m_which; ///< of the changes of a row
};

} // namespace

WorkTable::WorkTable(const Theme& theme)
    : DataTable(theme, tr("Work of one call"))
{
    setRowHeight(29);
    setItemDelegateForColumn(0, new WorkNameDelegate(theme, m_signs, this));
    connect(this, &DataTable::rowChosen, this, &WorkTable::takeRow);
}

void WorkTable::showContents(WorkContents contents, bool sortable)
{
    const auto before = choice();
    m_filling = true;
    if (!sortable || contents.changeColumns != m_changeColumns) // another column is meant by it
        horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(sortable);
    placeDelegates(contents.changeColumns);
    m_signs = std::move(contents.signs);
    m_choices = std::move(contents.choices);
    setContent(std::move(contents.table));
    if (!before || !choose(*before))
        setCurrentIndex({});
    m_filling = false;
    viewport()->update();
}

void WorkTable::placeDelegates(const std::vector<int>& changeColumns)
{
    if (changeColumns == m_changeColumns)
        return;
    for (const int column : m_changeColumns)
        setItemDelegateForColumn(column, nullptr);
    m_changeColumns = changeColumns;
    for (std::size_t which = 0; which < changeColumns.size(); ++which) {
        if (which == m_changeDelegates.size())
            m_changeDelegates.push_back(new WorkChangeDelegate(theme(), m_signs, which, this));
        setItemDelegateForColumn(changeColumns[which], m_changeDelegates[which]);
    }
}

std::optional<WorkChoice> WorkTable::choice() const
{
    const int key = currentIndex().isValid() ? currentIndex().data(DataModel::KeyRole).toInt() : -1;
    if (key < 0 || static_cast<std::size_t>(key) >= m_choices.size())
        return std::nullopt;
    return m_choices[static_cast<std::size_t>(key)];
}

bool WorkTable::choose(const WorkChoice& choice)
{
    const auto found = std::ranges::find(m_choices, choice);
    if (found == m_choices.end())
        return false;
    const bool filling = std::exchange(m_filling, true);
    selectKey(static_cast<int>(found - m_choices.begin()));
    m_filling = filling;
    return true;
}

void WorkTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    DataTable::currentChanged(current, previous);
    if (m_filling)
        return;
    reveal();
    Q_EMIT choiceChanged();
}

/// The table is as high as its rows: what surrounds it scrolls.
void WorkTable::reveal()
{
    for (QWidget* outer = parentWidget(); outer != nullptr; outer = outer->parentWidget()) {
        auto* area = qobject_cast<QScrollArea*>(outer);
        if (area == nullptr || area->widget() == nullptr || !currentIndex().isValid())
            continue;
        const QPoint middle
            = viewport()->mapTo(area->widget(), visualRect(currentIndex()).center());
        area->ensureVisible(area->widget()->width() / 2, middle.y(), 0, 2 * rowHeight(0));
    }
}

void WorkTable::takeRow(int key)
{
    const auto& choice = m_choices.at(static_cast<std::size_t>(key));
    if (!choice.work)
        Q_EMIT groupChosen(choice.group);
}

void WorkTable::openWork()
{
    if (const auto chosen = choice(); chosen && chosen->work)
        Q_EMIT workOpened();
}

void WorkTable::mouseDoubleClickEvent(QMouseEvent* event)
{
    DataTable::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton && indexAt(event->position().toPoint()).isValid())
        openWork();
}

void WorkTable::keyPressEvent(QKeyEvent* event)
{
    DataTable::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        openWork();
}

} // namespace ui
