// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"

#include <QString>

#include <vector>

namespace ui {

/// What was noticed of one or of several variants alike: seven variants that leave their graph at
/// the same line have one thing to mend.
struct FindingGroup {
    profiler::Finding finding; ///< of the focused variant where it is among them, else of the first
    std::vector<int> variants; ///< in plan order; empty: about the comparison
    QString title; ///< without the variant's name where there are several
    QString place; ///< where it is seen: "model.py:12"; may be empty
    QString worth; ///< "0.91 ms" of a call, "18.2 s once"; empty: not known
    QString worthText; ///< the same with its interval
    QString who; ///< "default", "7 variants"; empty: about the comparison
};

/// Those of the shown case and those of all cases, by what mending them wins back.
[[nodiscard]] std::vector<FindingGroup> findingGroups(const ComparisonView& view);

} // namespace ui
