// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_view.h"

#include "ui/figure/chart_parts.h"
#include "ui/tables/column_widths.h"
#include "ui/tables/data_delegate.h"
#include "ui/tables/quiet_table.h"
#include "ui/tables/table_menu.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"

#include <QAbstractProxyModel>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int headerHeight = 26;
constexpr int secondLine = 14;
constexpr int headingRoom = 24; ///< padding and the arrow of a sorted column
constexpr int rowsMeasured = 500;

TableModel& tableBelow(QAbstractItemModel* shown)
{
    const auto* proxy = qobject_cast<QAbstractProxyModel*>(shown);
    return static_cast<TableModel&>(proxy == nullptr ? *shown : *proxy->sourceModel());
}

void adopt(QObject& owner, QObject& owned)
{
    if (owned.parent() == nullptr)
        owned.setParent(&owner);
}

} // namespace

TableView::TableView(
    const Theme& theme, QAbstractItemModel* shown, const QString& accessibleName, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_table(tableBelow(shown))
    , m_menu(new TableMenu(
          *this, [this] { return shownTable(); }, [this] { return rawTable(); }))
{
    adopt(*this, tableBelow(shown));
    adopt(*this, *shown);
    setModel(shown);
    setItemDelegate(new DataDelegate(theme, this));
    setAccessibleName(accessibleName);
    makeQuiet(*this);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setRowHeight(m_rowHeight);
    QHeaderView* header = horizontalHeader();
    header->setFixedHeight(headerHeight);
    header->setFont(uiFont(type::caption));
    header->setMinimumSectionSize(20);
    connect(this, &QAbstractItemView::clicked, this, &TableView::chooseRow);
}

void TableView::selectKey(int key)
{
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex index = model()->index(row, 0);
        if (key < 0 || m_table.key(sourceRow(index)) != key)
            continue;
        setCurrentIndex(index);
        return;
    }
    clearSelection();
}

void TableView::setMostRows(int rows)
{
    m_mostRows = rows;
    setVerticalScrollBarPolicy(rows > 0 ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    updateGeometry();
}

void TableView::setRowHeight(int pixels)
{
    m_rowHeight = pixels;
    verticalHeader()->setMinimumSectionSize(pixels);
    verticalHeader()->setDefaultSectionSize(pixels);
    updateGeometry();
}

void TableView::sortByHeadings()
{
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
}

void TableView::setScrolling()
{
    m_scrolls = true;
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

int TableView::headingHeight() const
{
    const auto& columns = m_table.columns();
    const bool twoLines = std::any_of(columns.begin(), columns.end(),
        [](const DataColumn& column) { return column.name.contains(u'\n'); });
    return headerHeight + (twoLines ? secondLine : 0);
}

QSize TableView::sizeHint() const
{
    if (m_scrolls)
        return QTableView::sizeHint();
    int rows = std::max(1, m_table.rowCount());
    if (m_mostRows > 0)
        rows = std::min(rows, m_mostRows);
    return {600, horizontalHeader()->minimumHeight() + (rows * m_rowHeight) + 2};
}

QSize TableView::minimumSizeHint() const
{
    return m_scrolls ? QTableView::minimumSizeHint() : QSize(160, sizeHint().height());
}

void TableView::fit()
{
    horizontalHeader()->setFixedHeight(headingHeight());
    measure();
    placeColumns();
    updateGeometry();
}

void TableView::measure()
{
    m_natural.clear();
    for (int column = 0; column < m_table.columnCount(); ++column) {
        const DataColumn& heading = m_table.column(column);
        if (heading.width > 0) {
            m_natural.push_back(heading.width);
            continue;
        }
        double width = 0;
        for (const QString& line : heading.name.split(u'\n'))
            width = std::max(width, textWidth(uiFont(type::caption), line) + headingRoom);
        const int rows = std::min(m_table.rowCount(), rowsMeasured);
        for (int row = 0; row < rows; ++row)
            width = std::max<double>(
                width, DataDelegate::widthOf(m_table.cell(row, column), heading));
        m_natural.push_back(qRound(width));
    }
}

std::vector<int> TableView::widthsFor(int room) const
{
    const auto& columns = m_table.columns();
    return columns.size() == m_natural.size() ? columnWidths(columns, m_natural, room)
                                              : std::vector<int>();
}

void TableView::placeColumns()
{
    const std::vector<int> widths = widthsFor(viewport()->width());
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const auto column = static_cast<int>(i);
        setColumnHidden(column, widths[i] == 0);
        if (widths[i] > 0)
            setColumnWidth(column, widths[i]);
    }
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeColumns();
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_focusMark == FocusMark::None || !showsFocus(*this) || !currentIndex().isValid())
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.tokens().accent, 2));
    const int row = currentIndex().row();
    const QRectF box = m_focusMark == FocusMark::Cell
        ? QRectF(visualRect(currentIndex())).adjusted(1.5, 1.5, -1.5, -1.5)
        : QRectF(0, rowViewportPosition(row), viewport()->width(), rowHeight(row))
              .adjusted(1, 2, -1, -2);
    painter.drawRoundedRect(box, 6, 6);
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    QTableView::keyPressEvent(event);
    // Not by activated(): a double click would choose the row a second time.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        chooseRow(currentIndex());
}

void TableView::chooseRow(const QModelIndex& index)
{
    const int key = index.isValid() ? m_table.key(sourceRow(index)) : -1;
    if (key >= 0)
        Q_EMIT rowChosen(key);
}

std::vector<int> TableView::shownOrder() const
{
    std::vector<int> order;
    for (int row = 0; row < model()->rowCount(); ++row)
        order.push_back(sourceRow(model()->index(row, 0)));
    return order;
}

ChartTable TableView::rawTable() const
{
    return ui::rawTable(m_table, shownOrder(), title());
}

ChartTable TableView::shownTable() const
{
    return ui::shownTable(m_table, shownOrder(), title());
}

void TableView::copyTable()
{
    m_menu->copy();
}

} // namespace ui
