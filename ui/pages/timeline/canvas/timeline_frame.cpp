// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_frame.h"

#include "profiler/model/number_text.h"
#include "ui/figure/chart_parts.h"
#include "ui/pages/timeline/canvas/timeline_painter.h"
#include "ui/pages/timeline/canvas/timeline_ruler.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
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

/// Draws what lies over the lines: graph breaks, the selected event with its launch, the range,
/// marks, the pointer's moment.
class TimelineOverlay {
public:
    TimelineOverlay(QPainter& painter, const Theme& theme, const TimelineScene& scene)
        : m_painter(painter)
        , m_theme(theme)
        , m_scene(scene)
    {
    }

    void paintBreaks();
    void paintSelection(const TimelineSelection& selection);
    /// Through all runs, with the moment in words at the ruler; `run` tells whose time that is.
    void paintCursor(double x, std::size_t run);

private:
    [[nodiscard]] QRect boxOfRun(std::size_t run) const;
    [[nodiscard]] QRectF boxOf(const TimelinePick& pick) const;
    void paintLaunch(const TimelinePick& pick, const TimelinePick& otherEnd);
    void paintRange(const TimelineWindow& range);
    void paintMark(std::int64_t time, std::size_t number);
    void paintSign(QPointF centre, const QString& text, const QColor& border);

    QPainter& m_painter;
    const Theme& m_theme;
    const TimelineScene& m_scene;
};

constexpr double signSize = 17;
constexpr double leastBetweenSigns = 18; ///< px; nearer ones would hide each other
constexpr double rangeOpacity = 0.14;
constexpr double arrowLength = 7;
constexpr double arrowWidth = 4;

QRect TimelineOverlay::boxOfRun(std::size_t run) const
{
    QRect box;
    for (const auto& placed : m_scene.layout.rows())
        if (placed.run == run)
            box |= placed.box;
    return box;
}

QRectF TimelineOverlay::boxOf(const TimelinePick& pick) const
{
    const auto& placed = m_scene.rowOf(pick);
    const double left = m_scene.xOf(placed.run, pick.what.span.begin);
    const double right = m_scene.xOf(placed.run, pick.what.span.end);
    return {left, static_cast<double>(placed.box.top()), std::max(2.0, right - left),
        static_cast<double>(placed.box.height())};
}

void TimelineOverlay::paintSign(QPointF centre, const QString& text, const QColor& border)
{
    m_painter.setFont(uiFont(type::small, QFont::Bold));
    const double width
        = std::max(signSize, m_painter.fontMetrics().horizontalAdvance(text) + signSize / 2);
    const QRectF box(centre.x() - width / 2, centre.y() - signSize / 2, width, signSize);
    m_painter.setPen(QPen(border, 1.5));
    m_painter.setBrush(m_theme.tokens().panel);
    m_painter.drawRoundedRect(box, signSize / 2, signSize / 2);
    m_painter.setPen(m_theme.tokens().text);
    drawText(m_painter, box, Qt::AlignCenter, text);
}

/// Lines through the run's rows with the numbers of the Graph breaks page; from afar those that
/// stand too close have one sign with all their numbers.
void TimelineOverlay::paintBreaks()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = m_theme.tokens().warn;
    for (const auto& head : m_scene.layout.heads()) {
        const auto& run = m_scene.runs[head.run];
        const auto seen = m_scene.axis.seen(head.run);
        const QRect box = boxOfRun(head.run);
        const auto first
            = std::ranges::lower_bound(run.breaks, seen.begin, {}, &TimelineBreak::time);
        for (auto mark = first; mark != run.breaks.end() && mark->time < seen.end;) {
            const double x = m_scene.xOf(head.run, mark->time);
            std::vector<int> numbers;
            for (; mark != run.breaks.end() && mark->time < seen.end
                 && m_scene.xOf(head.run, mark->time) - x < leastBetweenSigns;
                 ++mark)
                numbers.push_back(mark->number);
            m_painter.setPen(QPen(colour, 1.5));
            m_painter.drawLine(QPointF(x, head.box.bottom()), QPointF(x, box.bottom()));
            paintSign({x, head.box.bottom() + signSize / 4}, breakNumbers(numbers), colour);
        }
    }
    m_painter.restore();
}

