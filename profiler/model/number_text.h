// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <cstdint>
#include <string>

/// Numbers as people read them, the same on every page, in every report and on the terminal: at
/// most four significant digits, thin spaces between groups of digits, U+2212 for minus.
namespace profiler {

/// What tables show in place of a value that was not measured.
inline constexpr auto missingMark = "–";

/// "11.31 ms", "106.9 µs", "24.8 s".
[[nodiscard]] std::string formatDuration(double ns);
/// "75 min", "40 s", "3.5 h": an estimate, with no more digits than it deserves.
[[nodiscard]] std::string formatRoughly(double ns);
/// The number alone in a unit chosen once for a column.
enum class TimeUnit { Nanoseconds, Microseconds, Milliseconds, Seconds };
[[nodiscard]] TimeUnit unitFor(double smallestNs);
[[nodiscard]] double nanosecondsIn(TimeUnit unit);
[[nodiscard]] std::string unitName(TimeUnit unit);
[[nodiscard]] std::string formatIn(TimeUnit unit, double ns);

[[nodiscard]] std::string formatBytes(std::int64_t bytes); ///< "3.43 GiB"

/// Chosen once for a column or an axis, so that its values read as formatBytes writes most of them.
struct ByteUnit {
    double bytes = 1; ///< of one unit
    std::string name; ///< "MiB"
};

/// `least` above 0: what is shown. Up to ten of the next unit it stays that of the smallest value.
[[nodiscard]] ByteUnit byteUnitFor(double least, double largest);
[[nodiscard]] std::string formatCount(std::int64_t count); ///< "3 490", "858 448"
[[nodiscard]] std::string formatNumber(double value, int significantDigits = 4);
[[nodiscard]] std::string percentText(double ratio); ///< 0.034 -> "3.4 %", 0.34 -> "34 %"
[[nodiscard]] std::string countText(std::int64_t count, const std::string& one,
    const std::string& several); ///< "1 graph break", "3 graph breaks"
[[nodiscard]] std::string timesACall(std::int64_t count); ///< "once a call", "3 times a call"
[[nodiscard]] std::string capitalized(std::string sentence);

/// "−3.79 ms", "+310 ns", "±0 ns".
[[nodiscard]] std::string signedDuration(double ns);
/// "+114 MiB", "−3.20 MiB", "±0 B".
[[nodiscard]] std::string signedBytes(std::int64_t bytes);
/// "214"; where calls differ "214.5".
[[nodiscard]] std::string perCallText(double count);

/// "96.1 %": how busy a device is, everywhere.
[[nodiscard]] std::string busyText(double ratio);

/// "1.63×"; below 1 "1.07× slower".
[[nodiscard]] std::string formatRatio(double ratio);
/// Beside formatRatio of its estimate, and in that one's direction: "1.62–1.64". Where it holds
/// both directions each end says its own, "1.52× slower to 2.63× faster"; "too wide to tell" where
/// its ends lie more than a hundred times apart.
[[nodiscard]] std::string formatRatioInterval(const Interval& interval);
/// The same without an estimate beside it: "1.02–1.07× faster", "1.02× slower to 1.07× faster".
[[nodiscard]] std::string formatOpenInterval(const Interval& interval);

} // namespace profiler
