// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/live_progress_table.h"

#include "profiler/model/process_record.h"
#include "ui/figure/painted_document.h"
#include "ui/tables/row_background.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int progressHeaderHeight = 25;
constexpr int progressFootHeight = 20;
constexpr int leastProgressRow = 22;
constexpr int twoLines = 36;

/// The rows as the Overview's forest, for the one rule of its ratio axis.
ColumnAxis axisOf(const LiveProgress& liveProgress)
{
    Forest forest {.bandLow = liveProgress.bandLow, .bandHigh = liveProgress.bandHigh};
    for (const LiveProgressRow& row : liveProgress.rows) {
        forest.rows.push_back({.variant = row.variant, .ratio = row.ratio});
        for (const double dot : row.dots)
            forest.rows.push_back(
                {.variant = row.variant, .ratio = profiler::Interval {dot, dot, dot}});
    }
    return ratioAxis(forest);
}

} // namespace

LiveProgressDelegate::LiveProgressDelegate(
    const Theme& theme, const LiveProgress& liveProgress, QObject* parent)
    : PaintedDelegate(theme, parent)
    , m_liveProgress(liveProgress)
{
}

QRectF LiveProgressDelegate::plotBox(const QRect& cell)
{
    return QRectF(cell).adjusted(cellSide, 0, -cellSide, 0);
}

void LiveProgressDelegate::paintItem(const PaintedItem& item) const
{
    const auto& [painter, option, index, theme] = item;
    const LiveProgressRow& row = m_liveProgress.rows.at(static_cast<std::size_t>(index.row()));
    painter.setClipRect(option.rect);
    paintRowGround(painter, theme.tokens(), option, index.column());
    switch (static_cast<LiveProgressColumn>(index.column())) {
    case LiveProgressColumn::Name:
        return paintName(painter, option.rect, row);
    case LiveProgressColumn::Bar:
        return paintBar(painter, option.rect, row);
    case LiveProgressColumn::Ratio:
        return paintTwoLines(
            painter, option.rect, row.ratioText, row.intervalText, row.variant > 0);
    case LiveProgressColumn::Processes:
        return paintProcesses(painter, option.rect, row);
    }
}

void LiveProgressDelegate::paintName(
    QPainter& painter, const QRect& cell, const LiveProgressRow& row) const
{
    drawDash(painter, theme().variant(row.variant),
        QRectF(cell.left() + cellSide, cell.top(), cellDash, cell.height()));
    const QRect box = cell.adjusted(cellSide + cellDash + 8, 0, -4, 0);
    painter.setFont(uiFont(type::base, QFont::Medium));
    painter.setPen(theme().tokens().text);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        elidedText(painter, row.name, Qt::ElideMiddle, box.width()));
}

void LiveProgressDelegate::paintBar(
    QPainter& painter, const QRect& cell, const LiveProgressRow& row) const
{
    const Tokens& tokens = theme().tokens();
    const QRectF box = plotBox(cell);
    paintTickLines(painter, tokens, m_axis, box, cell);
    const double bandLeft = m_axis.toX(box, m_liveProgress.bandLow);
    painter.fillRect(QRectF(bandLeft, cell.top(),
                         m_axis.toX(box, m_liveProgress.bandHigh) - bandLeft, cell.height()),
        tokens.tints ? blend(tokens.muted, tokens.panel, 0.2) : tokens.grid);
    const double one = m_axis.toX(box, 1);
    const double y = box.center().y() - (row.dots.empty() ? 0 : 3);
    if (row.ratio) {
        const double end = m_axis.toX(box, row.ratio->estimate);
        painter.fillRect(QRectF(std::min(one, end), y - 3.5, std::abs(end - one), 7),
            blend(tokens.variant(row.variant), tokens.panel, 0.55));
    }
    painter.setPen(QPen(tokens.muted, 1.4));
    painter.drawLine(QPointF(one, cell.top()), QPointF(one, cell.bottom() + 1));
    if (!row.ratio)
        return;
    const double left = m_axis.toX(box, std::max(row.ratio->low, m_axis.low));
    const double right = m_axis.toX(box, std::min(row.ratio->high, m_axis.high));
    QPen dashed(tokens.text, 1.6);
    dashed.setDashPattern({2.5, 2});
    painter.setPen(dashed);
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    painter.setPen(QPen(tokens.text, 1.6));
    for (const double x : {left, right})
        painter.drawLine(QPointF(x, y - 6), QPointF(x, y + 6));
    for (const double dot : row.dots)
        drawMarker(painter, theme().variant(row.variant),
            QPointF(m_axis.toX(box, dot), y + (cell.height() >= twoLines ? 12 : 9)), 7);
}

void LiveProgressDelegate::paintTwoLines(QPainter& painter, const QRect& cell, const QString& first,
    const QString& second, bool strong) const
{
    const Tokens& tokens = theme().tokens();
    const QRect box = cell.adjusted(0, 0, -cellSide, 0);
    const bool both = cell.height() >= twoLines && !second.isEmpty();
    painter.setFont(uiFont(14, strong ? QFont::Bold : QFont::Normal));
    painter.setPen(strong ? tokens.text : tokens.muted);
    drawText(
        painter, both ? box.adjusted(0, 0, 0, -15) : box, Qt::AlignRight | Qt::AlignVCenter, first);
    if (!both)
        return;
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    drawText(painter, box.adjusted(0, 16, 0, 0), Qt::AlignRight | Qt::AlignVCenter, second);
}

