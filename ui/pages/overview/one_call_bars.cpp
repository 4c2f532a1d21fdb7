// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/one_call_bars.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "ui/figure/painted_document.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace ui {

namespace {

constexpr int legendGap = 6; ///< above the legend
constexpr int legendLine = 18;
constexpr int swatchRoom = 18;
constexpr int entryGap = 14;
constexpr int tallestRow = 120;
constexpr int labelsFrom = 60; ///< a row so high has its largest parts in words below the bar
constexpr int labelsHeight = 18;
constexpr int valueWidth = 66;
constexpr int busyColumn = 64;
constexpr int tickHead = 18; ///< above the first bar, with the words of ticks and column
constexpr double leastCallPart = 0.004; ///< of a call; less is no line
constexpr std::array ticks {0.7, 0.9}; ///< of a call that is busy: below the first is room
constexpr double callPercent = 100;

using profiler::CallSplit;

/// The whole median is unexplained where nothing splits it.
CallSplit splitOrWhole(const OneCallBars::Split& split, const ForestRow& row)
{
    if (split)
        return *split;
    const double median = row.medianNs.value_or(0);
    return {.medianNs = median, .unexplainedNs = median};
}

QString partPercentText(double ratio)
{
    return qt(profiler::formatNumber(callPercent * ratio, 2)) + QStringLiteral(" %");
}

} // namespace

OneCallBars::OneCallBars(const Theme& theme)
    : PaintedWidget(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumHeight(110);
    new PaintedDocument(theme, *this,
        {.title = tr("One call: where the time goes"), .table = [this] { return table(); }});
}

ChartTable OneCallBars::table() const
{
    ChartTable all {.title = tr("One call: where the time goes"),
        .columns = {tr("variant"), tr("median, %1").arg(m_forest.timeUnit)}};
    for (const CallPart& part : m_allParts)
        all.columns << part.name + QStringLiteral(", ") + m_forest.timeUnit;
    if (m_place == CallPlace::Device)
        all.columns << tr("GPU busy, %");
    for (std::size_t i = 0; i < m_forest.rows.size(); ++i) {
        const ForestRow& row = m_forest.rows[i];
        const auto value = [&](double ns) {
            return row.medianNs ? QVariant(ns / m_forest.nsPerUnit) : missing(row.whyNoTime);
        };
        QVariantList cells {row.name, value(row.medianNs.value_or(0))};
        for (const CallPart& part : m_parts.at(i))
            cells << (m_whyNotSplit.at(i).isEmpty() ? value(part.ns)
                                                    : missing(m_whyNotSplit.at(i)));
        if (m_place == CallPlace::Device)
            cells << (m_splits.at(i).busyRatio ? QVariant(callPercent * *m_splits.at(i).busyRatio)
                                               : missing(tr("nothing ran on a device")));
        all.rows.append(cells);
    }
    return all;
}

QSize OneCallBars::minimumSizeHint() const
{
    constexpr int fileRow = 44;
    return {200, headHeight() + static_cast<int>(m_forest.rows.size()) * fileRow + legendHeight()};
}

void OneCallBars::showForest(const Forest& forest, int focus, const std::vector<Split>& splits)
{
    m_forest = forest;
    m_focus = focus;
    m_splits.clear();
    m_whyNotSplit.clear();
    for (std::size_t i = 0; i < forest.rows.size(); ++i) {
        m_splits.push_back(splitOrWhole(splits.at(i), forest.rows[i]));
        m_whyNotSplit.push_back(splits.at(i) ? QString() : qt(splits.at(i).error()));
    }
    m_isSplit = std::ranges::any_of(splits, [](const Split& split) { return split.has_value(); });
    m_place = std::ranges::any_of(
                  m_splits, [](const CallSplit& split) { return split.busyRatio.has_value(); })
        ? CallPlace::Device
        : CallPlace::Host;
    m_parts.clear();
    for (const CallSplit& split : m_splits)
        m_parts.push_back(callParts(split, m_place));
    m_allParts = callParts({}, m_place);
    showParts();
}

