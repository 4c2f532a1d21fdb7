// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/shape_heat_map.h"

#include "profiler/model/number_text.h"
#include "profiler/report/shapes/shape_documents.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/shape_chart.h"
#include "ui/figure/painted_document.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr double headHeight = 22;
constexpr double rowHeight = 24;
constexpr double groupGap = 6; ///< between two variants that have several rows
constexpr double widestName = 220;
constexpr double widestColumn = 150;
constexpr double legendGap = 10;
constexpr double headGap = 12;
constexpr double markSize = 8;
constexpr double textSide = 3;
constexpr double roomForMark = 15; ///< narrower cells have a corner instead
constexpr double roomBeside = 60; ///< from here on the mark stands beside the text
constexpr double scaleWidth = 112;

QFont cellFont(QFont::Weight weight = QFont::Medium)
{
    return uiFont(type::small, weight);
}

/// "1.5", without the sign of a ratio.
QString shortRatio(double ratio)
{
    return QString::number(ratio, 'f', ratio < 10 ? 1 : 0);
}

/// Where there is no room for the ratio.
void drawSlower(QPainter& painter, const QColor& colour, QPointF centre)
{
    constexpr double size = 7;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(markerPath(Marker::TriangleDown, centre, size), colour);
    painter.restore();
}

/// Where there is no room for the sign.
void drawRecompileCorner(QPainter& painter, const QColor& colour, const QRectF& box)
{
    constexpr double side = 5;
    QPainterPath corner(box.topRight());
    corner.lineTo(box.topRight() - QPointF(side, 0));
    corner.lineTo(box.topRight() + QPointF(0, side));
    corner.closeSubpath();
    painter.fillPath(corner, colour);
}

} // namespace

QColor heatColour(const Tokens& tokens, double ratio, double limit)
{
    if (!tokens.tints)
        return tokens.panel;
    constexpr double deepest = 0.85;
    const double share = std::clamp(std::log(ratio) / std::log(limit), -1.0, 1.0);
    return blend(share < 0 ? tokens.warn : tokens.accent, tokens.grid, deepest * std::abs(share));
}

QColor heatInk(const Tokens& tokens, const QColor& ground)
{
    if (!tokens.tints)
        return tokens.text;
    return contrast(Qt::black, ground) > contrast(Qt::white, ground) ? Qt::black : Qt::white;
}

ShapeHeatMap::ShapeHeatMap(const Theme& theme)
    : PaintedWidget(theme)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    constexpr int fileWidth = 960;
    new PaintedDocument(theme, *this,
        {.title = tr("Shape × variant"), .table = [this] { return table(); }, .width = fileWidth});
}

void ShapeHeatMap::setSeries(profiler::ShapeSeries series, std::size_t axis, int focusedVariant,
    int caseIndex, const std::set<int>& hidden)
{
    m_heat = {}; // it points into the series
    m_series = std::move(series);
    m_heat = profiler::shapeHeat(m_series, axis);
    std::erase_if(m_heat.rows, [&](const auto& row) { return hidden.contains(row.variant); });
    m_limit = profiler::heatLimit(m_heat);
    m_focused = focusedVariant;
    m_current = placeOf(caseIndex, focusedVariant);
    setAccessibleName(tr("Shape × variant: %1").arg(qt(profiler::shapeHeatSentence(m_series))));
    createLegend();
    updateGeometry();
    update();
}

const profiler::ShapeCell& ShapeHeatMap::cell(Place place) const
{
    return m_heat.rows.at(place.row).cells.at(place.column);
}

QString ShapeHeatMap::otherSizes(const profiler::ShapeHeatRow& row) const
{
    QStringList words;
    for (std::size_t i = 0; i < row.sizes.size(); ++i)
        if (i != m_heat.axis)
            words << qt(m_series.grid.axes[i].name) + QStringLiteral(" = ")
                    + QString::number(row.sizes[i]);
    return words.join(QStringLiteral(", "));
}

QString ShapeHeatMap::cellText(const profiler::ShapeCell& cell, double width)
{
    QStringList choices;
    if (cell.ranEager()) {
        choices << tr("ran eager") << tr("eager");
    } else if (cell.isOpen()) {
        choices << tr("not decided") << tr("open");
    } else if (!cell.ratio) {
        choices << absent();
    } else {
        const double ratio = *cell.ratio;
        const QString sign = ratio < 1 ? QStringLiteral("▼") : QString();
        const QString whole = qt(profiler::formatRatio(std::max(ratio, 1 / ratio)));
        choices << qt(profiler::formatRatio(ratio)) << sign + whole
                << sign + shortRatio(std::max(ratio, 1 / ratio));
    }
    for (const QString& text : choices)
        if (textWidth(cellFont(), text) + (2 * textSide) <= width)
            return text;
    return {};
}

