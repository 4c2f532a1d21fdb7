// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_painter.h"

#include "profiler/model/number_text.h"
#include "ui/charts/call_parts.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/scale.h"
#include "ui/pages/timeline/canvas/timeline_ruler.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ui {

namespace {

using profiler::LaneColumn;
using profiler::StateTimes;
using profiler::TimelineEvent;
using profiler::TimeSpan;

constexpr double widthOfName = 30; ///< from there on an event is named
constexpr int leastNameHeight = 15;
constexpr int widthOfGap = 5; ///< narrower idle times cannot show their pattern
constexpr double gapOpacity = 0.5; ///< kernels come first
constexpr double modulesOverPanel = 0.35;
constexpr double curveOverPanel = 0.3;
constexpr double unlitOverPanel = 0.18;
constexpr double tickHeight = 3; ///< under lit work
constexpr double leastTick = 2; ///< its width

bool isModule(TimelineRowKind kind)
{
    return kind == TimelineRowKind::Modules || kind == TimelineRowKind::Graphs
        || kind == TimelineRowKind::Ranges || kind == TimelineRowKind::Compiles;
}

double nsOf(const LaneColumn& column)
{
    double sum = 0;
    for (const auto ns : column.ns)
        sum += static_cast<double>(ns);
    return sum;
}

/// What most of an idle pixel waits for; nullopt: it is busy, or nobody looked for causes.
std::optional<profiler::IdleCause> idleCauseOf(const StateTimes& times)
{
    if (times.busyNs() > 0)
        return std::nullopt;
    std::optional<profiler::IdleCause> cause;
    std::int64_t most = 0;
    for (const auto each : profiler::idleCauses)
        if (const auto ns = times.of(profiler::DeviceState(each)); ns > most) {
            most = ns;
            cause = each;
        }
    return cause;
}

} // namespace

TimelinePainter::TimelinePainter(QPainter& painter, const Theme& theme,
    const TimelineLayout& layout, TimelineWindow window, TimelineLabels& labels)
    : m_painter(painter)
    , m_theme(theme)
    , m_layout(layout)
    , m_window(window)
    , m_labels(labels)
{
}

TimeSpan TimelinePainter::spanOf(std::int64_t origin) const
{
    return {origin + m_window.from, origin + m_window.to};
}

QColor TimelinePainter::colourOf(
    TimelineRowKind row, std::uint8_t kind, const TimelineRun& run, bool dimmed) const
{
    const Tokens& tokens = m_theme.tokens();
    if (const auto workClass = workClassOf(row, kind)) {
        const QColor& colour = tokens.workClass(*workClass);
        return dimmed || (m_lit && *m_lit != *workClass)
            ? blend(colour, tokens.panel, unlitOverPanel)
            : colour;
    }
    return blend(m_theme.variant(run.variant).colour, tokens.panel, modulesOverPanel);
}

std::vector<StateTimes> TimelinePainter::device(const TimelineRun& run, std::int64_t origin) const
{
    return run.tracks->device.columns(spanOf(origin), m_layout.ruler().width());
}

void TimelinePainter::paintLane(
    const PlacedRow& placed, const TimelineRun& run, std::int64_t origin)
{
    const auto span = spanOf(origin);
    const auto& lane = *placed.row.lane;
    const auto lit = litPixels(placed, origin);
    paintColumns(placed, run, lane.columns(span, placed.box.width()), lit);
    const auto atLeast = static_cast<std::int64_t>(
        widthOfOneEvent * static_cast<double>(m_window.length()) / placed.box.width());
    const auto found = lane.eventsIn(span, atLeast, static_cast<std::size_t>(placed.box.width()));
    for (const auto& [index, event] : found.events)
        paintEvent(placed, run, origin, event, isDimmed(placed, index));
    paintTicks(placed.box, lit);
}

/// Work steps back, not the modules that it stands in.
bool TimelinePainter::isDimmed(const PlacedRow& placed, std::size_t event) const
{
    if (m_light == nullptr || isModule(placed.row.kind))
        return false;
    const auto* lit = litOf(placed);
    return lit == nullptr || !std::ranges::binary_search(*lit, event);
}

const std::vector<std::size_t>* TimelinePainter::litOf(const PlacedRow& placed) const
{
    if (m_light == nullptr)
        return nullptr;
    const auto found = m_light->ofLane.find(placed.row.lane);
    return found == m_light->ofLane.end() ? nullptr : &found->second;
}

