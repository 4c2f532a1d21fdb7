// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace ui {

/// Kinds of colour vision; the three dichromacies after Machado, Oliveira and Fernandes (2009) at
/// full strength.
enum class Vision { Normal, Protan, Deutan, Tritan };

/// CIE 1976 distance in L*a*b* under D65, of the colours as they look with that vision (not
/// rounded to 8 bit).
[[nodiscard]] double labDistance(
    const QColor& one, const QColor& other, Vision vision = Vision::Normal);

} // namespace ui
