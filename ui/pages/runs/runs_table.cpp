// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/runs_table.h"

#include "ui/tables/quiet_table.h"
#include "ui/tables/row_background.h"
#include "ui/tables/table_menu.h"
#include "ui/theme/fonts.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int rowPixels = 32;
constexpr int padding = 8;

/// Least width and what it gets of the room that is left over; `yields`: hidden first when there
/// is none (0: never).
struct ColumnPlan {
    int least;
    int share;
    int yields;
};

constexpr std::array<ColumnPlan, RunsModel::ColumnCount> plans {{
    {128, 0, 0}, // date
    {150, 2, 0}, // name
    {120, 5, 3}, // workload
    {80, 2, 4}, // cases
    {130, 2, 5}, // variants
    {130, 1, 2}, // device
    {92, 0, 1}, // torch
    {150, 2, 0}, // best
    {150, 0, 1}, // median
    {84, 0, 0}, // status
    {80, 1, 0}, // tags
}};

class RunDelegate : public QStyledItemDelegate {
public:
    RunDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        const Tokens& tokens = m_theme.tokens();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        paintRowGround(*painter, tokens, option, index.column(), RowBar::Always);
        const QRect box = option.rect.adjusted(padding, 0, -padding, 0);
        if (index.column() == RunsModel::Tags)
            paintTags(*painter, box, index.data().toString());
        else
            paintText(*painter, box, index);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(tokens.accent, 1.4));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 2, -1, -2), 5, 5);
        }
        painter->restore();
    }

private:
    void paintText(QPainter& painter, const QRect& box, const QModelIndex& index) const
    {
        const int column = index.column();
        const bool strong = column == RunsModel::Name || column == RunsModel::Best;
        const bool quiet
            = column == RunsModel::Date || column == RunsModel::Torch || column == RunsModel::State;
        const QFont font = uiFont(type::caption, strong ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(quiet ? m_theme.tokens().muted : m_theme.tokens().text);
        const QString text = index.data().toString();
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetrics(font).elidedText(
                text, column == RunsModel::Best ? Qt::ElideRight : Qt::ElideMiddle, box.width()));
    }

    /// Each in a pill; what finds no room is counted.
    void paintTags(QPainter& painter, const QRect& box, const QString& text) const
    {
        const Tokens& tokens = m_theme.tokens();
        const QFont font = uiFont(type::small);
        const QFontMetrics metrics(font);
        painter.setFont(font);
        const QStringList tags = tagsFrom(text);
        int x = box.left();
        for (qsizetype i = 0; i < tags.size(); ++i) {
            const int width = std::min(metrics.horizontalAdvance(tags.at(i)) + 16, box.width());
            const bool more = i + 1 < tags.size();
            if (x + width > box.right() - (more ? 26 : 0) && i > 0) {
                painter.setPen(tokens.muted);
                painter.drawText(QRect(x, box.top(), box.right() - x, box.height()),
                    Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("+%1").arg(tags.size() - i));
                return;
            }
            const QRectF pill(x + 0.5, box.center().y() - 8.5, width - 1, 18);
            painter.setPen(QPen(tokens.border, tokens.line));
            painter.setBrush(tokens.raised);
            painter.drawRoundedRect(pill, 9, 9);
            painter.setPen(tokens.text);
            painter.drawText(
                pill, Qt::AlignCenter, metrics.elidedText(tags.at(i), Qt::ElideRight, width - 12));
            x += width + 5;
        }
    }

    const Theme& m_theme;
};

} // namespace

RunsTable::RunsTable(const Theme& theme, RunsModel* model, RunsFilter* filter, QWidget* parent)
    : QTableView(parent)
    , m_runs(*model)
    , m_filter(*filter)
{
    setModel(filter);
    setItemDelegate(new RunDelegate(theme, this));
    setAccessibleName(tr("Comparisons"));
    makeQuiet(*this);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->setDefaultSectionSize(rowPixels);
    horizontalHeader()->setFont(uiFont(type::caption));
    horizontalHeader()->setFixedHeight(26);
    horizontalHeader()->setMinimumSectionSize(40);
    new TableMenu(*this, [this] { return tableOf(*this->model(), accessibleName()); });
    setSortingEnabled(true);
    sortByColumn(RunsModel::Date, Qt::DescendingOrder);
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
        Q_EMIT enterPressed();
        return;
    case Qt::Key_Delete:
        Q_EMIT deletePressed();
        return;
    case Qt::Key_F2:
        editCell(currentIndex().column() == RunsModel::Tags ? RunsModel::Tags : RunsModel::Name);
        return;
    default:
        QTableView::keyPressEvent(event);
    }
}

void RunsTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT chosenChanged();
}

void RunsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeColumns();
}

/// Nothing scrolls sideways: columns that others tell about give way.
void RunsTable::placeColumns()
{
    int room = viewport()->width();
    int shares = 0;
    for (const ColumnPlan& plan : plans) {
        room -= plan.least;
        shares += plan.share;
    }
    std::array<bool, RunsModel::ColumnCount> hidden {};
    for (int yields = 1; room < 0 && yields <= 5; ++yields) {
        for (std::size_t i = 0; i < plans.size(); ++i) {
            if (plans.at(i).yields != yields)
                continue;
            hidden.at(i) = true;
            room += plans.at(i).least;
            shares -= plans.at(i).share;
        }
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const auto column = static_cast<int>(i);
        setColumnHidden(column, hidden.at(i));
        if (!hidden.at(i))
            setColumnWidth(column,
                plans.at(i).least + (std::max(0, room) * plans.at(i).share / std::max(1, shares)));
    }
}

} // namespace ui
