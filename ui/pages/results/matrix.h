// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/interval.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/column.h"
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

/// The matrix as a table: a column for the case, one for each variant, one for payback. What is
/// painted can also be read.
class MatrixModel : public RowModel<MatrixRow> {
public:
    using RowModel::RowModel;

    void setMatrix(Matrix matrix);

    /// The shown variants; the rows are the model's.
    [[nodiscard]] const std::vector<Matrix::Column>& variants() const { return m_variants; }

    /// Null in the first and the last column.
    [[nodiscard]] const MatrixCell* variantCell(const QModelIndex& index) const;

    [[nodiscard]] int paybackColumn() const { return static_cast<int>(m_variants.size()) + 1; }

private:
    std::vector<Matrix::Column> m_variants;
};

} // namespace ui
