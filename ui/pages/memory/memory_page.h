// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/column_page.h"

#include <optional>

class QLabel;

namespace ui {

class BarTable;
class DataTable;
class Panel;
class TabStrip;

/// Does it fit? Peaks of each phase and variant, and the difference to the baseline.
class MemoryPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit MemoryPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] const DataTable& figures() const { return *m_figures; }

private:
    void createPanels();
    void chooseKind(bool hasDevice);
    void showTables();

    ComparisonView m_view;
    std::optional<bool> m_hasDevice; ///< of what is shown: the tabs were chosen for it
    Panel* m_peaksPanel = nullptr;
    TabStrip* m_kind = nullptr;
    BarTable* m_peaks = nullptr;
    Panel* m_figuresPanel = nullptr;
    DataTable* m_figures = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace ui
