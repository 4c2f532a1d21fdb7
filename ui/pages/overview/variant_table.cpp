// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/variant_table.h"

#include "ui/figure/painted_document.h"
#include "ui/pages/overview/forest_delegate.h"
#include "ui/tables/quiet_table.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"

#include <QHeaderView>
#include <QPainter>
#include <QSortFilterProxyModel>

#include <algorithm>

namespace ui {

namespace {

constexpr int headerHeight = 26;
constexpr int footHeight = 22;
constexpr int medianWidth = 74;
constexpr int p99Width = 66;
constexpr int leastPlotWidth = 90;

} // namespace

VariantTable::VariantTable(const Theme& theme, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_model(new VariantModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_delegate(new ForestDelegate(theme, *m_model, this))
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(VariantModel::SortRole);
    setModel(m_sorted);
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Variants"));
    makeQuiet(*this);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QHeaderView* header = horizontalHeader();
    header->setFixedHeight(headerHeight);
    header->setFont(uiFont(type::caption, QFont::Medium));
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setMinimumSectionSize(30);
    header->setSectionsClickable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder); // plan order until somebody sorts
    setSortingEnabled(true);
    constexpr int fileWidth = 960;
    new PaintedDocument(theme, *this,
        {.title = tr("Variants"), .table = [this] { return table(); }, .width = fileWidth});
}

ChartTable VariantTable::table() const
{
    const Forest& forest = m_model->forest();
    const QString unit = forest.timeUnit;
    ChartTable all {.title = tr("Variants"),
        .columns = {tr("variant"), tr("median, %1").arg(unit), tr("p99, %1").arg(unit),
            tr("times faster than %1").arg(forest.baseline), tr("low"), tr("high"),
            forest.throughputUnit, tr("verdict"), tr("note")}};
    const auto time = [&](const std::optional<double>& ns, const QString& why) {
        return ns ? QVariant(*ns / forest.nsPerUnit) : missing(why);
    };
    for (int i = 0; i < m_sorted->rowCount(); ++i) {
        const ForestRow& row = m_model->row(m_sorted->mapToSource(m_sorted->index(i, 0)).row());
        QVariantList cells {
            row.name, time(row.medianNs, row.whyNoTime), time(row.p99Ns, row.whyNoP99)};
        if (row.ratio)
            cells << row.ratio->estimate << row.ratio->low << row.ratio->high;
        else
            cells << missing(row.whyNoRatio) << missing({}) << missing({});
        cells << (row.perSecond ? QVariant(*row.perSecond) : missing({})) << row.verdict
              << row.note;
        all.rows.append(cells);
    }
    return all;
}

void VariantTable::showForest(Forest forest, int focus)
{
    m_delegate->setAxes(timeAxis(forest), ratioAxis(forest));
    m_model->setForest(std::move(forest));
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
    const int height = rowHeightFor(rows);
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
    setFixedHeight(headerHeight + rows * height + footHeight);
}

void VariantTable::placeColumns()
{
    const int rowHeight = rowHeightFor(m_model->rowCount());
    const QFontMetrics metrics(uiFont(type::base, QFont::Medium));
    int throughput = metrics.horizontalAdvance(m_model->forest().throughputUnit) + 16;
    for (const ForestRow& row : m_model->forest().rows)
        throughput = std::max(throughput, metrics.horizontalAdvance(row.throughput) + 20);
    int name = m_delegate->nameWidth();
    const int fixed = medianWidth + p99Width + m_delegate->ratioWidth() + throughput
        + m_delegate->verdictWidth(rowHeight);
    // In a narrow window names give way first, then the plots; words and numbers stay whole.
    if (viewport()->width() - fixed - name < 3 * leastPlotWidth)
        name = std::max(110, viewport()->width() - fixed - 3 * leastPlotWidth);
    const int rest = std::max(2 * leastPlotWidth, viewport()->width() - fixed - name);
    setColumnWidth(VariantModel::Name, name);
    setColumnWidth(VariantModel::Times, rest * 2 / 5);
    setColumnWidth(VariantModel::Median, medianWidth);
    setColumnWidth(VariantModel::P99, p99Width);
    setColumnWidth(VariantModel::Bar, rest - rest * 2 / 5);
    setColumnWidth(VariantModel::Ratio, m_delegate->ratioWidth());
    setColumnWidth(VariantModel::Throughput, throughput);
    setColumnWidth(VariantModel::Verdict, m_delegate->verdictWidth(rowHeight));
}

bool VariantTable::showsVerdictsWhole() const
{
    const int right
        = columnViewportPosition(VariantModel::Verdict) + columnWidth(VariantModel::Verdict);
    return columnWidth(VariantModel::Verdict)
        >= m_delegate->verdictWidth(rowHeightFor(m_model->rowCount()))
        && right <= viewport()->width();
}

void VariantTable::selectVariant(int variant)
{
    m_selecting = true;
    const QModelIndex current = m_sorted->mapFromSource(m_model->index(variant, 0));
    setCurrentIndex(current);
    selectRow(current.row());
    m_selecting = false;
}

void VariantTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_selecting && current.isValid())
        Q_EMIT variantChosen(m_model->row(m_sorted->mapToSource(current).row()).variant);
}

void VariantTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeColumns();
}

void VariantTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    paintTicks(painter, VariantModel::Times);
    paintTicks(painter, VariantModel::Bar);
    if (showsFocus(*this)) {
        painter.setPen(QPen(m_theme.tokens().accent, 2));
        painter.setBrush(Qt::NoBrush);
        const QModelIndex current = currentIndex();
        const QRect row(
            0, rowViewportPosition(current.row()), viewport()->width(), rowHeight(current.row()));
        painter.drawRoundedRect(QRectF(row).adjusted(1, 2, -1, -2), 6, 6);
    }
}

void VariantTable::paintTicks(QPainter& painter, int column) const
{
    const bool times = column == VariantModel::Times;
    const ColumnAxis& axis = times ? m_delegate->times() : m_delegate->ratios();
    const QRect cell(columnViewportPosition(column), viewport()->height() - footHeight,
        columnWidth(column), footHeight);
    const QRectF box = ForestDelegate::plotBox(cell);
    // The model's times are ns; the labels are in the unit of the heading.
    const double scale = times && !m_model->forest().rows.empty() ? m_model->forest().nsPerUnit : 1;
    ColumnAxis shown = axis;
    for (double& tick : shown.ticks)
        tick /= scale;
    painter.setFont(uiFont(type::small));
    painter.setPen(m_theme.tokens().muted);
    double lastRight = -1e9;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const QString text = tickText(shown, shown.ticks.at(i));
        const double width = qRound(widthOfText(painter.font(), text));
        const double x = axis.toX(box, axis.ticks.at(i));
        if (x - width / 2 < lastRight + 6)
            continue;
        lastRight = x + width / 2;
        painter.drawText(QRectF(x - 40, cell.top() + 3, 80, footHeight - 4), Qt::AlignCenter, text);
    }
}

} // namespace ui
