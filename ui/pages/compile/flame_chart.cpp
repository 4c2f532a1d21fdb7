// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/flame_chart.h"

#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/model/clocks.h"
#include "profiler/model/number_text.h"
#include "profiler/report/text/compile_phase_text.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/painted_document.h"
#include "ui/figure/scale.h"
#include "ui/pages/compile/first_start.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double flameRowHeight = 19;
constexpr double namesWidth = 76;
constexpr double axisHeight = 20;
constexpr double rightMargin = 14;
constexpr double narrowFrame = 1.2; ///< pixels: thinner boxes are drawn so wide
using profiler::nsPerSecond;

} // namespace

FlameChart::FlameChart(const Theme& theme, QString title)
    : PaintedWidget(theme)
    , m_title(std::move(title))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    constexpr int fileWidth = 1100;
    new PaintedDocument(theme, *this,
        {.title = tr("Steps of the compile, %1").arg(m_title),
            .table = [this] { return table(); },
            .width = fileWidth});
}

QSize FlameChart::sizeHint() const
{
    return {600, static_cast<int>(m_drawing.rows() * flameRowHeight + axisHeight)};
}

void FlameChart::setDrawing(FlameDrawing drawing)
{
    m_drawing = std::move(drawing);
    m_chosen = -1;
    setAccessibleName(
        tr("Steps of the compile, %1: %2").arg(m_title, qt(profiler::flameText(m_drawing.flame))));
    updateGeometry();
    update();
    Q_EMIT chosenChanged();
}

ChartTable FlameChart::table() const
{
    ChartTable all {.title = tr("Steps of the compile, %1").arg(m_title),
        .columns = {tr("step"), tr("phase"), tr("compile"), tr("begins, s"), tr("lasts, s"),
            tr("in no step inside, s"), tr("depth"), tr("compile worker")}};
    const auto& steps = m_drawing.flame.steps;
    const auto origin = steps.empty() ? 0 : steps.front().begin.ns;
    for (const auto& step : steps)
        all.rows.append({qt(step.name), qt(profiler::compilePhaseName(step.phase)),
            qt(step.compileId), static_cast<double>(step.begin.ns - origin) / nsPerSecond,
            static_cast<double>(step.durationNs) / nsPerSecond,
            static_cast<double>(step.selfNs) / nsPerSecond, step.depth,
            step.worker < 0 ? missing(tr("on the thread that compiles"))
                            : QVariant(step.worker + 1)});
    return all;
}

QString FlameChart::chosenText() const
{
    return m_chosen < 0 ? QString()
                        : textOf(m_drawing.boxes.at(static_cast<std::size_t>(m_chosen)));
}

QRectF FlameChart::boxOf(const FlameBox& box) const
{
    const double room = width() - namesWidth - rightMargin;
    const double scale = m_drawing.lengthNs > 0 ? room / m_drawing.lengthNs : 0;
    return {namesWidth + (box.fromNs * scale), box.row * flameRowHeight,
        std::max(narrowFrame, (box.toNs - box.fromNs) * scale), flameRowHeight - 1};
}

int FlameChart::boxAt(QPointF place) const
{
    int found = -1;
    for (std::size_t i = 0; i < m_drawing.boxes.size(); ++i)
        if (boxOf(m_drawing.boxes[i]).adjusted(-1, 0, 1, 0).contains(place))
            found = static_cast<int>(i);
    return found;
}

QString FlameChart::nameOf(const FlameBox& box) const
{
    if (!box.step)
        return tr("call %1: %2")
            .arg(box.call)
            .arg(qt(profiler::formatDuration(box.toNs - box.fromNs)));
    const auto& step = m_drawing.flame.steps.at(*box.step);
    return step.parent ? qt(step.name) : tr("%1 · graph %2").arg(qt(step.name), qt(step.compileId));
}

QString FlameChart::textOf(const FlameBox& box) const
{
    if (box.step)
        return qt(profiler::stepText(m_drawing.flame, m_drawing.flame.steps.at(*box.step)));
    return box.compiled ? tr("%1, which compiled").arg(nameOf(box)) : nameOf(box);
}

