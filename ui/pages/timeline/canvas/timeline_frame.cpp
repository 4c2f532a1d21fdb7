// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_frame.h"

#include "ui/figure/chart_parts.h"
#include "ui/pages/timeline/canvas/timeline_overlay.h"
#include "ui/pages/timeline/canvas/timeline_painter.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"
#include "ui/theme/fonts.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPainter>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ui {

namespace {

/// All runs have one scale.
double mostMemory(const TimelineScene& scene)
{
    double most = 0;
    for (const auto& run : scene.runs)
        if (run.tracks != nullptr)
            most
                = std::max({most, run.tracks->allocated.largest(), run.tracks->reserved.largest()});
    return most;
}

} // namespace

TimelineFrame::TimelineFrame(const Theme& theme)
    : m_theme(theme)
    , m_strip(theme)
{
}

void TimelineFrame::paint(QPainter& painter, const TimelineScene& scene,
    const TimelineSelection& selection, const TimelinePointer& pointer)
{
    m_strip.paint(painter, scene, scene.axis.camera(pointer.run), m_labels);
    TimelinePainter(painter, m_theme, scene.layout, scene.axis.window(pointer.run), m_labels)
        .paintRuler();
    for (const auto& head : scene.layout.heads())
        paintHead(painter, scene, head);
    painter.save();
    painter.setClipRect(scene.layout.plot());
    paintRows(painter, scene);
    TimelineOverlay overlay(painter, m_theme, scene);
    overlay.paintBreaks();
    overlay.paintSelection(selection);
    if (pointer.x && *pointer.x >= scene.layout.plot().left())
        overlay.paintCursor(*pointer.x, pointer.run);
    painter.restore();
    paintTitles(painter, scene.layout);
}

void TimelineFrame::paintRows(QPainter& painter, const TimelineScene& scene)
{
    std::vector<profiler::StateTimes> device;
    std::optional<std::size_t> run; // that the device is of
    for (const auto& placed : scene.layout.rows()) {
        const auto& shown = scene.runs[placed.run];
        const auto origin = scene.axis.origin(placed.run);
        TimelinePainter lines(
            painter, m_theme, scene.layout, scene.axis.window(placed.run), m_labels);
        lines.setLit(m_lit);
        const bool onDevice = placed.row.kind == TimelineRowKind::Kernels
            || placed.row.kind == TimelineRowKind::Busy;
        if (onDevice && run != placed.run) {
            device = lines.device(shown, origin);
            if (m_gaps)
                lines.paintGaps(placed.box, device);
            run = placed.run;
        }
        if (placed.row.kind == TimelineRowKind::Busy)
            lines.paintBusy(placed.box, shown, device);
        else if (placed.row.kind == TimelineRowKind::Memory)
            lines.paintMemory(placed.box, shown, origin, mostMemory(scene));
        else
            lines.paintLane(placed, shown, origin);
        if (placed.row.kind == TimelineRowKind::Compiles)
            paintNoCompile(painter, scene, placed);
    }
}

/// Compiles take seconds and calls milliseconds: from near their line is empty.
void TimelineFrame::paintNoCompile(
    QPainter& painter, const TimelineScene& scene, const PlacedRow& placed) const
{
    if (placed.row.depth > 0 || placed.row.lane->totals(scene.axis.seen(placed.run)).events > 0)
        return;
    drawLabel(painter, QRectF(placed.box).adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::caption), m_theme.tokens().muted,
        QObject::tr("compiles nothing here; see the run from its start"));
}

void TimelineFrame::paintHead(
    QPainter& painter, const TimelineScene& scene, const PlacedHead& head) const
{
    const Tokens& tokens = m_theme.tokens();
    const auto& run = scene.runs[head.run];
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.raised);
    painter.drawRoundedRect(head.box, 4, 4);
    drawVariantName(painter, tokens, m_theme.variant(run.variant),
        QRectF(head.box)
            .adjusted(8, 0, 0, 0)
            .intersected(QRectF(0, head.box.top(), 220, head.box.height())),
        run.name, Emphasis::Focused);
    const auto& words = scene.heads.at(head.run);
    const QRectF room = QRectF(head.box).adjusted(228, 0, -10, 0);
    const QFont font = uiFont(type::caption);
    drawLabel(painter, room, Qt::AlignRight | Qt::AlignVCenter, font, tokens.muted, words.figures);
    if (words.duration.isEmpty())
        return;
    const double taken = QFontMetricsF(font).horizontalAdvance(words.figures) + 16;
    QString call
        = QObject::tr("call %1 · %2").arg(scene.axis.anchor().call + 1).arg(words.duration);
    if (!words.difference.isEmpty())
        call += QObject::tr(", %1").arg(words.difference);
    drawLabel(painter, room.adjusted(0, 0, -taken, 0), Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::caption, QFont::DemiBold), tokens.text, call);
}

void TimelineFrame::paintTitles(QPainter& painter, const TimelineLayout& layout) const
{
    for (const auto& placed : layout.rows())
        drawLabel(painter,
            QRectF(14, placed.box.top(), TimelineLayout::titleWidth - 18, placed.box.height()),
            Qt::AlignLeft | Qt::AlignVCenter, uiFont(type::caption), m_theme.tokens().muted,
            qt(placed.row.title));
}

} // namespace ui
