// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/forest_row.h"
#include "ui/tables/table_view.h"

namespace ui {

class ForestDelegate;

/// The forest: one row for each variant, numbers and drawing side by side. Arrow keys and clicks
/// move the focus, a click on a heading sorts.
class VariantTable : public TableView {
    Q_OBJECT

public:
    explicit VariantTable(const Theme& theme);

    void showForest(Forest forest, int focus);
    /// Of the same forest.
    void selectVariant(int variant);
    /// Low rows without notes, for small windows.
    void setCompact(bool compact);

    [[nodiscard]] const Forest& forest() const { return m_forest; }

    /// Texts of the verdict column as they are painted, and whether each has its full width.
    [[nodiscard]] bool showsVerdictsWhole() const;

Q_SIGNALS:
    void variantChosen(int variant);

protected:
    [[nodiscard]] std::vector<int> widthsFor(int room) const override;
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    VariantTable(const Theme& theme, RowModel<ForestRow>* model);

    [[nodiscard]] int rowHeightFor(int rows) const;
    void fitHeight();
    void paintTicks(QPainter& painter, ForestColumn column) const;

    Forest m_forest;
    RowModel<ForestRow>* m_model;
    ForestDelegate* m_delegate;
    bool m_compact = false;
    bool m_selecting = false; ///< the selection follows the view, nobody chose
};

} // namespace ui