/// Of events that share a pixel one is looked at: there may be millions.
std::vector<bool> TimelinePainter::litPixels(const PlacedRow& placed, std::int64_t origin) const
{
    const auto* events = litOf(placed);
    if (events == nullptr)
        return {};
    const auto& lane = *placed.row.lane;
    const int width = placed.box.width();
    const double nsPerPixel = static_cast<double>(m_window.length()) / width;
    const auto pixelOf = [&](std::int64_t ns) {
        const double x = std::floor(static_cast<double>(ns - origin - m_window.from) / nsPerPixel);
        return static_cast<int>(std::clamp(x, 0.0, width - 1.0));
    };
    const auto seen = spanOf(origin);
    std::vector<bool> lit(static_cast<std::size_t>(width), false);
    const auto begun = lane.begunBefore(seen.begin);
    auto next = std::ranges::lower_bound(*events, begun == 0 ? 0 : begun - 1);
    while (next != events->end()) {
        const auto span = lane.event(*next).span;
        if (span.begin >= seen.end)
            break;
        if (span.end <= seen.begin) {
            ++next;
            continue;
        }
        const int last = pixelOf(std::max(span.begin, span.end - 1));
        for (int x = pixelOf(span.begin); x <= last; ++x)
            lit[static_cast<std::size_t>(x)] = true;
        const auto after = origin + m_window.from
            + static_cast<std::int64_t>(std::ceil((last + 1) * nsPerPixel));
        next = std::lower_bound(next + 1, events->end(), lane.begunBefore(after));
    }
    return lit;
}

void TimelinePainter::paintTicks(const QRect& box, const std::vector<bool>& lit)
{
    const QColor& accent = m_theme.tokens().accent;
    for (std::size_t x = 0; x < lit.size(); ++x) {
        const auto first = x;
        while (x < lit.size() && lit[x])
            ++x;
        if (x > first)
            m_painter.fillRect(
                QRectF(box.left() + static_cast<double>(first), box.bottom() + 1 - tickHeight,
                    std::max(leastTick, static_cast<double>(x - first)), tickHeight),
                accent);
    }
}

/// As one picture: thousands of rectangles would cost more than finding what they show.
void TimelinePainter::paintColumns(const PlacedRow& placed, const TimelineRun& run,
    const std::vector<LaneColumn>& columns, const std::vector<bool>& lit)
{
    const double nsPerColumn
        = static_cast<double>(m_window.length()) / static_cast<double>(placed.box.width());
    const int height = placed.box.height();
    const bool dims = m_light != nullptr;
    std::array<std::array<QRgb, profiler::laneKinds>, 2> colours {}; // dimmed ones first
    for (std::size_t kind = 0; kind < profiler::laneKinds; ++kind)
        for (const bool isLit : {false, true})
            colours.at(isLit ? 1 : 0).at(kind)
                = colourOf(placed.row.kind, static_cast<std::uint8_t>(kind), run, dims && !isLit)
                      .rgb();
    std::vector<Bar> bars(columns.size());
    for (std::size_t x = 0; x < columns.size(); ++x) {
        if (columns[x].events == 0)
            continue;
        const double share = std::min(1.0, nsOf(columns[x]) / nsPerColumn);
        const bool isLit = x < lit.size() && lit[x];
        const QRgb colour
            = colours.at(isLit ? 1 : 0).at(profiler::longestKind(columns[x]).value_or(0));
        bars[x] = {.height = std::max(1, static_cast<int>(std::lround(share * height))),
            .colour = colour,
            .top = colour};
    }
    paintBars(placed.box, bars);
}