/// From the end of the launch's record down or up to where the work begins.
void TimelineOverlay::paintLaunch(const TimelinePick& pick, const TimelinePick& otherEnd)
{
    const bool isLaunch = m_scene.rowOf(pick).row.kind == TimelineRowKind::Launches;
    const QRectF launch = boxOf(isLaunch ? pick : otherEnd);
    const QRectF work = boxOf(isLaunch ? otherEnd : pick);
    const bool below = work.center().y() > launch.center().y();
    const QPointF from(launch.center().x(), below ? launch.bottom() : launch.top());
    const QPointF to(work.left(), below ? work.top() : work.bottom());
    const double bend = (to.y() - from.y()) / 2;
    QPainterPath path(from);
    path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.tokens().accent, 1.5));
    m_painter.drawPath(path);
    const double back = below ? -arrowLength : arrowLength;
    m_painter.setBrush(m_theme.tokens().accent);
    m_painter.drawPolygon(
        QPolygonF({to, to + QPointF(-arrowWidth, back), to + QPointF(arrowWidth, back)}));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(isLaunch ? work : launch);
}

void TimelineOverlay::paintRange(const TimelineWindow& range)
{
    const Tokens& tokens = m_theme.tokens();
    for (std::size_t run = 0; run < m_scene.runs.size(); ++run) {
        const auto span = m_scene.axis.inRun(run, range);
        const QRect box = boxOfRun(run);
        const double left = m_scene.xOf(run, span.begin);
        const double right = m_scene.xOf(run, span.end);
        const QRectF area(left, box.top(), std::max(1.0, right - left), box.height());
        m_painter.setOpacity(rangeOpacity);
        m_painter.fillRect(area, tokens.accent);
        m_painter.setOpacity(1);
        m_painter.setPen(QPen(tokens.accent, 1));
        m_painter.drawLine(area.topLeft(), area.bottomLeft());
        m_painter.drawLine(area.topRight(), area.bottomRight());
        if (run > 0 || m_scene.axis.isFitted()) // then each run has a length of its own
            continue;
        constexpr double width = 76;
        const QRect ruler = m_scene.layout.ruler();
        const QRectF label(
            area.center().x() - width / 2, ruler.top() + 1, width, ruler.height() - 8);
        m_painter.fillRect(label, tokens.panel); // the ticks below
        drawLabel(m_painter, label, Qt::AlignCenter, uiFont(type::caption, QFont::DemiBold),
            tokens.accent, qt(profiler::formatDuration(static_cast<double>(range.length()))));
    }
}

void TimelineOverlay::paintMark(std::int64_t time, std::size_t number)
{
    const QColor colour = m_theme.tokens().accent;
    for (std::size_t run = 0; run < m_scene.runs.size(); ++run) {
        const QRect box = boxOfRun(run);
        const double x = m_scene.xOf(run, m_scene.axis.inRun(run, {time, time + 1}).begin);
        m_painter.setPen(QPen(colour, 1, Qt::DashLine));
        m_painter.drawLine(QPointF(x, box.top() - 4), QPointF(x, box.bottom()));
        if (run == 0)
            paintSign({x, m_scene.layout.ruler().bottom() - 4.0},
                QString(QChar(u'A' + static_cast<char16_t>(number % 26))), colour);
    }
}

void TimelineOverlay::paintSelection(const TimelineSelection& selection)
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    if (selection.range)
        paintRange(*selection.range);
    for (std::size_t i = 0; i < selection.marks.size(); ++i)
        paintMark(selection.marks[i], i);
    if (selection.pick) {
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(QPen(m_theme.tokens().accent, 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(boxOf(*selection.pick).adjusted(-1, -1, 0, 1));
        m_painter.setRenderHint(QPainter::Antialiasing);
        if (selection.otherEnd)
            paintLaunch(*selection.pick, *selection.otherEnd);
    }
    m_painter.restore();
}

void TimelineOverlay::paintCursor(double x, std::size_t run)
{
    const Tokens& tokens = m_theme.tokens();
    const QRect ruler = m_scene.layout.ruler();
    const QRect plot = m_scene.layout.plot();
    m_painter.setPen(QPen(tokens.muted, 1, Qt::DotLine));
    m_painter.drawLine(QPointF(x, ruler.top()), QPointF(x, plot.bottom()));
    if (run >= m_scene.runs.size())
        return;
    const auto time = m_scene.timeAt(run, x) - m_scene.axis.origin(run);
    const QString words = TimelineRuler(m_scene.axis.window(run)).cursorText(time);
    constexpr double width = 76;
    const double left = std::min(x + 4, plot.right() - width);
    const QRectF box(left, ruler.top() + 1, width, ruler.height() - 8);
    m_painter.fillRect(box, tokens.panel);
    drawLabel(m_painter, box, Qt::AlignLeft | Qt::AlignVCenter,
        uiFont(type::caption, QFont::DemiBold), tokens.text, words);
}

} // namespace

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
        if (m_light != nullptr && placed.run < m_light->runs.size())
            lines.setLight(m_light->runs[placed.run]);
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