void FlameChart::paintRowNames(QPainter& painter) const
{
    const auto name = [&](int row, const QString& text) {
        drawText(painter, QRectF(0, row * flameRowHeight, namesWidth - 8, flameRowHeight - 1),
            Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    painter.setFont(uiFont(type::caption));
    painter.setPen(theme().tokens().muted);
    if (m_drawing.callRows > 0)
        name(0, tr("calls"));
    if (m_drawing.stepRows > 0)
        name(m_drawing.callRows, tr("steps"));
    if (m_drawing.workerRows > 0)
        name(m_drawing.callRows + m_drawing.stepRows, tr("workers"));
}

void FlameChart::paintAxis(QPainter& painter) const
{
    const Tokens& tokens = theme().tokens();
    const double top = m_drawing.rows() * flameRowHeight;
    const double room = width() - namesWidth - rightMargin;
    painter.setFont(uiFont(type::caption));
    for (const double at : linearCandidates(0, m_drawing.lengthNs / nsPerSecond, 9)) {
        const double share = at * nsPerSecond / m_drawing.lengthNs;
        if (share > 1)
            continue;
        const double x = namesWidth + (share * room);
        painter.setPen(QPen(tokens.grid, tokens.line));
        painter.drawLine(QPointF(x, 0), QPointF(x, top + 3));
        painter.setPen(tokens.muted);
        const QString text = at > 0 ? tickDuration(at * nsPerSecond) : QStringLiteral("0");
        constexpr double half = 40;
        drawText(painter, QRectF(x - half, top + 3, 2 * half, axisHeight - 3),
            Qt::AlignHCenter | Qt::AlignTop, text);
    }
}

QColor FlameChart::paintGround(QPainter& painter, const FlameBox& box, const QRectF& area) const
{
    const Tokens& tokens = theme().tokens();
    PartLook look {.pattern = IdlePattern::DottedOutline};
    if (box.step)
        look = lookOf(profiler::partOfPhase(m_drawing.flame.steps.at(*box.step).phase));
    const QColor ground = look.workClass ? tokens.workClass(*look.workClass) : tokens.raised;
    painter.fillRect(area, ground);
    if (!look.workClass)
        drawIdle(painter, tokens, *look.pattern, area);
    return ground;
}

void FlameChart::paintBox(QPainter& painter, const FlameBox& box, bool chosen) const
{
    constexpr double roomForText = 26;
    const Tokens& tokens = theme().tokens();
    const QRectF area = boxOf(box);
    const QColor ground = paintGround(painter, box, area);
    if (area.width() > 3) {
        painter.setPen(QPen(tokens.panel, 1));
        painter.drawLine(area.topRight(), area.bottomRight());
    }
    if (area.width() > roomForText) {
        const QFont font = uiFont(type::caption, QFont::Medium);
        painter.setFont(font);
        painter.setPen(ground == tokens.raised ? tokens.text : readableOn(ground));
        drawText(painter, area.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
            QFontMetricsF(font).elidedText(nameOf(box), Qt::ElideRight, area.width() - 8));
    }
    if (chosen) {
        painter.setPen(QPen(tokens.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(1, 1, -1, -1));
    }
}

/// Boxes that fall on pixels which one of their row has taken are not drawn: thousands may be
/// there.
void FlameChart::paint(QPainter& painter, const Tokens& tokens)
{
    painter.setRenderHint(QPainter::Antialiasing, false); // edges of boxes are whole pixels
    if (m_drawing.lengthNs <= 0)
        return;
    paintAxis(painter);
    paintRowNames(painter);
    int row = -1;
    double painted = 0;
    for (const FlameBox& box : m_drawing.boxes) {
        const QRectF area = boxOf(box);
        if (box.row == row && area.right() <= painted)
            continue;
        row = box.row;
        painted = area.right();
        paintBox(painter, box, false);
    }
    if (m_chosen >= 0)
        paintBox(painter, m_drawing.boxes.at(static_cast<std::size_t>(m_chosen)), true);
    if (hasFocus() && m_chosen < 0)
        drawFocusRing(painter, tokens.accent, rect());
}

void FlameChart::mousePressEvent(QMouseEvent* event)
{
    choose(boxAt(event->position()));
}

void FlameChart::choose(int box)
{
    m_chosen = box;
    setAccessibleDescription(chosenText());
    update();
    Q_EMIT chosenChanged();
}

bool FlameChart::chooseCompile(const std::string& compileId)
{
    const auto& boxes = m_drawing.boxes;
    const auto found = std::ranges::find_if(boxes, [&](const FlameBox& box) {
        return box.step && m_drawing.flame.steps.at(*box.step).compileId == compileId;
    });
    if (found == boxes.end())
        return false;
    choose(static_cast<int>(found - boxes.begin()));
    return true;
}

/// Along the row.
void FlameChart::walk(int step)
{
    const int next = m_chosen + step;
    if (next >= 0 && next < static_cast<int>(m_drawing.boxes.size()))
        choose(next);
}

/// To the box below or above that begins nearest.
void FlameChart::changeRow(int step)
{
    if (m_chosen < 0) {
        walk(1);
        return;
    }
    const FlameBox& now = m_drawing.boxes.at(static_cast<std::size_t>(m_chosen));
    int nearest = -1;
    double distance = 0;
    for (std::size_t i = 0; i < m_drawing.boxes.size(); ++i) {
        const FlameBox& box = m_drawing.boxes[i];
        const double away = std::abs(box.fromNs - now.fromNs);
        if (box.row == now.row + step && (nearest < 0 || away < distance)) {
            nearest = static_cast<int>(i);
            distance = away;
        }
    }
    if (nearest >= 0)
        choose(nearest);
}

void FlameChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return walk(-1);
    case Qt::Key_Right:
        return walk(1);
    case Qt::Key_Up:
        return changeRow(-1);
    case Qt::Key_Down:
        return changeRow(1);
    case Qt::Key_Escape:
        if (m_chosen >= 0)
            return choose(-1);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

bool FlameChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int box = boxAt(help->pos());
    if (box < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(),
            textOf(m_drawing.boxes.at(static_cast<std::size_t>(box))).toHtmlEscaped(), this);
    return true;
}

} // namespace ui
