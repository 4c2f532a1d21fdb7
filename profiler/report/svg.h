// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {

/// Text for HTML and SVG: markup of a hostile name is shown, never obeyed.
[[nodiscard]] std::string escaped(std::string_view text);

/// The light theme's look of one variant: colour, dash and marker belong together everywhere.
struct VariantLook {
    std::string_view colour;
    std::string_view dash; ///< stroke-dasharray; empty = solid
};

[[nodiscard]] VariantLook lookOf(int variant);

struct Point {
    double x = 0;
    double y = 0;
};

enum class Anchor { Start, Middle, End };

/// Collects the marks of one chart; numbers in the C locale.
class Svg {
public:
    /// `title` is read out instead of the picture.
    Svg(double width, double height, std::string_view title);

    void line(Point from, Point to, std::string_view style);
    void polyline(const std::vector<Point>& points, std::string_view style);
    void polygon(const std::vector<Point>& points, std::string_view style);
    void rectangle(Point corner, double width, double height, std::string_view style);
    /// The variant's shape, as in the desktop program.
    void marker(Point centre, int variant);
    void text(Point at, std::string_view text, Anchor anchor = Anchor::Start,
        std::string_view style = {});

    [[nodiscard]] std::string markup() const { return m_markup + "</svg>\n"; }

private:
    std::string m_markup;
};

} // namespace profiler
