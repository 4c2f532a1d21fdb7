// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/charts/chart_frame.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "profiler/report/text/text_table.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace profiler {

int ChartLook::styleOf(int variant) const
{
    const auto index = static_cast<std::size_t>(variant);
    return index < styles.size() ? styles[index] : variant;
}

namespace report_chart {

double Axis::place(double value) const
{
    const double span = high > low ? high - low : 1;
    return from + (std::clamp(value, low, std::max(low, high)) - low) / span * (to - from);
}

Canvas::Canvas(const ChartLook& look)
    : m_look(look)
    , m_palette(paletteOf(look.theme))
    , m_svg(m_palette)
{
}

std::string_view Canvas::colourOf(int variant) const
{
    return m_palette.variants.at(
        static_cast<std::size_t>(std::max(m_look.styleOf(variant), 0)) % m_palette.variants.size());
}

void Canvas::label(Point at, std::string_view text, Anchor anchor)
{
    m_svg.text(at, text, m_look.text, m_palette.text, anchor);
}

void Canvas::muted(Point at, std::string_view text, Anchor anchor)
{
    m_svg.text(at, text, m_look.small, m_palette.muted, anchor);
}

void Canvas::strong(Point at, std::string_view text, Anchor anchor)
{
    m_svg.text(at, text, m_look.text, m_palette.text, anchor, true);
}

void Canvas::grid(Point from, Point to)
{
    m_svg.line(from, to, fmt::format("stroke:{};stroke-width:1", m_palette.grid));
}

void Canvas::axis(Point from, Point to)
{
    m_svg.line(from, to, fmt::format("stroke:{};stroke-width:1", m_palette.faint));
}

void Canvas::dashed(Point from, Point to, std::string_view colour)
{
    m_svg.line(from, to,
        fmt::format("stroke:{};stroke-width:{:g}", colour, m_look.text / 12)
            + dashText(std::array {5.0, 4.0}));
}

void Canvas::marker(Point centre, int variant)
{
    m_svg.marker(centre, m_look.styleOf(variant), m_look.text * 5 / 12);
}

double Canvas::lineWidth() const
{
    return m_look.text / 6;
}

std::string Canvas::strokeOf(int variant, bool dashes) const
{
    auto stroke = fmt::format(
        "stroke:{};stroke-width:{:g};stroke-linejoin:round", colourOf(variant), lineWidth());
    return dashes ? stroke + dashText(dashesOf(m_look.styleOf(variant))) : stroke;
}

std::string Canvas::dashText(std::span<const double> dashes) const
{
    std::string text;
    for (const double dash : dashes)
        text += fmt::format(
            "{}{:g}", text.empty() ? ";stroke-dasharray:" : " ", dash * m_look.text / 12);
    return text;
}

Picture Canvas::picture(double height, std::string title) const
{
    return {
        .width = m_look.width, .height = height, .title = std::move(title), .marks = m_svg.marks()};
}

std::vector<double> roundLevels(double low, double high, int few)
{
    constexpr double decades = 5; // from there on steps of one size crowd the upper end
    std::vector<double> levels;
    const auto keep = [&](double level) {
        constexpr double slack = 1e-9;
        if (level >= low * (1 - slack) && level <= high * (1 + slack))
            levels.push_back(level);
    };
    if (!(low > 0) || !(high > low))
        return {};
    if (high / low >= decades) {
        const int first = static_cast<int>(std::floor(std::log10(low)));
        const int last = static_cast<int>(std::floor(std::log10(high)));
        for (int power = first; power <= last; ++power)
            for (const double each : {1.0, 2.0, 5.0})
                keep(each * std::pow(10.0, power));
        return levels;
    }
    const double least = (high - low) / few;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10 * decade;
    for (const double each : {5.0, 2.0, 1.0})
        if (each * decade >= least)
            step = each * decade;
    for (double at = std::ceil(low / step); at * step <= high * (1 + 1e-9); ++at)
        keep(at * step);
    return levels;
}

std::string roundDuration(double ns)
{
    struct Unit {
        double ns;
        std::string_view name;
    };

    constexpr std::array<Unit, 4> units {{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}}};
    const auto* const unit = std::ranges::find_if(
        units, [ns](const Unit& each) { return ns >= each.ns || each.ns == 1; });
    return fmt::format("{:.6g} {}", ns / unit->ns, unit->name);
}

Picture nothing(const ChartLook& look, std::string title, std::string why)
{
    return {.width = look.width,
        .height = look.text * 2,
        .title = std::move(title),
        .whyEmpty = std::move(why)};
}

bool LabelPlaces::take(double left, double top, double width, double height)
{
    const Box box {left, top, left + width, top + height};
    const auto covers = [&](const Box& other) {
        return box.left < other.right && other.left < box.right && box.top < other.bottom
            && other.top < box.bottom;
    };
    if (std::any_of(m_taken.begin(), m_taken.end(), covers))
        return false;
    m_taken.push_back(box);
    return true;
}

Legend::Legend(const ComparisonResult& result, const ChartLook& look)
{
    if (!look.legend)
        return;
    const double symbol = look.small * 3;
    const double lineHeight = look.small * 1.65;
    const double edge = look.small * 0.9;
    Point at {edge, 0};
    for (std::size_t i = 0; i < result.plan.variants.size(); ++i) {
        const auto name = shortened(printable(result.plan.variants[i].name), look.small,
            std::min(look.width - symbol - 2 * edge, look.small * 22));
        const double room = symbol + textWidth(name, look.small) + look.small * 1.6;
        if (at.x > edge && at.x + room > look.width)
            at = {edge, at.y + lineHeight};
        m_entries.push_back({.variant = static_cast<int>(i), .name = name, .at = at});
        at.x += room;
    }
    m_height = at.y + lineHeight;
}

void Legend::draw(Canvas& canvas, double top, bool dashes) const
{
    const double size = canvas.look().small;
    for (const auto& entry : m_entries) {
        const double y = top + entry.at.y + size * 0.75;
        canvas.svg().line(
            {entry.at.x, y}, {entry.at.x + size * 2.4, y}, canvas.strokeOf(entry.variant, dashes));
        canvas.marker({entry.at.x + size * 1.2, y}, entry.variant);
        canvas.svg().text(
            {entry.at.x + size * 2.9, y + size * 0.36}, entry.name, size, canvas.palette().text);
    }
}

} // namespace report_chart
} // namespace profiler
