// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/workers_table.h"

#include "ui/figure/painted_document.h"
#include "ui/theme/fonts.h"
#include "ui/theme/kept_drawing.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

using profiler::WorkState;

constexpr int workersHeaderHeight = 26;
constexpr int nameWidth = 178;
constexpr int leastCell = 102;

/// Skip: a triangle before a bar.
void paintSkip(QPainter& painter, const QRectF& box, const QColor& colour)
{
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const QPointF centre = box.center();
    const QPolygonF triangle {
        centre + QPointF(-5, -4.5), centre + QPointF(2.5, 0), centre + QPointF(-5, 4.5)};
    painter.drawPolygon(triangle);
    painter.drawLine(centre + QPointF(5, -4.5), centre + QPointF(5, 4.5));
}

} // namespace

WorkersDelegate::WorkersDelegate(const Theme& theme, const WorkersModel& model, QObject* parent)
    : PaintedDelegate(theme, parent)
    , m_model(model)
{
}

QRect WorkersDelegate::actionBox(const QRect& cell, int column)
{
    if (column == 0)
        return {cell.right() - 24, cell.top(), 24, cell.height()};
    return {cell.right() - 52, cell.top(), 50, cell.height()};
}

void WorkersDelegate::paintItem(const PaintedItem& item) const
{
    const auto& [painter, option, index, theme] = item;
    const Tokens& tokens = theme.tokens();
    const bool hot = option.state.testFlag(QStyle::State_HasFocus);
    painter.setClipRect(option.rect);
    if (index.column() > 0 && m_model.heading(index.column() - 1).now)
        painter.fillRect(option.rect, tokens.tints ? tokens.selection : tokens.panel);
    painter.setPen(QPen(tokens.grid, 1));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (index.column() == 0)
        paintName(painter, option.rect, m_model.row(index.row()), hot);
    else
        paintCell(painter, option.rect, m_model.work(index.row(), index.column() - 1));
    if (hot) {
        painter.setPen(QPen(tokens.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), 5, 5);
    }
}

void WorkersDelegate::paintName(
    QPainter& painter, const QRect& cell, const WorkersRow& row, bool hot) const
{
    const Tokens& tokens = theme().tokens();
    const VariantStyle style = theme().variant(row.variant);
    if (row.again)
        drawHollowMarker(painter, style,
            QPointF(cell.left() + cellSide + cellDash / 2.0, QRectF(cell).center().y()), 9,
            tokens.panel);
    else
        drawDash(
            painter, style, QRectF(cell.left() + cellSide, cell.top(), cellDash, cell.height()));
    const QRect box = cell.adjusted(cellSide + cellDash + 8, 0, row.canSkip ? -28 : -6, 0);
    const bool two = row.again && cell.height() >= 34;
    painter.setFont(uiFont(type::base, QFont::Medium));
    painter.setPen(tokens.text);
    drawText(painter, two ? box.adjusted(0, 0, 0, -14) : box,
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        elidedText(painter, row.name, Qt::ElideMiddle, box.width()));
    if (two) {
        painter.setFont(uiFont(type::small));
        painter.setPen(tokens.muted);
        drawText(painter, box.adjusted(0, 15, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            tr("noise of the machine"));
    }
    if (row.canSkip)
        paintSkip(painter, actionBox(cell, 0), hot ? tokens.text : tokens.muted);
}

void WorkersDelegate::paintFrame(
    QPainter& painter, const QRectF& box, const WorkersCell& shown) const
{
    constexpr qreal corner = 5;
    const Tokens& tokens = theme().tokens();
    FrameLook look {tokens.raised, tokens.border, tokens.line, corner};
    const auto tinted = [&](const QColor& colour) {
        look.border = blend(colour, tokens.panel, tokens.tints ? 0.5 : 1);
        look.ground = tokens.tints ? blend(colour, tokens.panel, 0.13) : tokens.panel;
    };
    switch (shown.state) {
    case WorkState::Done:
        tinted(tokens.good);
        break;
    case WorkState::Failed:
        tinted(tokens.bad);
        break;
    case WorkState::Running:
        look = {tokens.panel, tokens.accent, std::max(tokens.line, 1.6), corner};
        break;
    case WorkState::Planned: {
        QPen pen(tokens.muted, 1, Qt::CustomDashLine);
        pen.setDashPattern({3, 2.4});
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, corner, corner);
        return;
    }
    default:
        break;
    }
    drawFrame(painter, look, box);
}

/// The sign of the state; comes back with the width it took.
int WorkersDelegate::paintSign(QPainter& painter, const QRectF& box, const WorkersCell& shown) const
{
    const Tokens& tokens = theme().tokens();
    const QRectF sign(box.left() + 8, box.center().y() - 6.5, 13, 13);
    switch (shown.state) {
    case WorkState::Done:
        drawStatus(painter, tokens, Status::Good, sign);
        return 20;
    case WorkState::Failed:
        drawStatus(painter, tokens, Status::Bad, sign);
        return 20;
    case WorkState::Ended:
        drawStatus(painter, tokens, Status::Neutral, sign);
        return 20;
    case WorkState::Waiting:
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.muted);
        painter.drawRect(QRectF(sign.left() + 2, sign.top() + 1, 3, 11));
        painter.drawRect(QRectF(sign.left() + 8, sign.top() + 1, 3, 11));
        return 20;
    default:
        return 0;
    }
}

