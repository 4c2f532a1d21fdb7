// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"
#include "profiler/report/svg.h"

#include <string>
#include <vector>

/// What the report's charts share: size, styles, scales, legend.
namespace profiler::report_chart {

inline constexpr double width = 720;
inline constexpr double chartHeight = 252; ///< without the legend
inline constexpr auto gridStyle = "stroke:#e9edf2";
inline constexpr auto axisStyle = "stroke:#8b97a8";
inline constexpr auto mutedText = "fill:#566274;font-size:11px";
inline constexpr auto strongText = "font-weight:600";

/// Maps values to places on the page, both ends included.
struct Axis {
    double low = 0;
    double high = 1;
    double from = 0;
    double to = 1;

    [[nodiscard]] double place(double value) const;
};

/// The variant's colour and dash.
[[nodiscard]] std::string strokeOf(int variant);
/// Its colour alone.
[[nodiscard]] std::string solidStrokeOf(int variant);

/// What stands in place of a chart that has nothing to show.
[[nodiscard]] std::string nothing(const std::string& why);

/// Marker, line and name of each variant in as many lines under a chart as they need.
class Legend {
public:
    explicit Legend(const ComparisonResult& result);

    [[nodiscard]] double height() const { return m_height; }

    void draw(Svg& svg, double top, bool dashes) const;

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
