// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/log/log_table.h"

#include "ui/pages/log/log_model.h"
#include "ui/tables/data_delegate.h"
#include "ui/tables/table_menu.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr int rowPixels = 21;
constexpr int padding = 6;
constexpr int signRoom = 18;
constexpr int narrow = 760; ///< below: process and stream give way to the text

/// A warning has its shape before the text, a line that was said again its number behind it.
class LineDelegate : public DataDelegate {
public:
    using DataDelegate::DataDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        const Tokens& tokens = theme().tokens();
        const DataCell cell = tableModelOf(index).cell(index.row(), index.column());
        const bool isText = index.column() == LogModel::Text;
        const bool isVariant = index.column() == LogModel::Variant;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        paintGround(*painter, option, index);
        QRect box = option.rect.adjusted(padding, 0, -padding, 0);
        if (cell.status)
            drawStatus(
                *painter, tokens, *cell.status, QRectF(box.left(), box.center().y() - 5.5, 12, 12));
        if (cell.variant)
            drawMarker(*painter, theme().variant(*cell.variant),
                QPointF(box.left() + 5, box.center().y() + 0.5), 8);
        if (isText || isVariant)
            box.adjust(signRoom, 0, 0, 0);
        if (isText)
            box.adjust(0, 0, -paintCount(*painter, box, index), 0);
        const QFont font = isText ? monoFont(type::caption) : uiFont(type::caption);
        painter->setFont(font);
        painter->setPen(isText || isVariant ? tokens.text : tokens.muted);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetrics(font).elidedText(cell.text, Qt::ElideRight, box.width()));
        painter->restore();
    }

private:
    /// How often the line was said, at the right end; how much room it took.
    int paintCount(QPainter& painter, const QRect& box, const QModelIndex& index) const
    {
        const int count = index.data(LogModel::CountRole).toInt();
        if (count < 2)
            return 0;
        const QString text = QStringLiteral("×%1").arg(count);
        const QFont font = uiFont(type::caption, QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(theme().tokens().text);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, text);
        return QFontMetrics(font).horizontalAdvance(text) + padding;
    }
};

} // namespace

LogTable::LogTable(const Theme& theme, LogModel* model, QWidget* parent)
    : TableView(theme, model, tr("Lines of output"), parent)
    , m_lines(*model)
{
    setItemDelegate(new LineDelegate(theme, this));
    setScrolling();
    setFocusMark(FocusMark::None);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setRowHeight(rowPixels);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    menu().setOwnCopy(tr("Copy the selected lines"), [this] { Q_EMIT copyRequested(); });
}

std::vector<int> LogTable::widthsFor(int room) const
{
    const bool tight = room < narrow;
    std::vector<int> widths {72, tight ? 130 : 170, tight ? 0 : 110, tight ? 0 : 76};
    widths.push_back(std::max(1, room - std::accumulate(widths.begin(), widths.end(), 0)));
    return widths;
}

bool LogTable::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum();
}

QString LogTable::selectedText() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
        [](const QModelIndex& one, const QModelIndex& other) { return one.row() < other.row(); });
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << m_lines.lineText(row.row());
    return lines.join(u'\n');
}

ChartTable LogTable::rawTable() const
{
    ChartTable all {.title = tr("Log")};
    for (int column = 0; column < m_lines.columnCount(); ++column)
        all.columns << m_lines.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    for (int row = 0; row < m_lines.rowCount(); ++row) {
        QVariantList cells;
        for (const QString& cell : m_lines.wholeRow(row))
            cells << cell;
        all.rows << cells;
    }
    return all;
}

void LogTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    TableView::currentChanged(current, previous);
    Q_EMIT lineChosen(current);
}

} // namespace ui
