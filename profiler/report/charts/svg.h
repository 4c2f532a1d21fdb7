// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/charts/palette.h"
#include "profiler/report/text/text_width.h"

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Text for HTML and SVG: markup of a hostile name is shown, never obeyed.
[[nodiscard]] std::string escaped(std::string_view text);

struct Point {
    double x = 0;
    double y = 0;
};

enum class Anchor { Start, Middle, End };

/// A drawing as SVG marks, and its size. It becomes a picture of its own, or a part of a slide.
struct Picture {
    double width = 0;
    double height = 0;
    std::string title; ///< read out instead of the picture
    std::string description = {}; ///< kept in a file of its own: where it comes from
    std::string marks;
    std::string whyEmpty; ///< in words, when there is nothing to draw

    [[nodiscard]] bool isEmpty() const { return marks.empty(); }
};

/// For HTML: fonts and the namespace are the page's.
[[nodiscard]] std::string inlineSvg(const Picture& picture);
/// A file of its own, or for a renderer: `family` is a CSS list of fonts, `sizeUnit` what the
/// picture's width and height are in ("mm", "px"); `pixels` user units in one of it.
[[nodiscard]] std::string standaloneSvg(const Picture& picture, std::string_view family,
    std::string_view sizeUnit = "px", double unitsInOne = 1);

/// Fonts of a file that is read anywhere.
inline constexpr std::string_view fontList
    = "Inter, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif";

/// Collects the marks of one chart; numbers in the C locale.
class Svg {
public:
    explicit Svg(const Palette& palette)
        : m_palette(palette)
    {
    }

    void line(Point from, Point to, std::string_view style);
    void polyline(const std::vector<Point>& points, std::string_view style);
    void polygon(const std::vector<Point>& points, std::string_view style);
    void rectangle(
        Point corner, double width, double height, std::string_view style, double radius = 0);
    /// The variant's shape, as in the desktop program.
    void marker(Point centre, int variant, double radius = 5);
    void text(Point at, std::string_view text, double size, std::string_view colour,
        Anchor anchor = Anchor::Start, bool strong = false);
    /// One line, parts of it strong.
    void runs(Point at, const TextLine& line, double size, std::string_view colour);
    /// Marks drawn elsewhere, moved there.
    void group(Point corner, std::string_view marks);

    /// The same, larger or smaller; no text may be in it.
    void scaled(Point corner, double factor, std::string_view marks);

    [[nodiscard]] std::string marks() const { return m_marks; }

private:
    const Palette& m_palette;
    std::string m_marks;
};

} // namespace profiler
