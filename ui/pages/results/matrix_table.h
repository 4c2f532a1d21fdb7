// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/results/matrix_model.h"
#include "ui/theme/theme.h"

#include <QTableView>

namespace ui {

class MatrixDelegate;

/// Cases × variants. Arrow keys go from cell to cell, a click or Enter opens one.
class MatrixTable : public QTableView {
    Q_OBJECT

public:
    explicit MatrixTable(const Theme& theme, QWidget* parent = nullptr);

    /// Every number, one row for each case and variant.
    [[nodiscard]] ChartTable table() const;

    void showMatrix(Matrix matrix, int shownCase);

    [[nodiscard]] const MatrixModel& matrixModel() const { return *m_model; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cellChosen(int caseIndex, int variant);
    void noted(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void placeColumns();
    [[nodiscard]] int caseWidth() const;
    void choose(const QModelIndex& index);
    void copy();

    const Theme& m_theme;
    MatrixModel* m_model;
    MatrixDelegate* m_delegate;
    int m_rowHeight = 54;
};

} // namespace ui
