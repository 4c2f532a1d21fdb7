// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/waterfall_chart.h"

#include "profiler/model/number_text.h"
#include "profiler/report/sentences/device_text.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/label_layout.h"
#include "ui/figure/painted_document.h"
#include "ui/figure/scale.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace ui {

constexpr int waterfallHeight = 250;
constexpr double axisRoom = 42; ///< left of the plot, for the values of the grid
constexpr double headRoom = 26; ///< above the highest bar, for its value
constexpr double footRoom = 40; ///< a line of names and one of figures below the plot
constexpr int nameLine = 16; ///< a second one
constexpr double barShare = 0.55; ///< of a column
constexpr double widestBar = 76;
constexpr double leastBar = 1.5; ///< what changed at all is seen
constexpr double leastPart = 0.004; ///< of an end's bar; less is no line
constexpr int gridLines = 5;

WaterfallChart::WaterfallChart(const Theme& theme)
    : PaintedWidget(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(waterfallHeight);
    new PaintedDocument(theme, *this,
        {.title = tr("What changed in one call"), .table = [this] { return table(); }});
}

QSize WaterfallChart::minimumSizeHint() const
{
    return {480, waterfallHeight};
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
    m_unit = unitOf(m_waterfall);
    m_nsPerUnit = nanosecondsIn(profiler::unitFor(m_waterfall.baseline.medianNs));
    m_bars.clear();
    std::ranges::copy_if(m_waterfall.bars, std::back_inserter(m_bars),
        [this](const auto& bar) { return isSeen(bar); });
    describe();
    update();
}

QString WaterfallChart::unitOf(const profiler::Waterfall& waterfall)
{
    return qt(profiler::unitName(profiler::unitFor(waterfall.baseline.medianNs)));
}

/// What reads 0 on both sides says nothing; the table has it.
bool WaterfallChart::isSeen(const profiler::WaterfallBar& bar) const
{
    return valueText(bar.baselineNs) != valueText(0) || valueText(bar.variantNs) != valueText(0);
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
    const Tokens& tokens = theme().tokens();
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
    for (const auto& bar : m_bars)
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

int WaterfallChart::roomOfName() const
{
    constexpr int beyond = 4; // of a long word; its neighbours seldom need all of theirs
    return static_cast<int>((width() - axisRoom) / static_cast<double>(m_bars.size() + 2)) + beyond;
}

WaterfallChart::NameStyle WaterfallChart::nameStyleOf(int size, bool& cut) const
{
    NameStyle style {.size = size};
    const auto count = [&](const QString& name, QFont::Weight weight) {
        const QStringList lines = inTwoLines(name, uiFont(size, weight), roomOfName());
        style.lines = std::max(style.lines, static_cast<int>(lines.size()));
        cut = cut || lines.join(QString()).contains(QChar(0x2026));
    };
    for (const auto& side : m_sides)
        count(side.name, QFont::DemiBold);
    for (const auto& bar : m_bars)
        count(qt(profiler::waterfallStepName(bar.step)), QFont::Medium);
    return style;
}

WaterfallChart::NameStyle WaterfallChart::nameStyle() const
{
    bool cut = false;
    const NameStyle usual = nameStyleOf(type::caption, cut);
    return cut ? nameStyleOf(type::small, cut) : usual;
}

QRectF WaterfallChart::plotBox() const
{
    return QRectF(rect()).adjusted(
        axisRoom, headRoom, 0, -footRoom - nameLine * (nameStyle().lines - 1));
}

double WaterfallChart::yOf(double ns, const QRectF& plot) const
{
    return plot.bottom() - plot.height() * ns / std::max(m_highestNs, 1.0);
}

/// The ends are the first and the last one.
WaterfallChart::Column WaterfallChart::columnAt(std::size_t index) const
{
    const QRectF plot = plotBox();
    const auto& bars = m_bars;
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

void WaterfallChart::paint(QPainter& painter, const Tokens& /*tokens*/)
{
    painter.setRenderHint(QPainter::Antialiasing, false); // edges of boxes are whole pixels
    if (m_highestNs <= 0)
        return;
    const QRectF plot = plotBox();
    const auto& bars = m_bars;
    paintGrid(painter, plot);
    paintEnd(painter, columnAt(0), 0);
    for (std::size_t i = 0; i < bars.size(); ++i)
        paintStep(painter, columnAt(i + 1), bars[i]);
    paintEnd(painter, columnAt(bars.size() + 1), 1);
}

void WaterfallChart::paintGrid(QPainter& painter, const QRectF& plot) const
{
    const Tokens& tokens = theme().tokens();
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

/// Name and figures below a column.
void WaterfallChart::paintTexts(QPainter& painter, const Column& column, const QString& name,
    const QString& below, bool end) const
{
    const Tokens& tokens = theme().tokens();
    const NameStyle style = nameStyle();
    const QFont font = uiFont(style.size, end ? QFont::DemiBold : QFont::Medium);
    QRectF line(column.box.left(), column.box.bottom() + 5, column.box.width(), 17);
    const QRectF figures = line.translated(0, nameLine * style.lines);
    for (const QString& part : inTwoLines(name, font, roomOfName())) {
        drawLabel(painter, line, Qt::AlignCenter, font, tokens.text, part);
        line.translate(0, nameLine);
    }
    const QFont plain = uiFont(type::caption);
    drawLabel(painter, figures, Qt::AlignCenter, plain, tokens.muted,
        QFontMetrics(plain).elidedText(below, Qt::ElideMiddle, roomOfName()));
}

void WaterfallChart::paintEnd(QPainter& painter, const Column& column, std::size_t side) const
{
    const Tokens& tokens = theme().tokens();
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
    paintTexts(painter, column, m_sides.at(side).name, busy, true);
}

void WaterfallChart::paintStep(
    QPainter& painter, const Column& column, const profiler::WaterfallBar& bar) const
{
    const Tokens& tokens = theme().tokens();
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
    paintTexts(painter, column, qt(profiler::waterfallStepName(bar.step)),
        valueText(bar.baselineNs) + QStringLiteral(" → ") + valueText(bar.variantNs), false);
}

void WaterfallChart::mouseReleaseEvent(QMouseEvent* event)
{
    QWidget::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const QRectF box = columnAt(i + 1).box;
        if (event->position().x() >= box.left() && event->position().x() < box.right())
            Q_EMIT stepChosen(m_bars[i].step);
    }
}

} // namespace ui
