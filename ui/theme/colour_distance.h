// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace ui {

/// Kinds of colour vision; the three dichromacies after Machado, Oliveira and Fernandes (2009) at
/// full strength.
enum class Vision { Normal, Protan, Deutan, Tritan };

[[nodiscard]] QColor seenWith(Vision vision, const QColor& colour);

/// CIE 1976 distance in L*a*b* under D65.
[[nodiscard]] double labDistance(const QColor& one, const QColor& other);

/// As `labDistance`, of the colours as they look with that vision (not rounded to 8 bit).
[[nodiscard]] double labDistance(const QColor& one, const QColor& other, Vision vision);

/// Contrast ratio of WCAG 2: 1 to 21.
[[nodiscard]] double contrast(const QColor& one, const QColor& other);

} // namespace ui
