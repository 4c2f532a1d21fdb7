// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/svg.h"

#include "profiler/report/text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace profiler {
namespace {

std::string pointList(const std::vector<Point>& points)
{
    std::string list;
    for (const auto& point : points)
        list += fmt::format("{}{:.1f},{:.1f}", list.empty() ? "" : " ", point.x, point.y);
    return list;
}

/// A regular polygon around a centre, its first corner at `turn` (0 = to the right).
std::vector<Point> regular(Point centre, int corners, double radius, double turn)
{
    std::vector<Point> points;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + i * 2 * std::numbers::pi / corners;
        points.push_back(
            {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    return points;
}

std::vector<Point> markerShape(Point centre, int variant)
{
    constexpr double radius = 5;
    constexpr double up = -std::numbers::pi / 2;
    constexpr int roundEnough = 24;
    switch (variant) {
    case 0:
        return regular(centre, 4, radius, std::numbers::pi / 4); // square
    case 1:
        return regular(centre, roundEnough, radius - 0.5, 0); // circle
    case 2:
        return regular(centre, 4, radius, up); // diamond
    case 3:
        return regular(centre, 3, radius, up); // triangle
    case 4:
        return regular(centre, 3, radius, -up); // triangle down
    case 5:
        return regular(centre, 5, radius, up);
    case 6:
        return regular(centre, 6, radius, up);
    default:
        return regular(centre, 3, radius, 0); // triangle right
    }
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : printable(text)) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

VariantLook lookOf(int variant)
{
    constexpr std::array<VariantLook, 8> looks {{{"#42515b", "4 3"}, {"#168bcf", ""},
        {"#cb6100", "9 3 2 3"}, {"#629c29", "2 3"}, {"#815eff", "12 4"}, {"#871d7a", "9 3 2 3 2 3"},
        {"#b67b71", "6 2"}, {"#687896", "1 2"}}};
    return looks.at(static_cast<std::size_t>(std::max(variant, 0)) % looks.size());
}

Svg::Svg(double width, double height, std::string_view title)
    : m_markup(fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
        width, height, escaped(title)))
{
}

void Svg::line(Point from, Point to, std::string_view style)
{
    m_markup += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
                            "style=\"{}\"/>\n",
        from.x, from.y, to.x, to.y, style);
}

void Svg::polyline(const std::vector<Point>& points, std::string_view style)
{
    m_markup += fmt::format(
        "<polyline points=\"{}\" style=\"fill:none;{}\"/>\n", pointList(points), style);
}

void Svg::polygon(const std::vector<Point>& points, std::string_view style)
{
    m_markup += fmt::format("<polygon points=\"{}\" style=\"{}\"/>\n", pointList(points), style);
}

void Svg::rectangle(Point corner, double width, double height, std::string_view style)
{
    m_markup += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                            "style=\"{}\"/>\n",
        corner.x, corner.y, std::max(width, 0.0), std::max(height, 0.0), style);
}

void Svg::marker(Point centre, int variant)
{
    polygon(markerShape(centre, variant),
        fmt::format("fill:{};stroke:#ffffff;stroke-width:1", lookOf(variant).colour));
}

void Svg::text(Point at, std::string_view text, Anchor anchor, std::string_view style)
{
    const auto* const place = anchor == Anchor::Start ? "start"
        : anchor == Anchor::Middle                    ? "middle"
                                                      : "end";
    m_markup += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" style=\"{}\">{}"
                            "</text>\n",
        at.x, at.y, place, style, escaped(text));
}

} // namespace profiler
