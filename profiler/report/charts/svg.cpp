// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/charts/svg.h"

#include "profiler/report/text/text_table.h"

#include <algorithm>
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

std::vector<Point> markerShape(Point centre, int variant, double radius)
{
    constexpr double up = -std::numbers::pi / 2;
    constexpr int roundEnough = 24;
    switch (variant < 0 ? 0 : variant % 8) {
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

namespace {

std::string opening(const Picture& picture, std::string_view more)
{
    return fmt::format("<svg{} viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
        more, picture.width, picture.height, escaped(picture.title));
}

} // namespace

std::string inlineSvg(const Picture& picture)
{
    return opening(picture, {}) + picture.marks + "</svg>\n";
}

std::string standaloneSvg(
    const Picture& picture, std::string_view family, std::string_view sizeUnit, double unitsInOne)
{
    return opening(picture,
               fmt::format(
                   " xmlns=\"http://www.w3.org/2000/svg\" width=\"{:g}{}\" height=\"{:g}{}\" "
                   "font-family=\"{}\" style=\"font-kerning:none;font-variant-ligatures:none\"",
                   picture.width / unitsInOne, sizeUnit, picture.height / unitsInOne, sizeUnit,
                   family))
        + "<title>" + escaped(picture.title) + "</title>\n"
        + (picture.description.empty() ? "" : "<desc>" + escaped(picture.description) + "</desc>\n")
        + picture.marks + "</svg>\n";
}

void Svg::line(Point from, Point to, std::string_view style)
{
    m_marks += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
                           "style=\"{}\"/>\n",
        from.x, from.y, to.x, to.y, style);
}

void Svg::polyline(const std::vector<Point>& points, std::string_view style)
{
    m_marks += fmt::format(
        "<polyline points=\"{}\" style=\"fill:none;{}\"/>\n", pointList(points), style);
}

void Svg::polygon(const std::vector<Point>& points, std::string_view style)
{
    m_marks += fmt::format("<polygon points=\"{}\" style=\"{}\"/>\n", pointList(points), style);
}

void Svg::rectangle(
    Point corner, double width, double height, std::string_view style, double radius)
{
    const auto rounded = radius > 0 ? fmt::format(" rx=\"{:.1f}\"", radius) : std::string();
    m_marks += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"{} "
                           "style=\"{}\"/>\n",
        corner.x, corner.y, std::max(width, 0.0), std::max(height, 0.0), rounded, style);
}

void Svg::marker(Point centre, int variant, double radius)
{
    const auto colour = m_palette.variants.at(
        static_cast<std::size_t>(std::max(variant, 0)) % m_palette.variants.size());
    polygon(markerShape(centre, variant, radius),
        fmt::format("fill:{};stroke:{};stroke-width:1", colour, m_palette.panel));
}

void Svg::text(Point at, std::string_view text, double size, std::string_view colour, Anchor anchor,
    bool strong)
{
    const auto* const place = anchor == Anchor::Start ? "start"
        : anchor == Anchor::Middle                    ? "middle"
                                                      : "end";
    m_marks
        += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{:g}\"{} "
                       "fill=\"{}\">{}</text>\n",
            at.x, at.y, place, size, strong ? " font-weight=\"600\"" : "", colour, escaped(text));
}

void Svg::runs(Point at, const TextLine& line, double size, std::string_view colour)
{
    // Each part where it belongs: not every renderer goes on where the one before ended.
    double x = at.x;
    for (const auto& run : line) {
        const auto wide
            = textWidth(run.text, size, run.strong ? Weight::SemiBold : Weight::Regular);
        auto shown = run.text;
        const auto blanks = std::min(shown.find_first_not_of(' '), shown.size());
        text({x + textWidth(shown.substr(0, blanks), size), at.y}, shown.substr(blanks), size,
            colour, Anchor::Start, run.strong);
        x += wide;
    }
}

void Svg::group(Point corner, std::string_view marks)
{
    m_marks += fmt::format(
        "<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", corner.x, corner.y, marks);
}

void Svg::scaled(Point corner, double factor, std::string_view marks)
{
    m_marks += fmt::format("<g transform=\"translate({:.1f} {:.1f}) scale({:g})\">{}</g>\n",
        corner.x, corner.y, factor, marks);
}

} // namespace profiler