/// From the top down, where a line of pixels is the one above it but for bars that begin there.
void TimelinePainter::paintBars(const QRect& box, const std::vector<Bar>& bars)
{
    constexpr int none = -1;
    std::vector<int> firstOfHeight(static_cast<std::size_t>(box.height()) + 1, none);
    std::vector<int> nextOfHeight(bars.size(), none);
    for (std::size_t x = 0; x < bars.size(); ++x)
        nextOfHeight[x] = std::exchange(
            firstOfHeight[static_cast<std::size_t>(bars[x].height)], static_cast<int>(x));
    QImage picture(
        static_cast<int>(bars.size()), box.height(), QImage::Format_ARGB32_Premultiplied);
    std::vector<QRgb> line(bars.size());
    std::vector<int> begun; // in the line above, where the top may have a colour of its own
    for (int y = 0; y < box.height(); ++y) {
        for (const int x : std::exchange(begun, {}))
            line[static_cast<std::size_t>(x)] = bars[static_cast<std::size_t>(x)].colour;
        const auto height = static_cast<std::size_t>(box.height() - y);
        for (int x = firstOfHeight[height]; x != none;
             x = nextOfHeight[static_cast<std::size_t>(x)]) {
            line[static_cast<std::size_t>(x)] = bars[static_cast<std::size_t>(x)].top;
            begun.push_back(x);
        }
        std::ranges::copy(line, reinterpret_cast<QRgb*>(picture.scanLine(y)));
    }
    m_painter.drawImage(box.topLeft(), picture);
}

