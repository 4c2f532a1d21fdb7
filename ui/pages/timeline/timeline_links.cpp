// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_links.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/timeline/timeline_search.h"
#include "ui/charts/call_parts.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/chart_parts.h"
#include "ui/text/text.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"

#include <QFontMetrics>
#include <QObject>
#include <QPainter>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ui {

namespace {

TimelinePosition placeIn(const TimelineScene& scene, std::size_t run)
{
    return {.variant = scene.runs[run].variant, .variantName = scene.runs[run].name, .run = run};
}

} // namespace

std::vector<TimelinePosition> longestIdleTimes(const TimelineScene& scene, std::size_t most)
{
    std::vector<TimelinePosition> places;
    for (std::size_t i = 0; i < scene.runs.size(); ++i) {
        const auto& run = scene.runs[i];
        const auto call = callOf(run, scene.axis.anchor().call);
        if (!call || run.tracks->device.size() == 0)
            continue;
        for (const auto& idle : profiler::longestIdleTimes(run.tracks->device, *call, most)) {
            auto place = placeIn(scene, i);
            place.name = idle.cause ? qt(profiler::idleCauseName(*idle.cause))
                                    : QObject::tr("cause unknown");
            place.value = durationText(idle.span.end - idle.span.begin);
            place.pattern = idle.cause ? idlePatternOf(*idle.cause) : IdlePattern::DottedOutline;
            place.span = idle.span;
            places.push_back(std::move(place));
        }
    }
    std::ranges::stable_sort(places, std::greater {},
        [](const TimelinePosition& place) { return place.span.end - place.span.begin; });
    places.resize(std::min(places.size(), most));
    return places;
}

std::vector<TimelinePosition> breaksOfCall(const TimelineScene& scene)
{
    struct Passed {
        const TimelineBreak* first = nullptr;
        int times = 0;
    };

    std::map<std::pair<int, std::size_t>, Passed> passed; // by number and run
    for (std::size_t i = 0; i < scene.runs.size(); ++i) {
        const auto& run = scene.runs[i];
        const auto call = callOf(run, scene.axis.anchor().call);
        for (const auto& each : run.breaks)
            if (call && each.time >= call->begin && each.time < call->end) {
                auto& entry = passed[{each.number, i}];
                entry.first = entry.first == nullptr ? &each : entry.first;
                ++entry.times;
            }
    }
    std::vector<TimelinePosition> places;
    for (const auto& [key, entry] : passed) {
        auto place = placeIn(scene, key.second);
        place.name = entry.first->reason;
        place.value = QObject::tr("%1×").arg(entry.times);
        place.sign = QString::number(key.first);
        place.span = {entry.first->time, entry.first->time};
        places.push_back(std::move(place));
    }
    return places;
}

constexpr int rowHeight = 26;
constexpr int reach = 6; ///< of the ground beyond the texts
constexpr double linkSignSize = 15;
constexpr double markerSize = 8;
constexpr double signMiddle = linkSignSize / 2;
constexpr double markerMiddle = linkSignSize + 13;
constexpr double textLeft = linkSignSize + 26;

TimelinePlaceRow::TimelinePlaceRow(const Theme& theme, TimelinePosition place)
    : Painted<QAbstractButton>(theme)
    , m_place(std::move(place))
{
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const QString words = tr("%1 in %2, %3").arg(m_place.name, m_place.variantName, m_place.value);
    setAccessibleName(words);
    setAccessibleDescription(tr("Shows it in the timeline"));
    setToolTip(words.toHtmlEscaped());
}

QSize TimelinePlaceRow::sizeHint() const
{
    const int value
        = QFontMetrics(uiFont(type::base, QFont::DemiBold)).horizontalAdvance(m_place.value);
    const int name = QFontMetrics(uiFont(type::base)).horizontalAdvance(m_place.name);
    return {static_cast<int>(textLeft) + name + 12 + value, rowHeight};
}

void TimelinePlaceRow::paintSign(QPainter& painter) const
{
    const Tokens& tokens = theme().tokens();
    const double middle = rect().center().y() + 0.5;
    const QRectF box(
        signMiddle - (linkSignSize / 2), middle - (linkSignSize / 2), linkSignSize, linkSignSize);
    if (m_place.pattern)
        drawIdle(painter, tokens, *m_place.pattern, box);
    if (!m_place.sign.isEmpty()) {
        painter.setPen(QPen(tokens.warn, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5));
        drawLabel(painter, box, Qt::AlignCenter, uiFont(type::small, QFont::Bold), tokens.text,
            m_place.sign);
    }
    drawMarker(painter, theme().variant(m_place.variant), {markerMiddle, middle}, markerSize);
}

void TimelinePlaceRow::paint(QPainter& painter, const Tokens& tokens)
{
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.selection);
        painter.drawRoundedRect(rect(), 4, 4);
    }
    paintSign(painter);
    const QFont strong = uiFont(type::base, QFont::DemiBold);
    const double value = QFontMetricsF(strong).horizontalAdvance(m_place.value);
    drawLabel(painter, QRectF(rect()), Qt::AlignRight | Qt::AlignVCenter, strong, tokens.text,
        m_place.value);
    const QRectF room = QRectF(rect()).adjusted(textLeft, 0, -value - reach, 0);
    const QFont font = uiFont(type::base);
    drawLabel(painter, room, Qt::AlignLeft | Qt::AlignVCenter, font, tokens.text,
        QFontMetrics(font).elidedText(
            m_place.name, Qt::ElideMiddle, static_cast<int>(room.width())));
    if (showsFocus(*this)) {
        painter.setPen(QPen(tokens.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

} // namespace ui
