// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/data_table.h"

#include "ui/figure/chart_parts.h"
#include "ui/tables/column_widths.h"
#include "ui/tables/data_delegate.h"
#include "ui/tables/file_saving.h"
#include "ui/tables/quiet_table.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int headerHeight = 26;
constexpr int secondLine = 14;
constexpr int headingRoom = 24; ///< padding and the arrow of a sorted column
constexpr int rowsMeasured = 500;

} // namespace

DataTable::DataTable(const Theme& theme, const QString& accessibleName, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_model(new DataModel(this))
    , m_sorter(new DataSorter(m_model, this))
{
    setModel(m_sorter);
    setItemDelegate(new DataDelegate(theme, *m_model, *m_sorter, this));
    setAccessibleName(accessibleName);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    makeQuiet(*this);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setRowHeight(m_rowHeight);
    QHeaderView* header = horizontalHeader();
    header->setFixedHeight(headerHeight);
    header->setFont(uiFont(type::caption));
    header->setMinimumSectionSize(20);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder); // as given until somebody sorts
    setSortingEnabled(true);
    connect(this, &QAbstractItemView::clicked, this, &DataTable::chooseRow);
}

void DataTable::setContent(DataContent content)
{
    m_model->setContent(std::move(content));
    horizontalHeader()->setFixedHeight(headingHeight());
    measure();
    placeColumns();
    updateGeometry();
}

void DataTable::selectKey(int key)
{
    for (int row = 0; row < m_sorter->rowCount(); ++row) {
        if (key < 0 || m_sorter->index(row, 0).data(DataModel::KeyRole).toInt() != key)
            continue;
        setCurrentIndex(m_sorter->index(row, 0));
        return;
    }
    clearSelection();
}

void DataTable::setMostRows(int rows)
{
    m_mostRows = rows;
    setVerticalScrollBarPolicy(rows > 0 ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    updateGeometry();
}

void DataTable::setRowHeight(int pixels)
{
    m_rowHeight = pixels;
    verticalHeader()->setMinimumSectionSize(pixels);
    verticalHeader()->setDefaultSectionSize(pixels);
    updateGeometry();
}

int DataTable::headingHeight() const
{
    const auto& columns = m_model->content().columns;
    const bool twoLines = std::any_of(columns.begin(), columns.end(),
        [](const DataColumn& column) { return column.name.contains(u'\n'); });
    return headerHeight + (twoLines ? secondLine : 0);
}

QSize DataTable::sizeHint() const
{
    int rows = std::max(1, m_model->rowCount());
    if (m_mostRows > 0)
        rows = std::min(rows, m_mostRows);
    return {600, headingHeight() + (rows * m_rowHeight) + 2};
}

QSize DataTable::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

void DataTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeColumns();
}

void DataTable::measure()
{
    m_natural.clear();
    const int rows = std::min(m_model->rowCount(), rowsMeasured);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (const int given = m_model->column(column).width; given > 0) {
            m_natural.push_back(given);
            continue;
        }
        double width = 0;
        for (const QString& line : m_model->column(column).name.split(u'\n'))
            width = std::max(width, textWidth(uiFont(type::caption), line) + headingRoom);
        for (int row = 0; row < rows; ++row)
            width = std::max<double>(width, DataDelegate::widthOf(m_model->cell(row, column)));
        m_natural.push_back(qRound(width));
    }
}

void DataTable::placeColumns()
{
    const auto& columns = m_model->content().columns;
    if (columns.size() != m_natural.size())
        return;
    const std::vector<int> widths = columnWidths(columns, m_natural, viewport()->width());
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const auto column = static_cast<int>(i);
        setColumnHidden(column, widths[i] == 0);
        if (widths[i] > 0)
            setColumnWidth(column, widths[i]);
    }
}

void DataTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (!showsFocus(*this) || !currentIndex().isValid())
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.tokens().accent, 2));
    const int row = currentIndex().row();
    painter.drawRoundedRect(QRectF(0, rowViewportPosition(row), viewport()->width(), rowHeight(row))
                                .adjusted(1, 2, -1, -2),
        6, 6);
}

void DataTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyTable();
    else
        QTableView::keyPressEvent(event);
    // Not by activated(): a double click would choose the row a second time.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        chooseRow(currentIndex());
}

void DataTable::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* copy = menu->addAction(tr("Copy table"), this, &DataTable::copyTable);
    copy->setShortcut(QKeySequence::Copy);
    menu->addAction(tr("Copy row"), this, &DataTable::copyRow)
        ->setEnabled(currentIndex().isValid());
    menu->addAction(tr("Save as CSV…"), this, &DataTable::saveCsv);
    const bool keys = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(keys ? mapToGlobal(rect().center()) : event->globalPos());
}

void DataTable::chooseRow(const QModelIndex& index)
{
    const int key = index.isValid() ? index.data(DataModel::KeyRole).toInt() : -1;
    if (key >= 0)
        Q_EMIT rowChosen(key);
}

std::vector<int> DataTable::shownOrder() const
{
    std::vector<int> order;
    for (int row = 0; row < m_sorter->rowCount(); ++row)
        order.push_back(m_sorter->mapToSource(m_sorter->index(row, 0)).row());
    return order;
}

ChartTable DataTable::rawTable() const
{
    ChartTable table = ui::rawTable(*m_model, shownOrder());
    if (table.title.isEmpty())
        table.title = accessibleName();
    return table;
}

void DataTable::copyTable()
{
    QMimeData* copied = tableMimeData(shownTable(*m_model, shownOrder()));
    copied->setData(u"text/tab-separated-values"_qs, toTsv(rawTable()).toUtf8());
    QGuiApplication::clipboard()->setMimeData(copied);
    Q_EMIT noted(tr("Copied the table."));
}

void DataTable::copyRow()
{
    const int row = m_sorter->mapToSource(currentIndex()).row();
    if (row < 0)
        return;
    QGuiApplication::clipboard()->setMimeData(tableMimeData(shownTable(*m_model, {row})));
    Q_EMIT noted(tr("Copied the row."));
}

void DataTable::saveCsv()
{
    saveCsvAs(*this, rawTable());
}

} // namespace ui