void OneCallBars::showSteps(const Forest& forest, int focus, const std::vector<Step>& steps)
{
    m_forest = forest;
    m_focus = focus;
    m_splits.clear();
    m_whyNotSplit.clear();
    m_parts.clear();
    for (std::size_t i = 0; i < forest.rows.size(); ++i) {
        ForestRow& row = m_forest.rows[i];
        const Step& step = steps.at(i);
        if (step) {
            row.medianNs = step->wholeNs;
            row.median = qt(profiler::formatNumber(step->wholeNs / forest.nsPerUnit));
        }
        m_splits.push_back({.medianNs = row.medianNs.value_or(0)});
        m_whyNotSplit.push_back(step ? QString() : qt(step.error()));
        profiler::StepSplit unknown;
        unknown.partNs.back() = row.medianNs.value_or(0);
        m_parts.push_back(callParts(step ? *step : unknown));
    }
    m_isSplit = std::ranges::any_of(steps, [](const Step& step) { return step.has_value(); });
    m_place = CallPlace::Host;
    m_allParts = callParts(profiler::StepSplit {});
    showParts();
}

void OneCallBars::showParts()
{
    m_slowestNs = 0;
    for (const ForestRow& row : m_forest.rows)
        m_slowestNs = std::max(m_slowestNs, row.medianNs.value_or(0));
    m_legend = legendParts();
    measureNames();
    setMaximumHeight(
        headHeight() + static_cast<int>(m_forest.rows.size()) * tallestRow + legendHeight());
    describe();
    update();
}

/// Names alone look otherwise.
void OneCallBars::showFocus(int focus)
{
    m_focus = focus;
    update(0, 0, m_nameWidth, height());
}

void OneCallBars::measureNames()
{
    const QFontMetrics metrics(uiFont(type::base, QFont::DemiBold));
    m_nameWidth = 0;
    for (const ForestRow& row : m_forest.rows)
        m_nameWidth = std::max(m_nameWidth, metrics.horizontalAdvance(row.name));
    m_nameWidth = std::min(m_nameWidth, 130) + 34;
}

void OneCallBars::describe()
{
    QStringList words;
    for (std::size_t i = 0; i < m_forest.rows.size(); ++i) {
        const ForestRow& row = m_forest.rows[i];
        words << row.name + QLatin1Char(' ') + row.median + QLatin1Char(' ') + m_forest.timeUnit
                + (m_whyNotSplit[i].isEmpty() ? partTexts(i) : tr(", not split"));
    }
    setAccessibleName(words.join(QStringLiteral("; ")));
}

QString OneCallBars::partTexts(std::size_t row) const
{
    const CallSplit& split = m_splits.at(row);
    QString words;
    if (split.busyRatio)
        words += tr(", GPU busy %1").arg(partPercentText(*split.busyRatio));
    for (const CallPart& part : m_parts.at(row))
        if (split.medianNs > 0 && part.ns / split.medianNs >= leastCallPart)
            words += QStringLiteral(", ") + part.name + QLatin1Char(' ')
                + partPercentText(part.ns / split.medianNs);
    return words;
}

int OneCallBars::headHeight() const
{
    return m_place == CallPlace::Device ? tickHead : 0;
}

int OneCallBars::busyWidth() const
{
    return m_place == CallPlace::Device ? busyColumn : 0;
}

int OneCallBars::rowHeight() const
{
    const int room = height() - headHeight() - legendHeight();
    return std::min(tallestRow, room / std::max(1, static_cast<int>(m_splits.size())));
}

QRect OneCallBars::rowBox(std::size_t row, int height) const
{
    return {0, headHeight() + static_cast<int>(row) * height, width(), height};
}

void OneCallBars::paint(QPainter& painter, const Tokens& /*tokens*/)
{
    painter.setRenderHint(QPainter::Antialiasing, false); // edges of boxes are whole pixels
    if (m_forest.rows.empty())
        return;
    const int each = rowHeight();
    for (std::size_t i = 0; i < m_forest.rows.size(); ++i)
        paintRow(painter, i, rowBox(i, each));
    paintHead(painter);
    paintLegend(painter);
}

void OneCallBars::mouseReleaseEvent(QMouseEvent* event)
{
    QWidget::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    const int each = rowHeight();
    for (std::size_t i = 0; i < m_forest.rows.size(); ++i)
        if (rowBox(i, each).contains(event->pos()))
            Q_EMIT variantChosen(m_forest.rows[i].variant);
}

