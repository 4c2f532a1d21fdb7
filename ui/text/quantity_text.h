// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>

/// Quantities as people type them into a field. Digits may be grouped by any blank; both decimal
/// point and comma part decimals.
namespace ui {

/// The number with a point as its decimal mark: "1,5" is 1.5 wherever its writer lives. Nothing
/// where the comma may as well group thousands: "1,500".
[[nodiscard]] std::optional<QString> withDecimalPoint(const QString& number);

/// "100 000", "100,000", "1e5", "100k", "1M".
[[nodiscard]] std::optional<std::int64_t> countFrom(const QString& text);
/// "15 ms", "250 µs", "0.5 s"; a bare number is ms.
[[nodiscard]] std::optional<std::chrono::nanoseconds> durationFrom(const QString& text);
/// "6 GiB", "500 MB"; a bare number is GiB.
[[nodiscard]] std::optional<std::int64_t> bytesFrom(const QString& text);

} // namespace ui
