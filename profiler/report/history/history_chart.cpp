// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/charts/chart_frame.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace profiler {

namespace {

using namespace report_chart;

constexpr std::size_t mostMarkers = 80; // of more only the line is seen

struct HistoryRange {
    double low = 0;
    double high = 1;
};

/// Of all values; ends of intervals count as far as they are near the values.
std::optional<HistoryRange> rangeOf(const History& history)
{
    std::optional<HistoryRange> values;
    for (const auto& point : history.points) {
        if (!point.value || !std::isfinite(point.value->value))
            continue;
        const double value = point.value->value;
        values = values ? HistoryRange {std::min(values->low, value), std::max(values->high, value)}
                        : HistoryRange {value, value};
    }
    if (!values)
        return std::nullopt;
    HistoryRange range = *values;
    for (const auto& point : history.points) {
        if (!point.value || !point.value->low || !point.value->high)
            continue;
        range.low = std::min(range.low, std::max(*point.value->low, values->low * 0.8));
        range.high = std::max(range.high, std::min(*point.value->high, values->high * 1.25));
    }
    const double room = std::max((range.high - range.low) * 0.1, std::abs(range.high) * 0.02);
    range.low = std::max(range.low - room, 0.0);
    range.high += room > 0 ? room : 1;
    return range;
}

class HistoryDrawing {
public:
    HistoryDrawing(const History& history, const HistoryRange& range, const ChartLook& look)
        : m_history(history)
        , m_canvas(look)
        , m_size(look.small)
    {
        const double last = std::max<double>(1, static_cast<double>(history.points.size()) - 1);
        m_x = {.low = 0,
            .high = last,
            .from = labelRoom(range) + m_size,
            .to = look.width - m_size * 1.5};
        m_y = {.low = range.low,
            .high = range.high,
            .from = look.height - m_size * 2.4,
            .to = m_size * 2};
    }

    Picture picture()
    {
        drawGrid();
        drawBorders();
        for (std::size_t i = 0; i < m_history.tracks.size(); ++i)
            drawTrack(m_history.tracks[i], static_cast<int>(i % mostColours));
        drawChanges();
        drawPlaces();
        return m_canvas.picture(m_canvas.look().height, historySubject(m_history));
    }

private:
    static constexpr std::size_t mostColours = 7; ///< the baseline's is left out

    [[nodiscard]] std::vector<double> levels(const HistoryRange& range) const
    {
        constexpr int few = 4;
        double unit = 1;
        if (m_history.query.metric == HistoryMetric::Memory && range.high > 0)
            unit = byteUnitFor(std::max(range.low, 1.0), range.high).bytes;
        auto found
            = roundLevels(std::max(range.low, range.high / 1e6) / unit, range.high / unit, few);
        for (auto& level : found)
            level *= unit;
        if (m_history.query.metric == HistoryMetric::Breaks)
            std::erase_if(found, [](double level) { return level != std::round(level); });
        return found;
    }

    [[nodiscard]] std::string levelText(double level) const
    {
        const auto metric = m_history.query.metric;
        const bool time = metric == HistoryMetric::Median || metric == HistoryMetric::P99
            || metric == HistoryMetric::Compile;
        if (time)
            return roundDuration(level);
        if (metric == HistoryMetric::Throughput)
            return formatNumber(level);
        return historyValueText(m_history, level);
    }

    [[nodiscard]] double labelRoom(const HistoryRange& range) const
    {
        double room = 0;
        for (const double level : levels(range))
            room = std::max(room, textWidth(levelText(level), m_size));
        return room;
    }

    [[nodiscard]] double placeOf(std::size_t point) const
    {
        return m_x.place(static_cast<double>(point));
    }

    void drawGrid()
    {
        for (const double level : levels({m_y.low, m_y.high})) {
            const double place = m_y.place(level);
            m_canvas.grid({m_x.from, place}, {m_x.to, place});
            m_canvas.muted(
                {m_x.from - m_size * 0.6, place + m_size * 0.36}, levelText(level), Anchor::End);
        }
        m_canvas.axis({m_x.from, m_y.from}, {m_x.to, m_y.from});
    }

