// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/chart.h"

#include "ui/figure/document_menu.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QFontMetricsF>
#include <QKeyEvent>

#include <algorithm>

namespace ui {

Chart::Chart(const Theme& theme, const QString& title, QWidget* parent)
    : QCustomPlot(parent)
    , m_theme(theme)
    , m_title(title)
{
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setPlottingHint(QCP::phFastPolylines);
    // A repaint at once would paint all that waits in the window, in the turn of the drawing.
    setPlottingHint(QCP::phImmediateRefresh, false);
    setNoAntialiasingOnDrag(true);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setAutoAddPlottableToLegend(false);
    createAxes();
    // The plot owns its layerables.
    new PaintedLayer(
        this, u"overlay"_qs, Clip::No, [this](QPainter& painter) { drawEmptyText(painter); });
    new PaintedLayer(
        this, u"overlay"_qs, Clip::No, [this](QPainter& painter) { drawPointer(painter); });
    new DocumentMenu(*this, *this);
    connect(this, &QCustomPlot::afterLayout, this, &Chart::finishLayout);
    connect(&theme, &Theme::changed, this, &Chart::applyTheme);
    Chart::restyle(); // a chart has no curves yet
}

void Chart::createAxes()
{
    axisRect()->setupFullAxesBox(false);
    xAxis2->setVisible(false);
    yAxis2->setVisible(false);
    axisRect()->setBackground(Qt::NoBrush);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLength(1, 0); // of length 0 they become points, which files show in black
        axis->setTickLabelPadding(6);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    xAxis->grid()->setVisible(false);
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
        if (m_wholeX)
            keepInside(xAxis, *m_wholeX);
    });
    connect(yAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
        if (m_wholeY)
            keepInside(yAxis, *m_wholeY);
    });
}

const Tokens& Chart::tokens() const
{
    return m_documentTokens != nullptr ? *m_documentTokens : m_theme.tokens();
}

void Chart::restyle()
{
    setBackground(QBrush(tokens().panel));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabelFont(uiFont(type::small));
        axis->setTickLabelColor(tokens().muted);
        axis->setLabelFont(uiFont(type::small));
        axis->setLabelColor(tokens().muted);
        axis->grid()->setPen(QPen(tokens().grid, 1));
    }
}