void OneCallBars::paintHead(QPainter& painter) const
{
    if (m_place != CallPlace::Device)
        return;
    painter.setFont(uiFont(type::caption, QFont::Medium));
    painter.setPen(theme().tokens().muted);
    drawText(painter, QRect(width() - busyColumn, 0, busyColumn, tickHead),
        Qt::AlignRight | Qt::AlignVCenter, tr("GPU busy"));
    const auto& first = m_forest.rows.front();
    if (!first.medianNs || m_slowestNs <= 0)
        return;
    const double whole
        = (width() - m_nameWidth - valueWidth - busyColumn) * *first.medianNs / m_slowestNs;
    for (const double tick : ticks)
        drawText(painter, QRectF(m_nameWidth + whole * tick - 30, 0, 60, tickHead),
            Qt::AlignHCenter | Qt::AlignVCenter, partPercentText(tick));
}

void OneCallBars::paintRow(QPainter& painter, std::size_t index, const QRect& box) const
{
    const ForestRow& row = m_forest.rows.at(index);
    const CallSplit& split = m_splits.at(index);
    const Tokens& tokens = theme().tokens();
    drawMarker(painter, theme().variant(row.variant), QPointF(5, box.center().y() + 1), 9);
    painter.setFont(uiFont(type::base, row.variant == m_focus ? QFont::DemiBold : QFont::Medium));
    painter.setPen(tokens.text);
    drawText(painter, QRect(20, box.top(), m_nameWidth - 26, box.height()),
        Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(row.name, painter.font(), Qt::ElideMiddle, m_nameWidth - 26));
    double end = m_nameWidth;
    if (row.medianNs && m_slowestNs > 0) {
        const double length
            = (box.width() - m_nameWidth - valueWidth - busyWidth()) * *row.medianNs / m_slowestNs;
        const bool words = m_isSplit && box.height() >= labelsFrom;
        const int bar = std::clamp(box.height() - 14 - (words ? labelsHeight : 0), 8, 44);
        const QRectF whole(m_nameWidth, box.center().y() + 1 - bar / 2.0, length, bar);
        if (words)
            paintPartText(painter, index, whole.bottom() + 4);
        painter.fillRect(whole, tokens.raised);
        paintParts(painter, whole, index);
        if (split.busyRatio)
            paintTicks(painter, whole);
        end += length;
    }
    painter.setFont(uiFont(type::caption, QFont::Medium));
    painter.setPen(tokens.muted);
    drawText(painter, QRectF(end + 7, box.top(), valueWidth, box.height()),
        Qt::AlignLeft | Qt::AlignVCenter, row.median);
    if (m_place != CallPlace::Device)
        return;
    painter.setFont(uiFont(type::base, QFont::DemiBold));
    painter.setPen(tokens.text);
    drawText(painter, QRect(width() - busyColumn, box.top(), busyColumn, box.height()),
        Qt::AlignRight | Qt::AlignVCenter,
        split.busyRatio ? partPercentText(*split.busyRatio) : absent());
}

void OneCallBars::paintParts(QPainter& painter, const QRectF& whole, std::size_t row) const
{
    const CallSplit& split = m_splits.at(row);
    double x = whole.left();
    for (const CallPart& part : m_parts.at(row)) {
        if (split.medianNs <= 0 || part.ns / split.medianNs < leastCallPart)
            continue;
        const QRectF box(x, whole.top(), whole.width() * part.ns / split.medianNs, whole.height());
        x = box.right();
        if (part.workClass)
            painter.fillRect(
                box.adjusted(0, 0, -1, 0), theme().tokens().workClass(*part.workClass));
        else
            drawIdle(painter, theme().tokens(), part.idle, box);
        if (m_isSplit)
            paintValue(painter, box, part);
    }
}

/// The largest parts by name, largest first: "GEMM 3.12 · elementwise 1.2".
void OneCallBars::paintPartText(QPainter& painter, std::size_t row, double top) const
{
    constexpr double worthASentence = 0.02; // of the call
    const CallSplit& split = m_splits.at(row);
    std::vector<CallPart> parts = m_parts.at(row);
    std::ranges::stable_sort(parts, std::greater(), &CallPart::ns);
    QStringList words;
    for (const CallPart& part : parts)
        if (split.medianNs > 0 && part.ns / split.medianNs >= worthASentence)
            words << part.name + QLatin1Char(' ')
                    + qt(profiler::formatNumber(part.ns / m_forest.nsPerUnit, 3));
    painter.setFont(uiFont(type::small));
    painter.setPen(theme().tokens().muted);
    const QRectF line(m_nameWidth, top, width() - m_nameWidth - busyWidth(), labelsHeight);
    const auto joined = [&words] { return words.join(QStringLiteral(" · ")); };
    while (words.size() > 1 && painter.fontMetrics().horizontalAdvance(joined()) > line.width())
        words.removeLast(); // half a figure misleads
    drawText(painter, line, Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(joined(), painter.font(), Qt::ElideRight, static_cast<int>(line.width())));
}