    /// Halfway between the two recordings that are not joined.
    void drawBorders()
    {
        for (const auto& border : m_history.borders) {
            const double place = m_x.place(static_cast<double>(border.at) - 0.5);
            m_canvas.dashed({place, m_y.from}, {place, m_y.to}, m_canvas.palette().muted);
            const auto word = borderSubject(border);
            if (m_places.take(place, 0, textWidth(word, m_size) + m_size, m_size * 1.3))
                m_canvas.muted({place + m_size * 0.4, m_y.to - m_size * 0.4}, word);
        }
    }

    void drawTrack(const HistoryTrack& track, int index)
    {
        std::vector<Point> line;
        std::vector<Point> upper;
        std::vector<Point> lower;
        for (const auto& level : track.levels) {
            for (const auto point : level.points) {
                const auto& value = *m_history.points[point].value;
                const double x = placeOf(point);
                line.push_back({x, m_y.place(value.value)});
                upper.push_back({x, m_y.place(value.high.value_or(value.value))});
                lower.push_back({x, m_y.place(value.low.value_or(value.value))});
            }
        }
        const int colour = index + 1;
        upper.insert(upper.end(), lower.rbegin(), lower.rend());
        if (line.size() > 1) {
            m_canvas.svg().polygon(
                upper, fmt::format("fill:{};fill-opacity:0.14", m_canvas.colourOf(colour)));
            m_canvas.svg().polyline(line, m_canvas.strokeOf(colour, false));
        }
        if (m_history.points.size() <= mostMarkers || line.size() == 1)
            for (const auto& point : line)
                m_canvas.marker(point, colour);
        drawLevels(track);
    }

    /// Where a track has one level its line says it.
    void drawLevels(const HistoryTrack& track)
    {
        if (track.levels.size() < 2)
            return;
        for (const auto& level : track.levels) {
            const double y = m_y.place(level.value);
            m_canvas.dashed({placeOf(level.points.front()), y}, {placeOf(level.points.back()), y},
                m_canvas.palette().text);
        }
    }

    void drawChanges()
    {
        for (const auto& change : m_history.changes) {
            const auto& palette = m_canvas.palette();
            const auto colour = change.worse ? palette.bad : palette.good;
            const double place = placeOf(change.after);
            m_canvas.svg().line({place, m_y.from}, {place, m_y.to},
                fmt::format("stroke:{};stroke-width:1.5", colour));
            const auto text = amountOf(change);
            const double wide = textWidth(text, m_size);
            const bool left = place + wide + m_size > m_x.to;
            if (m_places.take(left ? place - wide - m_size : place, 0, wide + m_size, m_size * 1.3))
                m_canvas.svg().text({place + (left ? -0.4 : 0.4) * m_size, m_y.to - m_size * 0.4},
                    text, m_size, colour, left ? Anchor::End : Anchor::Start, true);
        }
    }

    [[nodiscard]] static std::string amountOf(const HistoryChange& change)
    {
        const bool rose = change.to > change.from;
        if (!change.ratio)
            return (rose ? "+" : "−") + formatNumber(std::abs(change.to - change.from), 3);
        return (rose ? "+" : "−") + percentText(std::abs(change.ratio->estimate - 1));
    }

    /// The first, the last and those of changes, where there is room.
    void drawPlaces()
    {
        std::vector<std::size_t> wanted {0, m_history.points.size() - 1};
        for (const auto& change : m_history.changes)
            wanted.push_back(change.after);
        LabelPlaces below;
        for (const auto point : wanted) {
            const auto text = shortened(pointLabel(m_history, point), m_size, m_size * 14);
            const double wide = textWidth(text, m_size);
            const double left = std::clamp(
                placeOf(point) - wide / 2, 0.0, std::max(0.0, m_canvas.look().width - wide));
            if (below.take(left - m_size / 2, 0, wide + m_size, 1))
                m_canvas.muted({left, m_y.from + m_size * 1.5}, text);
        }
    }

    const History& m_history;
    Canvas m_canvas;
    double m_size;
    Axis m_x;
    Axis m_y;
    LabelPlaces m_places;
};

} // namespace

Picture historyChart(const History& history, const ChartLook& look)
{
    const auto range = rangeOf(history);
    if (!range)
        return nothing(look, historySubject(history), "No recording has a value to draw.");
    return HistoryDrawing(history, *range, look).picture();
}

} // namespace profiler
