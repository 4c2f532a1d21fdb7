// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/column_page.h"

#include <optional>

class QLabel;

namespace ui {

class BarTable;
class DataTable;
class MemoryChart;
class Panel;
class TabStrip;

/// Does it fit? Peaks of each phase and variant, the difference to the baseline, and over one call
/// what is in use, what the peak is made of and what made it.
class MemoryPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit MemoryPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] const DataTable& figures() const { return *m_figures; }

    [[nodiscard]] const MemoryChart& overCall() const { return *m_overCall; }

    [[nodiscard]] const DataTable& peakParts() const { return *m_peakParts; }

private:
    void createPanels();
    void createCallPanels();
    void showCall();
    void chooseKind(bool hasDevice);
    void showTables();

    ComparisonView m_view;
    std::optional<bool> m_hasDevice; ///< of what is shown: the tabs were chosen for it
    Panel* m_peaksPanel = nullptr;
    TabStrip* m_kind = nullptr;
    BarTable* m_peaks = nullptr;
    Panel* m_callPanel = nullptr;
    QLabel* m_callSentence = nullptr;
    MemoryChart* m_overCall = nullptr;
    QLabel* m_callNote = nullptr;
    Panel* m_partsPanel = nullptr;
    DataTable* m_peakParts = nullptr;
    Panel* m_placesPanel = nullptr;
    DataTable* m_peakPlaces = nullptr;
    Panel* m_figuresPanel = nullptr;
    DataTable* m_figures = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace ui
