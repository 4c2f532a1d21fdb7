// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace cross_page {

/// `Rate`: a count that may be rounded to four digits.
enum class Dimension { Time, Bytes, Ratio, Share, Count, Rate, Word };

/// A figure as it was shown: its value in the base unit (ns, bytes, 1), and how much one step of
/// its last digit is.
struct Figure {
    Dimension dimension = Dimension::Count;
    double value = 0;
    double step = 0;
    QString word; ///< of Dimension::Word; "–" where a value is missing

    [[nodiscard]] bool isMissing() const { return word == QStringLiteral("–"); }
};

/// "24.8 s", "1 829", "1.07× slower", "72.2 %", "–"; `unit` where the text has none: "ms", "%".
/// Nothing where it is no figure of that dimension: another unit is a difference.
[[nodiscard]] std::optional<Figure> figureIn(
    const QString& text, Dimension dimension, const QString& unit);

/// Equal after rounding to the coarser of the two; a missing value equals a missing one.
[[nodiscard]] bool agree(const Figure& one, const Figure& other);

} // namespace cross_page
