// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_strip.h"

#include "ui/figure/chart_parts.h"
#include "ui/pages/timeline/canvas/timeline_painter.h"
#include "ui/theme/fonts.h"

#include <QObject>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

constexpr double narrowestBox = 3; ///< px

const QPixmap& TimelineStrip::picture(
    const TimelineScene& scene, const TimelineCamera& camera, qreal ratio, TimelineLabels& labels)
{
    const QRect box = scene.layout.strip();
    const Key key {box.size(), camera.bounds(), &m_theme.tokens(), ratio};
    if (m_picture && m_key == key)
        return *m_picture;
    m_key = key;
    m_picture.emplace(box.size() * ratio);
    m_picture->setDevicePixelRatio(ratio);
    m_picture->fill(Qt::transparent);
    QPainter painter(&*m_picture);
    painter.translate(-box.topLeft());
    TimelinePainter lines(painter, m_theme, scene.layout, camera.window(), labels);
    for (std::size_t run = 0; run < scene.runs.size(); ++run)
        if (scene.runs[run].tracks != nullptr)
            lines.paintStrip(
                scene.layout.stripOf(run), scene.runs[run], scene.axis.inRun(run, camera.bounds()));
    return *m_picture;
}

void TimelineStrip::paint(QPainter& painter, const TimelineScene& scene,
    const TimelineCamera& camera, TimelineLabels& labels)
{
    const Tokens& tokens = m_theme.tokens();
    const QRect strip = scene.layout.strip();
    drawLabel(painter, QRectF(0, strip.top(), TimelineLayout::titleWidth, 15),
        Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::caption, QFont::DemiBold), tokens.text,
        QObject::tr("Whole run"));
    painter.drawPixmap(
        strip.topLeft(), picture(scene, camera, painter.device()->devicePixelRatioF(), labels));
    const auto& bounds = camera.bounds();
    const auto xOf = [&](std::int64_t time) {
        return strip.left()
            + static_cast<double>(time - bounds.from) * strip.width()
            / static_cast<double>(bounds.length());
    };
    const double left = xOf(camera.window().from);
    const QRectF box(left, strip.top() - 2, std::max(narrowestBox, xOf(camera.window().to) - left),
        strip.height() + 2);
    painter.setPen(QPen(tokens.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
}

std::int64_t timeOnStrip(const TimelineLayout& layout, const TimelineCamera& camera, double x)
{
    const double share = (x - layout.strip().left()) / layout.strip().width();
    const auto& bounds = camera.bounds();
    return bounds.from + std::llround(share * static_cast<double>(bounds.length()));
}

} // namespace ui
