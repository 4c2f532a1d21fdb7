// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/runs_table.h"

#include "ui/tables/data_delegate.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int runsRowPixels = 32;
constexpr int runsPadding = 8;

/// Each in a pill; what finds no room is counted.
void paintTags(const PaintedItem& item, const DataCell& cell)
{
    QPainter& painter = item.painter;
    const Tokens& tokens = item.tokens();
    const QRect box = item.option.rect.adjusted(runsPadding, 0, -runsPadding, 0);
    const QFont font = uiFont(type::small);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const QStringList tags = tagsFrom(cell.text);
    int x = box.left();
    for (qsizetype i = 0; i < tags.size(); ++i) {
        const int width = std::min(metrics.horizontalAdvance(tags.at(i)) + 16, box.width());
        const bool more = i + 1 < tags.size();
        if (x + width > box.right() - (more ? 26 : 0) && i > 0) {
            painter.setPen(tokens.muted);
            drawText(painter, QRect(x, box.top(), box.right() - x, box.height()),
                Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("+%1").arg(tags.size() - i));
            return;
        }
        const QRectF pill(x + 0.5, box.center().y() - 8.5, width - 1, 18);
        painter.setPen(QPen(tokens.border, tokens.line));
        painter.setBrush(tokens.raised);
        painter.drawRoundedRect(pill, 9, 9);
        painter.setPen(tokens.text);
        drawText(painter, pill, Qt::AlignCenter,
            metrics.elidedText(tags.at(i), Qt::ElideRight, width - 12));
        x += width + 5;
    }
}

} // namespace

RunsTable::RunsTable(const Theme& theme, RunsModel* model, RunsFilter* filter)
    : TableView(theme, filter, tr("Comparisons"))
    , m_runs(*model)
    , m_filter(*filter)
{
    auto* tags = new DataDelegate(theme, this, paintTags);
    auto* others = new DataDelegate(theme, this);
    for (DataDelegate* delegate : {tags, others})
        delegate->setRowBar(RowBar::Always);
    setItemDelegate(others);
    setItemDelegateForColumn(RunsModel::Tags, tags);
    setScrolling();
    setFocusMark(FocusMark::Cell);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setRowHeight(runsRowPixels);
    setSortingEnabled(true);
    sortByColumn(RunsModel::Date, Qt::DescendingOrder);
    connect(this, &QTableView::doubleClicked, this, &RunsTable::openRequested);
    fit();
}

std::vector<profiler::ComparisonId> RunsTable::chosen() const
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    std::vector<profiler::ComparisonId> ids;
    for (const QModelIndex& row : rows)
        ids.push_back(m_runs.summary(m_filter.mapToSource(row).row()).info.id);
    return ids;
}

void RunsTable::choose(profiler::ComparisonId id)
{
    const int source = m_runs.rowOf(id);
    if (source < 0)
        return;
    const QModelIndex row = m_filter.mapFromSource(m_runs.index(source, 0));
    if (row.isValid())
        selectRow(row.row());
}

void RunsTable::editCell(RunsModel::Column column)
{
    if (currentIndex().isValid())
        edit(currentIndex().siblingAtColumn(column));
}

void RunsTable::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT openRequested();
        return;
    case Qt::Key_Delete:
        Q_EMIT deletePressed();
        return;
    case Qt::Key_F2:
        editCell(currentIndex().column() == RunsModel::Tags ? RunsModel::Tags : RunsModel::Name);
        return;
    default:
        TableView::keyPressEvent(event);
    }
}

void RunsTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    TableView::selectionChanged(selected, deselected);
    Q_EMIT chosenChanged();
}

} // namespace ui