/// Above and below the bar, so that no part is covered.
void OneCallBars::paintTicks(QPainter& painter, const QRectF& whole) const
{
    constexpr double length = 4;
    painter.setPen(QPen(theme().tokens().text, 1));
    for (const double tick : ticks) {
        const double x = whole.left() + whole.width() * tick;
        painter.drawLine(QPointF(x, whole.top() - length), QPointF(x, whole.top() - 1));
        painter.drawLine(QPointF(x, whole.bottom() + 1), QPointF(x, whole.bottom() + length));
    }
}

/// Inside the part, on a ground of its own where that is a pattern.
void OneCallBars::paintValue(QPainter& painter, const QRectF& box, const CallPart& part) const
{
    const Tokens& tokens = theme().tokens();
    painter.setFont(uiFont(type::caption, QFont::DemiBold));
    const QString text = qt(profiler::formatNumber(part.ns / m_forest.nsPerUnit, 3));
    const double room = qRound(widthOfText(painter.font(), text)) + 8;
    if (box.width() < room || box.height() < 14)
        return;
    const QRectF ground(box.center().x() - room / 2, box.center().y() - 8, room, 16);
    if (!part.workClass)
        painter.fillRect(ground, tokens.raised);
    painter.setPen(
        part.workClass ? readableOn(tokens.workClass(*part.workClass)) : QColor(tokens.text));
    drawText(painter, ground, Qt::AlignCenter, text);
}

/// Those that occur.
std::vector<CallPart> OneCallBars::legendParts() const
{
    std::vector<CallPart> entries;
    bool idle = false;
    const auto& all = m_allParts;
    for (std::size_t part = 0; part < all.size(); ++part) {
        bool occurs = false;
        for (std::size_t row = 0; row < m_splits.size() && !occurs; ++row) {
            const double median = m_splits[row].medianNs;
            occurs = median > 0 && m_parts[row][part].ns / median >= leastCallPart;
        }
        if (!occurs)
            continue;
        entries.push_back(all[part]);
        if (m_place == CallPlace::Device && !all[part].workClass && !std::exchange(idle, true))
            entries.back().name = tr("idle: %1").arg(all[part].name);
    }
    return entries;
}

/// Where each entry begins, from the legend's own corner.
std::vector<QPoint> OneCallBars::legendPlaces() const
{
    const QFontMetrics metrics(uiFont(type::caption));
    std::vector<QPoint> places;
    QPoint at;
    for (const CallPart& entry : m_legend) {
        const int room = swatchRoom + metrics.horizontalAdvance(entry.name) + entryGap;
        if (at.x() > 0 && at.x() + room > width())
            at = {0, at.y() + legendLine};
        places.push_back(at);
        at.rx() += room;
    }
    return places;
}

int OneCallBars::legendHeight() const
{
    const auto places = legendPlaces();
    constexpr int least = 2 * legendLine; // the bars stay where they are from one focus to the next
    return legendGap + (places.empty() ? least : std::max(least, places.back().y() + legendLine));
}

void OneCallBars::paintLegend(QPainter& painter) const
{
    const Tokens& tokens = theme().tokens();
    painter.setFont(uiFont(type::caption));
    const auto places = legendPlaces();
    const int top = height() - legendHeight() + legendGap;
    for (std::size_t i = 0; i < m_legend.size(); ++i) {
        const CallPart& entry = m_legend[i];
        const QPoint at = places[i] + QPoint(0, top);
        const QRectF swatch(at.x(), at.y() + 4, 11, 11);
        if (entry.workClass)
            painter.fillRect(swatch, tokens.workClass(*entry.workClass));
        else
            drawIdle(painter, tokens, entry.idle, swatch);
        painter.setPen(tokens.muted);
        drawText(painter, QRectF(at.x() + swatchRoom, at.y() + 1, width(), 17),
            Qt::AlignLeft | Qt::AlignVCenter, entry.name);
    }
}

} // namespace ui
