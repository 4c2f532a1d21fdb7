// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/waterfall_chart.h"

#include "profiler/report/device_text.h"
#include "profiler/report/format.h"
#include "ui/charts/chart_parts.h"
#include "ui/charts/painted_document.h"
#include "ui/charts/scale.h"
#include "ui/models/text.h"
#include "ui/models/time_unit.h"
#include "ui/theme/fonts.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr int chartHeight = 250;
constexpr double axisRoom = 42; ///< left of the plot, for the values of the grid
constexpr double headRoom = 26; ///< above the highest bar, for its value
constexpr double footRoom = 40; ///< two lines below the plot
constexpr double barShare = 0.55; ///< of a column
constexpr double widestBar = 76;
constexpr double leastBar = 1.5; ///< what changed at all is seen
constexpr double leastPart = 0.004; ///< of an end's bar; less is no line
constexpr int gridLines = 5;

} // namespace

WaterfallChart::WaterfallChart(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(chartHeight);
    new PaintedDocument(theme, *this,
        {.title = tr("What changed in one call"), .table = [this] { return table(); }});
}

QSize WaterfallChart::minimumSizeHint() const
{
    return {480, chartHeight};
}

void WaterfallChart::showWaterfall(
    profiler::Waterfall waterfall, const std::array<Side, 2>& sides, bool decided)
{
    m_waterfall = std::move(waterfall);
    m_sides = sides;
    m_decided = decided;
    const auto place = m_waterfall.onDevice ? CallPlace::Device : CallPlace::Host;
    m_parts = {callParts(m_waterfall.baseline, place), callParts(m_waterfall.variant, place)};
    double at = m_waterfall.baseline.medianNs;
    m_highestNs = std::max(at, m_waterfall.variant.medianNs);
    for (const auto& bar : m_waterfall.bars) {
        at += bar.changeNs();
        m_highestNs = std::max(m_highestNs, at);
    }
    const auto unit = profiler::unitFor(m_waterfall.baseline.medianNs);
    m_unit = qt(profiler::unitName(unit));
    m_nsPerUnit = nanosecondsIn(unit);
    describe();
    update();
}

/// With as many decimals as give the medians four digits: what adds up is seen to add up.
QString WaterfallChart::valueText(double ns) const
{
    constexpr int digits = 4;
    const double median
        = std::max(m_waterfall.baseline.medianNs, m_waterfall.variant.medianNs) / m_nsPerUnit;
    const int before = median >= 1 ? static_cast<int>(std::floor(std::log10(median))) + 1 : 1;
    return QString::number(ns / m_nsPerUnit, 'f', std::max(0, digits - before))
        .replace(QLatin1Char('-'), QStringLiteral("−"));
}

QColor WaterfallChart::colourOf(const profiler::WaterfallBar& bar) const
{
    const Tokens& tokens = m_theme.tokens();
    if (!m_decided || bar.step == profiler::WaterfallStep::Unexplained)
        return tokens.muted;
    return bar.changeNs() < 0 ? tokens.good : tokens.bad;
}

QString WaterfallChart::changeText(double ns) const
{
    const QString value = valueText(ns);
    if (value == valueText(0) || value == QStringLiteral("−") + valueText(0))
        return QStringLiteral("±") + valueText(0);
    return (ns < 0 ? QStringLiteral("▼ ") : QStringLiteral("▲ +")) + value;
}

void WaterfallChart::describe()
{
    QStringList words;
    words << tr("%1 %2 %3").arg(m_sides[0].name, valueText(m_waterfall.baseline.medianNs), m_unit);
    for (const auto& bar : m_waterfall.bars)
        words << qt(profiler::waterfallStepName(bar.step)) + QLatin1Char(' ')
                + changeText(bar.changeNs());
    words << tr("%1 %2 %3").arg(m_sides[1].name, valueText(m_waterfall.variant.medianNs), m_unit);
    setAccessibleName(words.join(QStringLiteral("; ")));
}

ChartTable WaterfallChart::table() const
{
    ChartTable all {.title = tr("What changed in one call"),
        .columns = {tr("step"), m_sides[0].name + QStringLiteral(", ") + m_unit,
            m_sides[1].name + QStringLiteral(", ") + m_unit, tr("change, %1").arg(m_unit)}};
    for (const auto& bar : m_waterfall.bars)
        all.rows.push_back({qt(profiler::waterfallStepName(bar.step)), bar.baselineNs / m_nsPerUnit,
            bar.variantNs / m_nsPerUnit, bar.changeNs() / m_nsPerUnit});
    const double before = m_waterfall.baseline.medianNs;
    const double after = m_waterfall.variant.medianNs;
    all.rows.push_back({tr("one call"), before / m_nsPerUnit, after / m_nsPerUnit,
        (after - before) / m_nsPerUnit});
    return all;
}

QRectF WaterfallChart::plotBox() const
{
    return QRectF(rect()).adjusted(axisRoom, headRoom, 0, -footRoom);
}

double WaterfallChart::yOf(double ns, const QRectF& plot) const
{
    return plot.bottom() - plot.height() * ns / std::max(m_highestNs, 1.0);
}

/// The ends are the first and the last one.
WaterfallChart::Column WaterfallChart::columnAt(std::size_t index) const
{
    const QRectF plot = plotBox();
    const auto& bars = m_waterfall.bars;
    const double width = plot.width() / static_cast<double>(bars.size() + 2);
    Column column {.box
        = {plot.left() + width * static_cast<double>(index), plot.top(), width, plot.height()}};
    column.toNs = m_waterfall.baseline.medianNs;
    if (index == bars.size() + 1)
        column.toNs = m_waterfall.variant.medianNs;
    if (index == 0 || index == bars.size() + 1)
        return column;
    for (std::size_t i = 0; i < index; ++i) {
        column.fromNs = column.toNs;
        column.toNs += bars[i].changeNs();
    }
    return column;
}

void WaterfallChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    if (m_highestNs <= 0)
        return;
    const QRectF plot = plotBox();
    const auto& bars = m_waterfall.bars;
    paintGrid(painter, plot);
    paintEnd(painter, columnAt(0), 0);
    for (std::size_t i = 0; i < bars.size(); ++i)
        paintStep(painter, columnAt(i + 1), bars[i]);
    paintEnd(painter, columnAt(bars.size() + 1), 1);
}

void WaterfallChart::paintGrid(QPainter& painter, const QRectF& plot) const
{
    const Tokens& tokens = m_theme.tokens();
    const double highest = m_highestNs / m_nsPerUnit;
    for (const double value : linearCandidates(0, highest, gridLines)) {
        if (value < 0 || value > highest)
            continue;
        const double y = std::round(yOf(value * m_nsPerUnit, plot)) + 0.5;
        painter.setPen(QPen(tokens.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        drawLabel(painter, {0, y - 9, axisRoom - 10, 18}, Qt::AlignRight | Qt::AlignVCenter,
            uiFont(type::caption), tokens.muted, qt(profiler::formatNumber(value, 3)));
    }
}

/// Name and figures below a column, cut where they are wider than it.
void WaterfallChart::paintWords(QPainter& painter, const Column& column, const QString& name,
    const QString& below, bool end) const
{
    const Tokens& tokens = m_theme.tokens();
    const QFont font = uiFont(type::caption, end ? QFont::DemiBold : QFont::Medium);
    const QRectF line(column.box.left(), column.box.bottom() + 5, column.box.width(), 17);
    const auto fitted = [&](const QFont& with, const QString& text) {
        return QFontMetrics(with).elidedText(
            text, Qt::ElideMiddle, static_cast<int>(line.width()) - 4);
    };
    drawLabel(painter, line, Qt::AlignCenter, font, tokens.text, fitted(font, name));
    const QFont plain = uiFont(type::caption);
    drawLabel(painter, line.translated(0, 16), Qt::AlignCenter, plain, tokens.muted,
        fitted(plain, below));
}

void WaterfallChart::paintEnd(QPainter& painter, const Column& column, std::size_t side) const
{
    const Tokens& tokens = m_theme.tokens();
    const auto& split = side == 0 ? m_waterfall.baseline : m_waterfall.variant;
    const double width = std::min(widestBar, column.box.width() * barShare);
    double bottom = column.box.bottom();
    for (const CallPart& part : m_parts.at(side)) {
        if (part.ns < leastPart * split.medianNs)
            continue;
        const double height = column.box.height() * part.ns / m_highestNs;
        const QRectF box(column.box.center().x() - width / 2, bottom - height, width, height);
        bottom = box.top();
        if (part.workClass)
            painter.fillRect(box.adjusted(0, 1, 0, 0), tokens.workClass(*part.workClass));
        else
            drawIdle(painter, tokens, part.idle, box);
    }
    const double top = yOf(split.medianNs, column.box);
    drawLabel(painter, {column.box.left(), top - 21, column.box.width(), 18}, Qt::AlignCenter,
        uiFont(type::base, QFont::DemiBold), tokens.text, valueText(split.medianNs));
    const QString busy
        = split.busyRatio ? tr("%1 busy").arg(qt(profiler::busyText(*split.busyRatio))) : QString();
    paintWords(painter, column, m_sides.at(side).name, busy, true);
}

void WaterfallChart::paintStep(
    QPainter& painter, const Column& column, const profiler::WaterfallBar& bar) const
{
    const Tokens& tokens = m_theme.tokens();
    const double from = yOf(column.fromNs, column.box);
    const double to = yOf(column.toNs, column.box);
    const double width = std::min(widestBar, column.box.width() * barShare);
    const double top = std::min(from, to);
    painter.fillRect(QRectF(column.box.center().x() - width / 2, top, width,
                         std::max(std::abs(from - to), leastBar)),
        colourOf(bar));
    painter.setPen(QPen(tokens.muted, 1, Qt::DotLine));
    const double reach = column.box.width() - width;
    painter.drawLine(QPointF(column.box.left() - reach / 2, from),
        QPointF(column.box.center().x() - width / 2, from));
    painter.drawLine(QPointF(column.box.center().x() + width / 2, to),
        QPointF(column.box.right() + reach / 2, to));
    drawLabel(painter, {column.box.left(), top - 20, column.box.width(), 18}, Qt::AlignCenter,
        uiFont(type::caption, QFont::DemiBold), tokens.text, changeText(bar.changeNs()));
    paintWords(painter, column, qt(profiler::waterfallStepName(bar.step)),
        valueText(bar.baselineNs) + QStringLiteral(" → ") + valueText(bar.variantNs), false);
}

void WaterfallChart::mouseReleaseEvent(QMouseEvent* event)
{
    QWidget::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    for (std::size_t i = 0; i < m_waterfall.bars.size(); ++i) {
        const QRectF box = columnAt(i + 1).box;
        if (event->position().x() >= box.left() && event->position().x() < box.right())
            Q_EMIT stepChosen(m_waterfall.bars[i].step);
    }
}

} // namespace ui