void Chart::applyTheme()
{
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::paint(const QString& layer, Clip clip, PaintedLayer::Paint paint)
{
    new PaintedLayer(this, layer, clip, [this, paint = std::move(paint)](QPainter& painter) {
        if (m_emptyText.isEmpty())
            paint(painter);
    });
}

void Chart::hideValueAxis()
{
    m_hasValueAxis = false;
    axisRect()->setAutoMargins(QCP::msNone);
    yAxis->setVisible(false);
    yAxis->grid()->setVisible(false);
    xAxis->grid()->setVisible(true);
}

void Chart::drawNote(
    QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text) const
{
    drawLabel(painter, box, alignment, uiFont(type::small), tokens().muted, text);
}

void Chart::drawFoot(QPainter& painter, double below, const QString& text) const
{
    const QRectF inside = axisRect()->rect();
    drawNote(painter, QRectF(inside.left(), inside.bottom() + below, inside.width(), 16),
        Qt::AlignCenter, text);
}

int Chart::legendHeight(const QSize& size) const
{
    return qRound(m_legend.heightFor(size.width()));
}

void Chart::drawLegend(QPainter& painter, double below) const
{
    m_legend.paint(painter, tokens(),
        QRectF(2, axisRect()->bottom() + 1 + below, viewport().width() - 4.0, viewport().height()));
}

void Chart::drawRingedMarker(
    QPainter& painter, int variant, QPointF at, double ringSize, double size) const
{
    VariantStyle ring = this->variant(variant);
    ring.colour = tokens().panel;
    drawMarker(painter, ring, at, ringSize);
    drawMarker(painter, this->variant(variant), at, size);
}

void Chart::drawNoise(
    QPainter& painter, double left, double right, double middle, double middleWidth) const
{
    const QRectF inside = axisRect()->rect();
    const auto line = [&](double x) {
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    };
    if (right > left)
        painter.fillRect(QRectF(left, inside.top(), right - left, inside.height()),
            blend(tokens().muted, tokens().panel, tokens().tints ? 0.16 : 0));
    if (!tokens().tints) {
        painter.setPen(QPen(tokens().muted, 1, Qt::DashLine));
        line(left);
        line(right);
    }
    painter.setPen(QPen(tokens().muted, middleWidth));
    if (middle >= inside.left() && middle <= inside.right())
        line(middle);
}

Chart::Curve Chart::addCurve(const CurvePoints& points, Band band)
{
    const auto add = [this](const QVector<QCPGraphData>& places) {
        QCPGraph* graph = addGraph();
        graph->data()->set(places, true);
        return graph;
    };
    Curve curve;
    if (band == Band::Yes) {
        curve.high = add(points.high);
        curve.low = add(points.low);
        curve.high->setChannelFillGraph(curve.low);
        curve.high->setPen(Qt::NoPen);
        curve.low->setPen(Qt::NoPen);
    }
    curve.line = add(points.line);
    return curve;
}

void Chart::styleCurve(const Curve& curve, const QPen& pen, QColor band, float bandAlpha)
{
    curve.line->setPen(pen);
    band.setAlphaF(bandAlpha);
    if (curve.high != nullptr)
        curve.high->setBrush(band);
}

void Chart::setWholeRange(const QCPRange& x, const QCPRange& y)
{
    m_wholeX = x;
    m_wholeY = y;
    xAxis->setRange(x);
    yAxis->setRange(y);
}

void Chart::resetView()
{
    if (m_wholeX)
        xAxis->setRange(*m_wholeX);
    if (m_wholeY)
        yAxis->setRange(*m_wholeY);
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::keepInside(QCPAxis* axis, const QCPRange& whole)
{
    const QCPRange inside = axis->range().bounded(whole.lower, whole.upper);
    if (inside != axis->range())
        axis->setRange(inside);
}

void Chart::resizeEvent(QResizeEvent* event)
{
    setBufferDevicePixelRatio(devicePixelRatioF());
    // QCustomPlot would draw at once, and every chart of a page in the same turn.
    QWidget::resizeEvent(event); // NOLINT(bugprone-parent-virtual-call)
    setViewport(rect());
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::wheelEvent(QWheelEvent* event)
{
    axisRect()->setRangeZoom(
        event->modifiers().testFlag(Qt::ShiftModifier) ? Qt::Vertical : Qt::Horizontal);
    QCustomPlot::wheelEvent(event);
}

void Chart::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton)
        setPointer(event->position());
}

void Chart::mouseDoubleClickEvent(QMouseEvent* event)
{
    QCustomPlot::mouseDoubleClickEvent(event);
    resetView();
}

void Chart::leaveEvent(QEvent* event)
{
    QCustomPlot::leaveEvent(event);
    setPointer(std::nullopt);
}

void Chart::zoomX(double factor)
{
    xAxis->scaleRange(factor);
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    const QRectF inside = axisRect()->rect();
    const auto movePointer = [&](double pixels) {
        const double x = m_reading ? m_pointer.x() + pixels : inside.center().x();
        setPointer(QPointF(std::clamp(x, inside.left(), inside.right()), inside.center().y()));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return movePointer(-8);
    case Qt::Key_Right:
        return movePointer(8);
    case Qt::Key_Plus:
        return zoomX(0.8);
    case Qt::Key_Minus:
        return zoomX(1.25);
    case Qt::Key_0:
        return resetView();
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

std::optional<Reading> Chart::readingAt(QPointF /*pixel*/) const
{
    return std::nullopt;
}

void Chart::setPointer(std::optional<QPointF> pixel)
{
    const bool inside = pixel && QRectF(axisRect()->rect()).contains(*pixel);
    const bool before = m_reading.has_value();
    m_reading = inside ? readingAt(*pixel) : std::nullopt;
    m_pointer = pixel.value_or(QPointF());
    if (isVisible() && (before || m_reading))
        layer(u"overlay"_qs)->replot();
}

void Chart::drawPointer(QPainter& painter) const
{
    if (!m_reading || m_documentTokens != nullptr)
        return;
    const QRectF inside = axisRect()->rect();
    const double low = xAxis->coordToPixel(m_reading->low);
    const double high = xAxis->coordToPixel(m_reading->high);
    painter.setClipRect(inside);
    if (high - low > 1) {
        QColor band = tokens().accent;
        band.setAlphaF(0.28F);
        painter.fillRect(QRectF(low, inside.top(), high - low, inside.height()), band);
    }
    painter.setPen(QPen(tokens().accent, 1));
    for (const double x : {low, high})
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    painter.setClipping(false);
    drawReadingBox(painter, *m_reading);
}

void Chart::drawReadingBox(QPainter& painter, const Reading& reading) const
{
    constexpr double pad = 9;
    constexpr double line = 16;
    const QFont plain = uiFont(type::small);
    const QFont bold = uiFont(type::small, QFont::DemiBold);
    const QFontMetricsF names(plain);
    const QFontMetricsF values(bold);
    double nameWidth = 0;
    double valueWidth = 0;
    for (const Reading::Row& row : reading.rows) {
        nameWidth = std::max(nameWidth, std::min(180.0, names.horizontalAdvance(row.name)));
        valueWidth = std::max(valueWidth, values.horizontalAdvance(row.value));
    }
    const double inner
        = std::max(16 + nameWidth + 18 + valueWidth, values.horizontalAdvance(reading.heading));
    QRectF box(0, 0, inner + (2 * pad),
        (static_cast<double>(reading.rows.size() + 1) * line) + (2 * pad) - 2);
    const QRectF inside = axisRect()->rect();
    const double right = xAxis->coordToPixel(reading.high) + 12;
    const double left = xAxis->coordToPixel(reading.low) - 12 - box.width();
    box.moveLeft(right + box.width() <= inside.right() || left < 0 ? right : left);
    box.moveTop(std::clamp(m_pointer.y() - (box.height() / 2), inside.top() + 2,
        std::max(inside.top() + 2, inside.bottom() - box.height() - 2)));

    painter.setPen(QPen(tokens().accent, 1));
    painter.setBrush(tokens().raised);
    painter.drawRoundedRect(box, 6, 6);
    QRectF text(box.left() + pad, box.top() + pad - 2, inner, line);
    painter.setFont(bold);
    painter.setPen(tokens().text);
    drawText(painter, text, Qt::AlignLeft | Qt::AlignVCenter, reading.heading);
    for (const Reading::Row& row : reading.rows) {
        text.translate(0, line);
        drawMarker(painter, variant(row.variant), QPointF(text.left() + 4, text.center().y()), 8);
        painter.setPen(tokens().text);
        painter.setFont(plain);
        drawText(painter, text.adjusted(16, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            shortened(row.name, plain, 180));
        painter.setFont(bold);
        drawText(painter, text, Qt::AlignRight | Qt::AlignVCenter, row.value);
    }
}

void Chart::layOut(const QSize& /*size*/) { }

/// QCustomPlot chooses ticks before it knows how large the axes become; ticks that keep a distance
/// in pixels need a second round.
void Chart::finishLayout()
{
    layOut(viewport().size());
    for (int round = 0; round < 2; ++round) {
        plotLayout()->update(QCPLayoutElement::upPreparation);
        plotLayout()->update(QCPLayoutElement::upMargins);
        plotLayout()->update(QCPLayoutElement::upLayout);
    }
}

void Chart::setEmptyText(const QString& reason)
{
    m_emptyText = reason;
    setAccessibleDescription(reason.isEmpty()
            ? tr("A chart; its numbers are a table: Show as table in its menu.")
            : reason);
    xAxis->setVisible(reason.isEmpty());
    yAxis->setVisible(reason.isEmpty() && m_hasValueAxis);
}

void Chart::drawEmptyText(QPainter& painter) const
{
    if (m_emptyText.isEmpty())
        return;
    const QRectF box = QRectF(viewport()).adjusted(24, 8, -24, -8);
    painter.setFont(uiFont(type::base));
    painter.setPen(tokens().muted);
    drawText(painter, box, static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
}

FigureSource Chart::documentSource()
{
    return m_source ? *m_source : figureSourceOf(*this);
}

void Chart::paintContents(QCPPainter& painter, const QRect& box, const Tokens& documentTokens)
{
    m_documentTokens = &documentTokens;
    restyle();
    painter.translate(box.topLeft());
    toPainter(&painter, box.width(), box.height());
    m_documentTokens = nullptr;
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

} // namespace ui
