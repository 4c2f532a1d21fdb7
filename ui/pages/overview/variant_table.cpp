// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/variant_table.h"

#include "profiler/model/variant_result.h"
#include "ui/figure/painted_document.h"
#include "ui/pages/overview/forest_delegate.h"
#include "ui/theme/fonts.h"

#include <QAbstractProxyModel>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>

namespace ui {

constexpr int headerHeight = 26;
constexpr int footHeight = 22;
constexpr int medianWidth = 74;
constexpr int p99Width = 66;
constexpr int leastPlotWidth = 90;

VariantTable::VariantTable(const Theme& theme)
    : VariantTable(theme, new RowModel<ForestRow>)
{
}

VariantTable::VariantTable(const Theme& theme, RowModel<ForestRow>* model)
    : TableView(theme, new DataSorter(model), tr("Variants"))
    , m_model(model)
    , m_delegate(new ForestDelegate(theme, m_forest, this))
{
    setItemDelegate(m_delegate);
    QHeaderView* header = horizontalHeader();
    header->setFont(uiFont(type::caption, QFont::Medium));
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setMinimumSectionSize(30);
    sortByHeadings();
    header->setSortIndicatorClearable(false);
    constexpr int fileWidth = 960;
    new PaintedDocument(theme, *this,
        {.title = tr("Variants"), .table = [this] { return rawTable(); }, .width = fileWidth});
}

void VariantTable::showForest(Forest forest, int focus)
{
    m_forest = std::move(forest);
    m_delegate->setAxes(timeAxis(m_forest), ratioAxis(m_forest));
    m_model->setRows(m_forest.rows, forestColumns(m_forest));
    fitHeight();
    placeColumns();
    selectVariant(focus);
    viewport()->update();
}

void VariantTable::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    fitHeight();
    placeColumns();
}

int VariantTable::rowHeightFor(int rows) const
{
    if (rows > 7)
        return 22;
    if (m_compact)
        return rows > 4 ? 22 : 28;
    return rows <= 4 ? 44 : 44 - (rows - 4) * 6;
}

void VariantTable::fitHeight()
{
    const int rows = m_model->rowCount();
    setRowHeight(rowHeightFor(rows));
    setFixedHeight(headerHeight + rows * rowHeightFor(rows) + footHeight);
}

std::vector<int> VariantTable::widthsFor(int room) const
{
    if (m_forest.rows.empty())
        return {};
    const QFontMetrics metrics(uiFont(type::base, QFont::Medium));
    int throughput = metrics.horizontalAdvance(m_forest.throughputUnit) + 16;
    for (const ForestRow& row : m_forest.rows)
        throughput = std::max(throughput, metrics.horizontalAdvance(row.throughput) + 20);
    int name = m_delegate->nameWidth();
    const int ratio = m_delegate->ratioWidth();
    const int verdict = m_delegate->verdictWidth(rowHeightFor(m_model->rowCount()));
    const int fixed = medianWidth + p99Width + ratio + throughput + verdict;
    // In a narrow window names give way first, then the plots; words and numbers stay whole.
    if (room - fixed - name < 3 * leastPlotWidth)
        name = std::max(110, room - fixed - 3 * leastPlotWidth);
    const int rest = std::max(2 * leastPlotWidth, room - fixed - name);
    return {
        name, rest * 2 / 5, medianWidth, p99Width, rest - rest * 2 / 5, ratio, throughput, verdict};
}

bool VariantTable::showsVerdictsWhole() const
{
    constexpr int column = static_cast<int>(ForestColumn::Verdict);
    return columnWidth(column) >= m_delegate->verdictWidth(rowHeightFor(m_model->rowCount()))
        && columnViewportPosition(column) + columnWidth(column) <= viewport()->width();
}

void VariantTable::selectVariant(int variant)
{
    m_selecting = true;
    const QModelIndex source = m_model->index(variant, 0);
    setCurrentIndex(static_cast<QAbstractProxyModel*>(model())->mapFromSource(source));
    m_selecting = false;
}

void VariantTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    TableView::currentChanged(current, previous);
    if (!m_selecting && current.isValid())
        Q_EMIT variantChosen(m_model->row(sourceRow(current)).variant);
}

void VariantTable::paintEvent(QPaintEvent* event)
{
    TableView::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(uiFont(type::small));
    painter.setPen(theme().tokens().muted);
    paintTicks(painter, ForestColumn::Times);
    paintTicks(painter, ForestColumn::Bar);
}

void VariantTable::paintTicks(QPainter& painter, ForestColumn column) const
{
    const auto section = static_cast<int>(column);
    const QRect cell(columnViewportPosition(section), viewport()->height() - footHeight,
        columnWidth(section), footHeight);
    // The model's times are ns; the labels are in the unit of the heading.
    const bool times = column == ForestColumn::Times;
    paintTickTexts(painter, times ? m_delegate->times() : m_delegate->ratios(),
        ForestDelegate::plotBox(cell), times && !m_forest.rows.empty() ? m_forest.nsPerUnit : 1);
}

} // namespace ui
