// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/charts/report_charts.h"

#include <span>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonResult;
} // namespace profiler

/// What the report's charts share: scales, lines, labels, legend.
namespace profiler::report_chart {

/// Maps values to places on the page, both ends included.
struct Axis {
    double low = 0;
    double high = 1;
    double from = 0;
    double to = 1;

    [[nodiscard]] double place(double value) const;
};

/// Draws in one look: text in its two sizes, lines in its colours.
class Canvas {
public:
    explicit Canvas(const ChartLook& look);

    [[nodiscard]] const ChartLook& look() const { return m_look; }

    [[nodiscard]] const Palette& palette() const { return m_palette; }

    [[nodiscard]] Svg& svg() { return m_svg; }

    [[nodiscard]] std::string_view colourOf(int variant) const;

    void label(Point at, std::string_view text, Anchor anchor = Anchor::Start);
    void muted(Point at, std::string_view text, Anchor anchor = Anchor::Start);
    void strong(Point at, std::string_view text, Anchor anchor = Anchor::Start);
    void grid(Point from, Point to);
    void axis(Point from, Point to);
    void dashed(Point from, Point to, std::string_view colour);
    void marker(Point centre, int variant);

    /// "stroke:#168bcf;stroke-width:2"
    [[nodiscard]] std::string strokeOf(int variant, bool dashes) const;
    /// Dashes for a line of the same look, larger with its text.
    [[nodiscard]] std::string dashText(std::span<const double> dashes) const;
    [[nodiscard]] double lineWidth() const;

    [[nodiscard]] Picture picture(double height, std::string title) const;

private:
    ChartLook m_look;
    const Palette& m_palette;
    Svg m_svg;
};

/// Round numbers of an axis of ratios between both, about `few` of them: steps of 1, 2 or 5 where
/// it spans little, else 1, 2 and 5 of each decade.
[[nodiscard]] std::vector<double> roundLevels(double low, double high, int few);

/// "25 ms", "0.5 s": a round duration needs no further digits.
[[nodiscard]] std::string roundDuration(double ns);

/// A chart without anything to show says why.
[[nodiscard]] Picture nothing(const ChartLook& look, std::string title, std::string why);

/// Labels that may cover each other: the first ones keep their place.
class LabelPlaces {
public:
    /// False when something is there already.
    [[nodiscard]] bool take(double left, double top, double width, double height);

private:
    struct Box {
        double left, top, right, bottom;
    };

    std::vector<Box> m_taken;
};

/// Marker, line and name of each variant in as many lines as they need.
class Legend {
public:
    Legend(const ComparisonResult& result, const ChartLook& look);

    [[nodiscard]] double height() const { return m_height; }

    void draw(Canvas& canvas, double top, bool dashes) const;

private:
    struct Entry {
        int variant = 0;
        std::string name;
        Point at;
    };

    std::vector<Entry> m_entries;
    double m_height = 0;
};

} // namespace profiler::report_chart
