// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/column_page.h"

class QLabel;

namespace ui {

class BarTable;
class LossChart;
class Panel;
class TabStrip;
class UlpChart;

/// Are the results right? Each variant's worst figures, every tensor of the focused one, and in
/// training the losses of several steps.
class NumericsPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit NumericsPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] const BarTable& variants() const { return *m_variants; }

    [[nodiscard]] const LossChart& losses() const { return *m_losses; }

    [[nodiscard]] const BarTable& tensors() const { return *m_tensors; }

    [[nodiscard]] const BarTable& modules() const { return *m_modules; }

    [[nodiscard]] const UlpChart& distances() const { return *m_distances; }

private:
    void createLosses();
    void showLosses();
    void createModules();
    void showModules();
    void createDistances();
    void showDistances();
    BarTable* addTable(Panel* panel, const QString& accessibleName);

    ComparisonView m_view;
    Panel* m_variantsPanel;
    BarTable* m_variants = nullptr;
    Panel* m_tensorsPanel;
    BarTable* m_tensors = nullptr;
    QLabel* m_note;
    Panel* m_modulesPanel = nullptr;
    QLabel* m_modulesSentence = nullptr;
    BarTable* m_modules = nullptr;
    Panel* m_distancesPanel = nullptr;
    QLabel* m_distancesSentence = nullptr;
    UlpChart* m_distances = nullptr;
    Panel* m_lossPanel = nullptr;
    QLabel* m_lossSentence = nullptr;
    TabStrip* m_lossView = nullptr;
    LossChart* m_losses = nullptr;
};

} // namespace ui