bool ShapeHeatMap::beginsVariant(std::size_t row) const
{
    return row == 0 || m_heat.rows[row].variant != m_heat.rows[row - 1].variant;
}

/// Names no wider than they must be, and never more than a third of the room.
ShapeHeatMap::Heads ShapeHeatMap::heads() const
{
    Heads heads;
    for (const auto& row : m_heat.rows) {
        const QString name = qt(m_series.of(row.variant).name);
        heads.names = std::max(
            heads.names, 17 + textWidth(uiFont(type::caption, QFont::DemiBold), name) + headGap);
        if (row.sizes.size() > 1)
            heads.sizes = std::max(
                heads.sizes, textWidth(uiFont(type::caption), otherSizes(row)) + headGap);
    }
    heads.names = std::min({heads.names, widestName, width() / 3.0});
    heads.sizes = std::min(heads.sizes, width() / 4.0);
    return heads;
}

double ShapeHeatMap::columnWidth() const
{
    const auto count = static_cast<double>(std::max<std::size_t>(m_heat.columns.size(), 1));
    return std::clamp((width() - heads().width()) / count, 4.0, widestColumn);
}

double ShapeHeatMap::rowTop(std::size_t row) const
{
    double gaps = 0;
    for (std::size_t i = 1; i <= std::min(row, m_heat.rows.size() - 1); ++i)
        gaps += beginsVariant(i) && m_series.grid.axes.size() > 1 ? groupGap : 0;
    return headHeight + (static_cast<double>(row) * rowHeight) + gaps;
}

QRectF ShapeHeatMap::cellBox(std::size_t row, std::size_t column) const
{
    const double each = columnWidth();
    const double left = heads().width() + (static_cast<double>(column) * each);
    return QRectF(left, rowTop(row), each, rowHeight).adjusted(0.5, 0.5, -0.5, -0.5);
}

int ShapeHeatMap::heightForWidth(int width) const
{
    if (m_heat.rows.empty())
        return 60;
    return static_cast<int>(
        std::ceil(rowTop(m_heat.rows.size()) + legendGap + m_legend.heightFor(width)));
}

void ShapeHeatMap::paintColumnHeads(QPainter& painter) const
{
    const Tokens& tokens = theme().tokens();
    const QFont font = uiFont(type::caption);
    const double left = heads().width();
    drawLabel(painter, QRectF(0, 0, left - headGap, headHeight), Qt::AlignRight | Qt::AlignVCenter,
        font, tokens.muted, qt(m_series.grid.axes[m_heat.axis].name));
    double taken = left - headGap;
    for (std::size_t i = 0; i < m_heat.columns.size(); ++i) {
        const QString text = QString::number(m_heat.columns[i]);
        const QRectF place(cellBox(0, i).left(), 0, columnWidth(), headHeight);
        const double half = textWidth(font, text) / 2;
        if (place.center().x() - half < taken + 6)
            continue;
        taken = place.center().x() + half;
        drawLabel(painter, place, Qt::AlignCenter, font, tokens.muted, text);
    }
}

void ShapeHeatMap::paintRowHead(QPainter& painter, std::size_t row) const
{
    const Tokens& tokens = theme().tokens();
    const auto& shown = m_heat.rows[row];
    const Heads room = heads();
    const double top = rowTop(row);
    if (beginsVariant(row))
        drawVariantName(painter, tokens, theme().variant(shown.variant),
            QRectF(0, top, room.names - headGap, rowHeight), qt(m_series.of(shown.variant).name),
            shown.variant == m_focused ? Emphasis::Focused : Emphasis::Plain);
    if (room.sizes <= 0)
        return;
    const QFont font = uiFont(type::caption);
    drawLabel(painter, QRectF(room.names, top, room.sizes - headGap, rowHeight),
        Qt::AlignRight | Qt::AlignVCenter, font, tokens.muted,
        shortened(otherSizes(shown), font, room.sizes - headGap));
}

