// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/html/sign_svg.h"

#include <array>
#include <cstddef>
#include <fmt/format.h>

namespace profiler {
namespace {

std::string stroke(std::string_view colour, double width = 1.6)
{
    return fmt::format("fill:none;stroke:{};stroke-width:{:g};stroke-linecap:round;"
                       "stroke-linejoin:round",
        colour, width);
}

std::string path(std::string_view points, const std::string& style)
{
    return fmt::format("<path d=\"{}\" style=\"{}\"/>", points, style);
}

std::string circle(double radius, const std::string& style)
{
    return fmt::format("<circle cx=\"8\" cy=\"8\" r=\"{:g}\" style=\"{}\"/>", radius, style);
}

std::string filled(std::string_view colour)
{
    return fmt::format("fill:{}", colour);
}

} // namespace

const MarkLook& lookOf(Mark mark)
{
    static constexpr std::array<MarkLook, 5> looks {{
        {.word = "good", .shape = "✓", .style = "good", .colour = &Palette::good},
        {.word = "warning", .shape = "▲", .style = "warn", .colour = &Palette::warn},
        {.word = "bad", .shape = "✗", .style = "bad", .colour = &Palette::bad},
        {.word = "open", .shape = "○", .style = "neutral", .colour = &Palette::muted},
        {.word = "information", .shape = "ⓘ", .style = "neutral", .colour = &Palette::muted},
    }};
    return looks.at(static_cast<std::size_t>(mark));
}

std::string signMarks(Mark mark, const Palette& palette)
{
    const auto colour = palette.*lookOf(mark).colour;
    const auto ink = palette.panel;
    switch (mark) {
    case Mark::Good:
        return circle(7.2, filled(colour)) + path("M4.8 8.3 7.1 10.6 11.3 5.8", stroke(ink, 1.8));
    case Mark::Warning:
        return path("M8 1.4 15.2 14.2 0.8 14.2Z", filled(colour) + ";stroke-linejoin:round")
            + path("M8 6V9.6", stroke(ink)) + path("M8 12V12.1", stroke(ink, 1.9));
    case Mark::Bad:
        return path("M5 0.8H11L15.2 5V11L11 15.2H5L0.8 11V5Z", filled(colour))
            + path("M5.4 5.4 10.6 10.6M10.6 5.4 5.4 10.6", stroke(ink, 1.8));
    case Mark::Neutral:
        return circle(6.6, stroke(colour)) + path("M5.2 8H10.8", stroke(colour));
    case Mark::Information:
        break;
    }
    return circle(6.6, stroke(colour)) + path("M8 7.6V11.2", stroke(colour))
        + path("M8 4.8V4.9", stroke(colour, 1.9));
}

} // namespace profiler