void TimelinePainter::paintEvent(const PlacedRow& placed, const TimelineRun& run,
    std::int64_t origin, const TimelineEvent& event, bool dimmed)
{
    const double left = std::max<double>(
        placed.box.left() - 2.0, m_layout.xOf(event.span.begin - origin, m_window));
    const double right = std::min<double>(
        placed.box.right() + 3.0, m_layout.xOf(event.span.end - origin, m_window));
    const QRectF box(left, placed.box.top(), right - left, placed.box.height());
    const Tokens& tokens = m_theme.tokens();
    const QColor colour = colourOf(placed.row.kind, event.kind, run, dimmed);
    m_painter.fillRect(box, tokens.panel); // the columns below
    m_painter.fillRect(box.adjusted(0, 0, -1, 0), colour);
    if (isModule(placed.row.kind)) {
        m_painter.setPen(QPen(m_theme.variant(run.variant).colour, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(box.adjusted(0.5, 0.5, -1.5, -0.5));
    }
    const QRectF room = box.intersected(QRectF(placed.box)).adjusted(4, 0, -4, 0);
    if (room.width() < widthOfName - 8 || placed.row.height < leastNameHeight)
        return;
    const auto& label = m_labels.fitted(eventName(run, placed.row.kind, event), room.width());
    if (label.text().isEmpty())
        return;
    m_painter.setFont(m_labels.font());
    m_painter.setPen(isModule(placed.row.kind) ? QColor(tokens.text) : readableOn(colour));
    const QSizeF size = label.size();
    m_painter.drawStaticText(
        QPointF(room.center().x() - size.width() / 2, room.center().y() - size.height() / 2),
        label);
}

void TimelinePainter::paintBusy(
    const QRect& box, const TimelineRun& run, const std::vector<StateTimes>& columns)
{
    const double nsPerColumn
        = static_cast<double>(m_window.length()) / static_cast<double>(columns.size());
    const QColor colour = m_theme.variant(run.variant).colour;
    const QRgb ground = blend(colour, m_theme.tokens().panel, curveOverPanel).rgb();
    std::vector<Bar> bars(columns.size());
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const double share = std::min(1.0, static_cast<double>(columns[x].busyNs()) / nsPerColumn);
        bars[x] = {.height = 1 + static_cast<int>(std::lround(share * (box.height() - 1))),
            .colour = ground,
            .top = colour.rgb()};
    }
    paintBars(box, bars);
}

void TimelinePainter::paintMemory(
    const QRect& box, const TimelineRun& run, std::int64_t origin, double most)
{
    const auto heightOf = [&](const std::optional<double>& bytes) {
        return !bytes || most <= 0
            ? 0
            : std::clamp(
                static_cast<int>(std::lround(*bytes / most * box.height())), 1, box.height());
    };
    const QColor colour = m_theme.variant(run.variant).colour;
    const QRgb ground = blend(colour, m_theme.tokens().panel, curveOverPanel).rgb();
    const auto columns = run.tracks->allocated.columns(spanOf(origin), box.width());
    std::vector<Bar> bars(columns.size());
    for (std::size_t x = 0; x < columns.size(); ++x)
        bars[x] = {.height = heightOf(columns[x]), .colour = ground, .top = colour.rgb()};
    paintBars(box, bars);
    const auto reserved = run.tracks->reserved.columns(spanOf(origin), box.width());
    for (int x = 0; x < static_cast<int>(reserved.size()); ++x)
        if (const auto& bytes = reserved[static_cast<std::size_t>(x)])
            m_painter.fillRect(
                box.left() + x, box.bottom() + 1 - heightOf(bytes), 1, 1, m_theme.tokens().muted);
}

/// Stretches of pixels in which nothing ran, as long as one cause has most of each.
void TimelinePainter::paintGaps(const QRect& box, const std::vector<StateTimes>& columns)
{
    m_painter.save();
    m_painter.setOpacity(gapOpacity);
    const int count = static_cast<int>(columns.size());
    for (int first = 0; first < count;) {
        const auto cause = idleCauseOf(columns[static_cast<std::size_t>(first)]);
        int next = first + 1;
        while (next < count && idleCauseOf(columns[static_cast<std::size_t>(next)]) == cause)
            ++next;
        if (cause && next - first >= widthOfGap)
            drawIdle(m_painter, m_theme.tokens(), idlePatternOf(*cause),
                QRectF(box.left() + first, box.top(), next - first, box.height()));
        first = next;
    }
    m_painter.restore();
}

void TimelinePainter::paintStrip(const QRect& box, const TimelineRun& run, const TimeSpan& whole)
{
    const QColor colour = m_theme.variant(run.variant).colour;
    m_painter.fillRect(box, m_theme.tokens().raised);
    const double nsPerColumn
        = static_cast<double>(whole.end - whole.begin) / static_cast<double>(box.width());
    const auto paint = [&](int x, double ns) {
        const double share = std::min(1.0, ns / nsPerColumn);
        if (share <= 0)
            return;
        const int height = std::max(1, static_cast<int>(std::lround(share * box.height())));
        m_painter.fillRect(box.left() + x, box.bottom() + 1 - height, 1, height, colour);
    };
    if (run.tracks->device.size() > 0) {
        const auto columns = run.tracks->device.columns(whole, box.width());
        for (int x = 0; x < box.width(); ++x)
            paint(x, static_cast<double>(columns[static_cast<std::size_t>(x)].busyNs()));
    } else {
        const auto columns = run.tracks->calls.columns(whole, box.width());
        for (int x = 0; x < box.width(); ++x)
            paint(x, nsOf(columns[static_cast<std::size_t>(x)]));
    }
    paintCompiles(box, run, whole);
}

/// Patterned, with how long it took where there is room for it.
void TimelinePainter::paintCompiles(const QRect& box, const TimelineRun& run, const TimeSpan& whole)
{
    const Tokens& tokens = m_theme.tokens();
    const double pixelsPerNs = box.width() / static_cast<double>(whole.end - whole.begin);
    for (const auto& compile : run.tracks->compileSpans) {
        const double left
            = box.left() + static_cast<double>(compile.span.begin - whole.begin) * pixelsPerNs;
        const double width = std::max(
            1.0, static_cast<double>(compile.span.end - compile.span.begin) * pixelsPerNs);
        const QRectF span = QRectF(left, box.top(), width, box.height()).intersected(box);
        if (span.isEmpty())
            continue;
        drawIdle(m_painter, tokens, IdlePattern::Dots, span);
        const QString words = compileText(compile);
        const QFont font = uiFont(type::small, QFont::DemiBold);
        const double room = QFontMetricsF(font).horizontalAdvance(words) + 8;
        if (span.width() < room)
            continue;
        const QRectF label(span.center().x() - room / 2, span.top(), room, span.height());
        m_painter.fillRect(label, tokens.raised);
        drawLabel(m_painter, label, Qt::AlignCenter, font, tokens.text, words);
    }
}

void TimelinePainter::paintRuler()
{
    const Tokens& tokens = m_theme.tokens();
    const TimelineRuler ruler(m_window);
    const QRect box = m_layout.ruler();
    const QRect plot = m_layout.plot();
    for (const std::int64_t ns : ruler.ticks()) {
        const double x = m_layout.xOf(ns, m_window);
        if (x < box.left() || x > box.right())
            continue;
        m_painter.setPen(QPen(tokens.grid, 1));
        m_painter.drawLine(QPointF(std::round(x) + 0.5, box.bottom() - 3),
            QPointF(std::round(x) + 0.5, plot.bottom()));
        drawLabel(m_painter, QRectF(x - 60, box.top(), 120, box.height() - 4), Qt::AlignCenter,
            uiFont(type::caption), tokens.muted, ruler.tickText(ns));
    }
}

} // namespace ui
