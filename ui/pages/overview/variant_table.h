// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/overview/variant_model.h"
#include "ui/theme/theme.h"

#include <QTableView>

class QSortFilterProxyModel;

namespace ui {

class ForestDelegate;

/// The forest: one row for each variant, numbers and drawing side by side. Arrow keys and clicks
/// move the focus, a click on a heading sorts.
class VariantTable : public QTableView {
    Q_OBJECT

public:
    explicit VariantTable(const Theme& theme, QWidget* parent = nullptr);

    void showForest(Forest forest, int focus);
    /// Of the same forest.
    void selectVariant(int variant);
    /// Low rows without notes, for small windows.
    void setCompact(bool compact);

    [[nodiscard]] const VariantModel& variantModel() const { return *m_model; }

    /// Every number of the forest, in the order shown.
    [[nodiscard]] ChartTable table() const;

    /// Texts of the verdict column as they are painted, and whether each has its full width.
    [[nodiscard]] bool showsVerdictsWhole() const;

Q_SIGNALS:
    void variantChosen(int variant);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    [[nodiscard]] int rowHeightFor(int rows) const;
    void placeColumns();
    void fitHeight();
    void paintTicks(QPainter& painter, int column) const;

    const Theme& m_theme;
    VariantModel* m_model;
    QSortFilterProxyModel* m_sorted;
    ForestDelegate* m_delegate;
    bool m_compact = false;
    bool m_selecting = false; ///< the selection follows the view, nobody chose
};

} // namespace ui
