// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/column_page.h"

class QLabel;

namespace ui {

class BarTable;
class Panel;

/// Are the results right? Each variant's worst figures, and every tensor of the focused one.
class NumericsPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit NumericsPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] const BarTable& variants() const { return *m_variants; }

    [[nodiscard]] const BarTable& tensors() const { return *m_tensors; }

private:
    BarTable* addTable(Panel* panel, const QString& accessibleName);

    Panel* m_variantsPanel;
    BarTable* m_variants = nullptr;
    Panel* m_tensorsPanel;
    BarTable* m_tensors = nullptr;
    QLabel* m_note;
};

} // namespace ui