void LiveProgressDelegate::paintProcesses(
    QPainter& painter, const QRect& cell, const LiveProgressRow& row) const
{
    if (row.processes.isEmpty()) {
        paintTwoLines(painter, cell, row.note, {}, false);
        return;
    }
    const Tokens& tokens = theme().tokens();
    const bool both = cell.height() >= twoLines;
    const QRect line = cell.adjusted(0, 0, -cellSide, both ? -15 : 0);
    painter.setFont(uiFont(type::base, QFont::DemiBold));
    painter.setPen(tokens.text);
    drawText(painter, line, Qt::AlignRight | Qt::AlignVCenter, row.processes);
    const int words = painter.fontMetrics().horizontalAdvance(row.processes);
    drawStatus(painter, tokens, Status::Neutral,
        QRectF(line.right() - words - 20, line.center().y() - 6, 13, 13));
    if (!both)
        return;
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    drawText(
        painter, cell.adjusted(0, 16, -cellSide, 0), Qt::AlignRight | Qt::AlignVCenter, row.note);
}

LiveProgressTable::LiveProgressTable(const Theme& theme)
    : LiveProgressTable(theme, new RowModel<LiveProgressRow>)
{
}

LiveProgressTable::LiveProgressTable(const Theme& theme, RowModel<LiveProgressRow>* model)
    : TableView(theme, model, tr("So far"))
    , m_model(model)
    , m_delegate(new LiveProgressDelegate(theme, m_liveProgress, this))
{
    setItemDelegate(m_delegate);
    setScrolling();
    setFocusMark(FocusMark::None);
    horizontalHeader()->setFixedHeight(progressHeaderHeight);
    horizontalHeader()->setFont(uiFont(type::caption, QFont::Medium));
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionsClickable(false);
    setMinimumHeight(150);
    constexpr int fileWidth = 760;
    new PaintedDocument(theme, *this,
        {.title = tr("So far"), .table = [this] { return table(); }, .width = fileWidth});
}

ChartTable LiveProgressTable::table() const
{
    ChartTable all {.title = tr("So far"),
        .columns
        = {tr("variant"), tr("process"), tr("times faster than %1").arg(m_liveProgress.baseline),
            tr("low"), tr("high"), tr("processes"), tr("note")}};
    for (const LiveProgressRow& row : m_liveProgress.rows) {
        QVariantList cells {row.name, tr("together")};
        if (row.ratio)
            cells << row.ratio->estimate << row.ratio->low << row.ratio->high;
        else
            cells << missing(row.whyNot) << missing({}) << missing({});
        all.rows.append(cells << row.processes << row.note);
        for (std::size_t i = 0; i < row.dots.size(); ++i)
            all.rows.append({row.name, static_cast<int>(i) + 1, row.dots[i], missing({}),
                missing({}), QString(), QString()});
    }
    return all;
}

void LiveProgressTable::showProgress(LiveProgress liveProgress)
{
    m_liveProgress = std::move(liveProgress);
    m_delegate->setAxis(axisOf(m_liveProgress));
    m_model->setRows(m_liveProgress.rows, liveProgressColumns(m_liveProgress.baseline));
    setMinimumHeight(horizontalHeader()->height() + (m_model->rowCount() * leastProgressRow)
        + progressFootHeight);
    fitRows();
    placeColumns();
    viewport()->update();
}

void LiveProgressTable::fitRows()
{
    const int rows = std::max(1, m_model->rowCount());
    setRowHeight(
        std::clamp((viewport()->height() - progressFootHeight) / rows, leastProgressRow, 52));
}

std::vector<int> LiveProgressTable::widthsFor(int room) const
{
    if (m_liveProgress.rows.empty())
        return {};
    const QFontMetrics names(uiFont(type::base, QFont::Medium));
    int name = 90;
    for (const LiveProgressRow& row : m_liveProgress.rows)
        name = std::max(name, names.horizontalAdvance(row.name) + cellSide + cellDash + 20);
    name = std::min(name, std::max(110, room / 3));
    constexpr int ratio = 96;
    constexpr int processes = 108;
    return {name, std::max(80, room - name - ratio - processes), ratio, processes};
}

void LiveProgressTable::resizeEvent(QResizeEvent* event)
{
    fitRows();
    TableView::resizeEvent(event);
}

void LiveProgressTable::paintEvent(QPaintEvent* event)
{
    TableView::paintEvent(event);
    if (m_model->rowCount() == 0)
        return;
    const QRect last = visualRect(
        m_model->index(m_model->rowCount() - 1, static_cast<int>(LiveProgressColumn::Bar)));
    QPainter painter(viewport());
    painter.setFont(uiFont(type::small));
    painter.setPen(theme().tokens().muted);
    paintTickTexts(painter, m_delegate->axis(),
        LiveProgressDelegate::plotBox(
            QRect(last.left(), last.bottom(), last.width(), progressFootHeight)));
}

} // namespace ui
