// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

namespace ui {

/// A one-to-one map between a value and its place on a straight axis. Charts draw in axis places,
/// so that zooming, dragging and fast polylines work alike on every kind of axis.
struct Scale {
    std::function<double(double)> toAxis;
    std::function<double(double)> toValue;
};

[[nodiscard]] Scale linearScale();
[[nodiscard]] Scale logScale();
/// Straight around 0 up to about `width`, logarithmic beyond, alike on both sides.
[[nodiscard]] Scale inverseHyperbolicSine(double width);
/// Percentiles (0 to 1) with as much room for 99 to 99.9 % as for 90 to 99 %.
[[nodiscard]] Scale tailScale();

/// A logarithmic axis with a break: values up to `from` keep their scale, those from `to` on share
/// `upperShare` of the axis. Axis places run from 0 (`low`) to 1 (`high`).
struct BrokenLog {
    double low = 1;
    double from = 10; ///< last value of the lower part
    double to = 100; ///< first value of the upper part
    double high = 1000;
    double upperShare = 0; ///< 0 = no break

    [[nodiscard]] double toAxis(double value) const;
    [[nodiscard]] double toValue(double place) const;

    [[nodiscard]] double breakAt() const { return 1 - upperShare; }

    [[nodiscard]] Scale scale() const;
};

/// Powers of ten; where fewer than three fit between the ends, steps between them too.
[[nodiscard]] std::vector<double> logCandidates(double low, double high);
/// Multiples of 1, 2 or 5 times a power of ten, about `count` of them.
[[nodiscard]] std::vector<double> linearCandidates(double low, double high, int count = 8);
/// 1 and round numbers of times faster and slower, at most `most` of them, in ascending order.
[[nodiscard]] std::vector<double> ratioCandidates(double low, double high, int most);
/// 0, then ± `first` and its decades up; where few fit, steps between them too.
[[nodiscard]] std::vector<double> symmetricCandidates(double low, double high, double first);

} // namespace ui