void WorkersDelegate::paintCell(
    QPainter& painter, const QRect& cell, const WorkersCell& shown) const
{
    const Tokens& tokens = theme().tokens();
    const double inset = cell.height() >= 34 ? 5 : 2;
    const QRectF box = QRectF(cell).adjusted(4, inset, -6, -inset - 1);
    if (shown.state == WorkState::None) {
        painter.setFont(uiFont(type::caption));
        painter.setPen(tokens.muted);
        drawText(painter, box.adjusted(6, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter,
            elidedText(painter, QStringLiteral("–  ") + shown.text, Qt::ElideRight,
                static_cast<int>(box.width()) - 8));
        return;
    }
    paintFrame(painter, box, shown);
    const int sign = paintSign(painter, box, shown);
    QRectF words = box.adjusted(8 + sign, 0, -8, 0);
    if (shown.state == WorkState::Running) {
        const double bar = std::max(0.0, shown.progress.value_or(0));
        const QRectF track(box.left() + 8, box.bottom() - 8, box.width() - 16, 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.border);
        painter.drawRoundedRect(track, 2, 2);
        painter.setBrush(tokens.accent);
        const double least = shown.progress ? track.width() * bar : track.width() * 0.12;
        painter.drawRoundedRect(QRectF(track.left(), track.top(), least, 4), 2, 2);
        words.adjust(0, 0, 0, cell.height() >= 34 ? -9 : -6);
    }
    if (shown.canRetry) {
        painter.setFont(uiFont(type::caption, QFont::DemiBold));
        painter.setPen(tokens.accent);
        drawText(painter, words, Qt::AlignRight | Qt::AlignVCenter, tr("Retry"));
        words.adjust(0, 0, -widthOfText(painter.font(), tr("Retry")) - 6, 0);
    } else if (!shown.note.isEmpty()) {
        painter.setFont(uiFont(type::caption));
        const int width = qRound(widthOfText(painter.font(), shown.note));
        const double text = widthOfText(uiFont(type::caption, QFont::DemiBold), shown.text);
        if (width + qRound(text) + 8 <= words.width()) {
            painter.setPen(tokens.muted);
            drawText(painter, words, Qt::AlignRight | Qt::AlignVCenter, shown.note);
            words.adjust(0, 0, -width - 6, 0);
        }
    }
    const bool quiet = shown.state == WorkState::Planned;
    painter.setFont(uiFont(type::caption, quiet ? QFont::Normal : QFont::DemiBold));
    painter.setPen(quiet ? tokens.muted : tokens.text);
    drawText(painter, words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        elidedText(painter, shown.text, Qt::ElideRight, static_cast<int>(words.width())));
}

WorkersTable::WorkersTable(const Theme& theme)
    : WorkersTable(theme, new WorkersModel)
{
}

WorkersTable::WorkersTable(const Theme& theme, WorkersModel* model)
    : TableView(theme, model, tr("Workers"))
    , m_model(model)
{
    setItemDelegate(new WorkersDelegate(theme, *model, this));
    setFocusMark(FocusMark::None);
    setSelectionBehavior(QAbstractItemView::SelectItems);
    QHeaderView* header = horizontalHeader();
    header->setFont(uiFont(type::caption, QFont::Medium));
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionsClickable(false);
    constexpr int fileWidth = 1100;
    new PaintedDocument(theme, *this,
        {.title = tr("Workers"), .table = [this] { return table(); }, .width = fileWidth});
}

ChartTable WorkersTable::table() const
{
    ChartTable all {.title = tr("Workers"),
        .columns = {tr("variant"), tr("process"), tr("state"), tr("time or stage"), tr("reason")}};
    for (int row = 0; row < m_model->rowCount(); ++row)
        for (int column = 1; column < m_model->columnCount(); ++column) {
            const WorkersCell& cell = m_model->work(row, column - 1);
            all.rows.append({m_model->row(row).name, m_model->heading(column - 1).name,
                m_model->index(row, column).data(Qt::AccessibleTextRole).toString(), cell.note,
                cell.reason});
        }
    return all;
}

void WorkersTable::showGrid(
    const profiler::RecordingGrid& grid, const QStringList& variants, const RecordingJob* job)
{
    m_model->show(grid, variants, job);
    place();
}

void WorkersTable::place()
{
    const int rows = std::max(1, m_model->rowCount());
    const int height = rows <= 5 ? 40 : rows <= 7 ? 33 : 27;
    setRowHeight(height);
    setFixedHeight(workersHeaderHeight + rows * height + 2);
    m_model->setMostColumns(std::max(3, (viewport()->width() - nameWidth) / leastCell));
    constexpr int roomForTimes = 130;
    const auto widths = widthsFor(viewport()->width());
    m_model->setTimesShown(widths.size() > 1 && widths.back() >= roomForTimes);
    placeColumns();
}

std::vector<int> WorkersTable::widthsFor(int room) const
{
    const auto columns = static_cast<std::size_t>(m_model->columnCount());
    if (columns < 2)
        return {};
    std::vector<int> widths(
        columns, std::min(170, (room - nameWidth) / static_cast<int>(columns - 1)));
    widths.front() = nameWidth;
    return widths;
}

void WorkersTable::resizeEvent(QResizeEvent* event)
{
    TableView::resizeEvent(event);
    place();
}

void WorkersTable::act(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const WorkersRow& row = m_model->row(index.row());
    if (index.column() == 0) {
        if (row.canSkip)
            Q_EMIT skipRequested(row.variant);
    } else if (m_model->work(index.row(), index.column() - 1).canRetry) {
        Q_EMIT retryRequested(row.variant);
    }
}

void WorkersTable::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        act(currentIndex());
    else
        TableView::keyPressEvent(event);
}

void WorkersTable::mouseReleaseEvent(QMouseEvent* event)
{
    TableView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index.isValid() && event->button() == Qt::LeftButton
        && WorkersDelegate::actionBox(visualRect(index), index.column())
               .contains(event->position().toPoint()))
        act(index);
}

} // namespace ui
