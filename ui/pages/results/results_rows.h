// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/tables/bar_delegate.h"
#include "ui/tables/data_model.h"

#include <QStringList>

#include <vector>

namespace ui {

/// Rows have the keys of the results table.
[[nodiscard]] BarContent costBars(const ComparisonView& view);

/// Which rows the results table has.
enum class ResultRows {
    Best, ///< one for each case: the recommended variant, else the one spoken of
    All, ///< every variant of every case
};

/// A row's key says case and variant.
[[nodiscard]] int resultKey(int caseIndex, int variant);

struct ResultPlace {
    int caseIndex = 0;
    int variant = 0;
};

[[nodiscard]] ResultPlace placeOfKey(int key);

/// Model · Case · Original · Compiled · Speed-up · interval · Compile · Notes, and below them the
/// geometric mean of the recommended rows.
[[nodiscard]] DataContent resultsTable(const ComparisonView& view, ResultRows rows);

/// Below how many calls in one process the baseline costs less, for each case.
[[nodiscard]] DataContent keepEagerTable(const ComparisonView& view);
/// Of the cases that table leaves out: "default: never pays back: slower than eager".
[[nodiscard]] QStringList keepEagerReasons(const ComparisonView& view);

} // namespace ui
