// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/widgets/card.h"

#include <array>

namespace ui {

/// The six cards of the focused variant: throughput, compile, peak memory, threads used (start-up
/// where there is a GPU and no trace), graph breaks, numeric error.
[[nodiscard]] std::array<CardContent, 6> cardContents(const ComparisonView& view);

} // namespace ui
