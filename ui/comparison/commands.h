// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"

#include <QString>

namespace ui {

/// As a shell takes it: quoted where it has to be.
[[nodiscard]] QString shellWord(const QString& word);

/// "fusescope rerun FILE@3" of the shown comparison.
[[nodiscard]] QString commandOn(const ComparisonView& view, const QString& command);

} // namespace ui