void ShapeHeatMap::paintRatio(
    QPainter& painter, const QRectF& box, const profiler::ShapeCell& cell) const
{
    const Tokens& tokens = theme().tokens();
    const QColor ground = heatColour(tokens, *cell.ratio, m_limit);
    painter.fillRect(box, ground);
    if (!tokens.tints) {
        painter.setPen(QPen(tokens.grid, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const QColor ink = heatInk(tokens, ground);
    const bool mark = cell.recompiled();
    const bool beside = box.width() > roomBeside;
    // With or without a mark the words are the same, so that cells can be compared.
    const QString text = cellText(cell, box.width() - (beside ? 2 * markSize : 0));
    const QRectF below = box.adjusted(0, mark && !beside ? markSize - 2 : 0, 0, 0);
    drawLabel(painter, below, Qt::AlignCenter, cellFont(), ink, text);
    if (text.isEmpty() && *cell.ratio < 1)
        drawSlower(painter, ink, below.center());
    if (mark && box.width() >= roomForMark)
        drawRecompile(painter, ink,
            QPointF(box.right() - (markSize / 2) - 2,
                beside ? box.center().y() : box.top() + (markSize / 2) + 1),
            beside ? markSize : markSize - 2);
    else if (mark)
        drawRecompileCorner(painter, ink, box);
}

/// Hatched, and its words on a piece of the ground.
void ShapeHeatMap::paintEager(
    QPainter& painter, const QRectF& box, const profiler::ShapeCell& cell) const
{
    const Tokens& tokens = theme().tokens();
    painter.fillRect(box, tokens.panel);
    drawIdle(painter, tokens, IdlePattern::Diagonal, box);
    const QString text = cellText(cell, box.width() - 4);
    if (text.isEmpty())
        return;
    const double half = (textWidth(cellFont(), text) / 2) + 3;
    painter.fillRect(
        QRectF(box.center().x() - half, box.top() + 4, 2 * half, box.height() - 8), tokens.panel);
    drawLabel(painter, box, Qt::AlignCenter, cellFont(), tokens.text, text);
}

void ShapeHeatMap::paintMissing(
    QPainter& painter, const QRectF& box, const profiler::ShapeCell& cell) const
{
    const Tokens& tokens = theme().tokens();
    painter.setPen(QPen(tokens.grid, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    drawLabel(
        painter, box, Qt::AlignCenter, cellFont(), tokens.muted, cellText(cell, box.width() - 4));
}

void ShapeHeatMap::paintCell(QPainter& painter, Place place) const
{
    const QRectF box = cellBox(place.row, place.column);
    const auto& shown = cell(place);
    if (shown.ratio)
        paintRatio(painter, box, shown);
    else if (shown.ranEager())
        paintEager(painter, box, shown);
    else
        paintMissing(painter, box, shown);
    if (m_current != place || Theme::DocumentPaint::isActive())
        return;
    const Tokens& tokens = theme().tokens();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(hasFocus() ? tokens.accent : tokens.panel, 4));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(QPen(tokens.text, 2));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void ShapeHeatMap::paintScale(QPainter& painter, const QRectF& box) const
{
    const Tokens& tokens = theme().tokens();
    constexpr int steps = 8;
    const double each = box.width() / (2 * steps + 1);
    for (int i = -steps; i <= steps; ++i)
        painter.fillRect(
            QRectF(box.left() + ((i + steps) * each), box.top() + 4, each + 0.5, box.height() - 8),
            heatColour(tokens, std::pow(m_limit, static_cast<double>(i) / steps), m_limit));
    painter.setPen(QPen(tokens.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 4, 0, -4));
}

void ShapeHeatMap::createLegend()
{
    bool anew = false;
    bool eager = false;
    bool absentToo = false;
    for (const auto& row : m_heat.rows)
        for (const auto& cell : row.cells) {
            anew = anew || (cell.ratio && cell.recompiled());
            eager = eager || cell.ranEager();
            absentToo = absentToo || (!cell.ratio && !cell.isOpen() && !cell.ranEager());
        }
    const QString limit = QString::number(m_limit) + u'×';
    std::vector<ChartLegend::Entry> entries;
    if (theme().tokens().tints)
        entries.push_back({tr("%1 slower … %1 faster").arg(limit), scaleWidth,
            [this](QPainter& painter, const QRectF& box) { paintScale(painter, box); }});
    entries.push_back({tr("slower than %1")
                           .arg(qt(m_series.strategies.empty() ? std::string()
                                                               : m_series.strategies.front().name)),
        10, [this](QPainter& painter, const QRectF& box) {
            drawSlower(painter, theme().tokens().text, box.center());
        }});
    if (anew)
        entries.push_back({tr("recompiled"), 12, [this](QPainter& painter, const QRectF& box) {
                               drawRecompile(
                                   painter, theme().tokens().text, box.center(), markSize);
                           }});
    if (eager)
        entries.push_back({tr("ran eager"), 20, [this](QPainter& painter, const QRectF& box) {
                               drawIdle(painter, theme().tokens(), IdlePattern::Diagonal,
                                   box.adjusted(0, 3, 0, -3));
                           }});
    if (absentToo)
        entries.push_back({tr("not measured"), 20, [this](QPainter& painter, const QRectF& box) {
                               paintMissing(painter, box.adjusted(0, 3, 0, -3), {});
                           }});
    m_legend.setEntries(std::move(entries));
}

void ShapeHeatMap::paint(QPainter& painter, const Tokens& tokens)
{
    painter.setRenderHint(QPainter::Antialiasing, false); // edges of cells are whole pixels
    if (m_heat.rows.empty()) {
        drawLabel(painter, rect(), Qt::AlignCenter, uiFont(type::base), tokens.muted,
            tr("No variant beside the baseline is shown."));
        return;
    }
    paintColumnHeads(painter);
    for (std::size_t row = 0; row < m_heat.rows.size(); ++row) {
        paintRowHead(painter, row);
        for (std::size_t column = 0; column < m_heat.columns.size(); ++column)
            if (m_current != Place {row, column})
                paintCell(painter, {row, column});
    }
    if (m_current) // over its neighbours
        paintCell(painter, *m_current);
    const double top = rowTop(m_heat.rows.size()) + legendGap;
    m_legend.paint(painter, tokens, QRectF(0, top, width(), height() - top));
}

std::optional<ShapeHeatMap::Place> ShapeHeatMap::placeAt(QPointF point) const
{
    for (std::size_t row = 0; row < m_heat.rows.size(); ++row)
        for (std::size_t column = 0; column < m_heat.columns.size(); ++column)
            if (cellBox(row, column).adjusted(-0.5, -0.5, 0.5, 0.5).contains(point))
                return Place {row, column};
    return std::nullopt;
}

std::optional<ShapeHeatMap::Place> ShapeHeatMap::placeOf(int caseIndex, int variant) const
{
    for (std::size_t row = 0; row < m_heat.rows.size(); ++row)
        for (std::size_t column = 0; column < m_heat.columns.size(); ++column) {
            const auto* point = cell({row, column}).point;
            if (m_heat.rows[row].variant == variant && point != nullptr
                && point->caseIndex == caseIndex)
                return Place {row, column};
        }
    return std::nullopt;
}

void ShapeHeatMap::moveTo(Place place)
{
    m_current = place;
    setAccessibleDescription(
        qt(profiler::shapeCellText(m_series, m_heat, m_heat.rows.at(place.row), place.column)));
    update();
}

/// From cell to cell; at an edge it stays.
void ShapeHeatMap::walk(int rows, int columns)
{
    if (m_heat.rows.empty())
        return;
    if (!m_current)
        return moveTo({});
    const auto stepped = [](std::size_t at, int step, std::size_t count) {
        return static_cast<std::size_t>(
            std::clamp(static_cast<int>(at) + step, 0, static_cast<int>(count) - 1));
    };
    moveTo({stepped(m_current->row, rows, m_heat.rows.size()),
        stepped(m_current->column, columns, m_heat.columns.size())});
}

void ShapeHeatMap::choose(Place place)
{
    moveTo(place);
    if (const auto* point = cell(place).point)
        Q_EMIT cellChosen(point->caseIndex, m_heat.rows.at(place.row).variant);
}

void ShapeHeatMap::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (event->button() == Qt::LeftButton && place)
        choose(*place);
}

void ShapeHeatMap::mouseMoveEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    setCursor(place && cell(*place).point != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ShapeHeatMap::keyPressEvent(QKeyEvent* event)
{
    const auto whole = static_cast<int>(m_heat.columns.size());
    switch (event->key()) {
    case Qt::Key_Left:
        return walk(0, -1);
    case Qt::Key_Right:
        return walk(0, 1);
    case Qt::Key_Up:
        return walk(-1, 0);
    case Qt::Key_Down:
        return walk(1, 0);
    case Qt::Key_Home:
        return walk(0, -whole);
    case Qt::Key_End:
        return walk(0, whole);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_current)
            return choose(*m_current);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

bool ShapeHeatMap::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = placeAt(help->pos());
    if (!place)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(),
            plainParagraph(qt(profiler::shapeCellText(
                m_series, m_heat, m_heat.rows.at(place->row), place->column))),
            this);
    return true;
}

QVariantList ShapeHeatMap::tableRow(const profiler::ShapeHeatRow& row, std::size_t column) const
{
    const auto& shown = row.cells.at(column);
    QVariantList cells {qt(m_series.of(row.variant).name)};
    for (std::size_t axis = 0; axis < row.sizes.size(); ++axis)
        cells << static_cast<qlonglong>(
            axis == m_heat.axis ? m_heat.columns.at(column) : row.sizes[axis]);
    cells << (shown.ratio ? QVariant(*shown.ratio)
                          : missing(qt(profiler::shapeCellReason(m_series, shown))))
          << (shown.ranEager() ? tr("yes") : tr("no"))
          << (shown.point != nullptr && shown.point->recompiles ? QVariant(*shown.point->recompiles)
                                                                : missing(tr("not recorded")));
    return cells;
}

ChartTable ShapeHeatMap::table() const
{
    ChartTable table {.title = tr("Shape × variant"), .columns = {tr("variant")}};
    for (const auto& axis : m_series.grid.axes)
        table.columns << qt(axis.name);
    table.columns << tr("times faster than the baseline") << tr("ran eager") << tr("recompiles");
    for (const auto& row : m_heat.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            table.rows.append(tableRow(row, i));
    return table;
}

} // namespace ui
