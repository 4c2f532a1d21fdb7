// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/theme/tokens.h"

#include <QString>

#include <optional>
#include <vector>

namespace ui {

/// One variant in one case, as the matrix draws it.
struct MatrixCell {
    int variant = 0;
    QString ratio; ///< "1.63×"; empty: a verdict forbids one
    QString direction; ///< "slower"
    QString interval; ///< "1.61–1.65"; a * where it holds for all comparisons at once
    QString median; ///< "11.31 ms"
    QString p99; ///< "13.20"; "–" with too few calls
    QString word; ///< "best", "keep", or the verdict where there is no ratio
    QString note;
    std::optional<Status> status; ///< beside the word, or beside the note
    bool framed = false; ///< the best within the goal
    bool doubtful = false; ///< no verdict for or against it: muted
    std::optional<profiler::Interval> ratioInterval; ///< what `ratio` rounds
    std::optional<double> medianNs;
    std::optional<double> p99Ns;
    QString verdict;
    double tint = 0; ///< 0 to 1, grows with ln of the ratio
    QString explanation; ///< tooltip: everything in words
};

struct MatrixRow {
    int caseIndex = 0;
    QString name;
    QString inputs;
    std::vector<MatrixCell> cells; ///< by Matrix::variants
    std::optional<int> best;
    QString payback; ///< "5 770 calls (35.0 s)"
    QString paybackReason; ///< why there is none
};

struct Matrix {
    struct Column {
        int variant = 0;
        QString name;
    };

    std::vector<Column> variants; ///< without hidden ones; the baseline first
    std::vector<MatrixRow> rows;
};

[[nodiscard]] Matrix matrixOf(const ComparisonView& view);

} // namespace ui
