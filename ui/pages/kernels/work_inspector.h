// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_selection.h"
#include "ui/pages/page_panel.h"

class QLabel;

namespace ui {

class Button;
class CodeBlock;
class DataTable;
class DurationChart;
class ScrollColumn;

/// Beside the table of work: the row that is chosen, both sides.
class WorkInspector : public PagePanel {
    Q_OBJECT

public:
    explicit WorkInspector(const Theme& theme);

    void showSelection(const WorkSelection& selection);
    void showNothing();

    [[nodiscard]] const DurationChart& durations() const { return *m_durations; }

    [[nodiscard]] const DataTable& figures() const { return *m_figures; }

    /// The same work in every variant; hidden where there are but two.
    [[nodiscard]] const DataTable& everywhere() const { return *m_everywhere; }

    [[nodiscard]] QString sources() const;

    /// What Inductor wrote; empty: none is shown.
    [[nodiscard]] QString generatedCode() const;

Q_SIGNALS:
    void timelineRequested();

private:
    void createHead();
    void createEverywhere();
    void createDurations();
    void createSources();
    void createCode();

    ScrollColumn* m_scroll;
    QLabel* m_heading = nullptr;
    QLabel* m_words = nullptr;
    CodeBlock* m_name = nullptr;
    DataTable* m_figures = nullptr;
    QLabel* m_everywhereTitle = nullptr;
    DataTable* m_everywhere = nullptr;
    QLabel* m_sourcesTitle = nullptr;
    CodeBlock* m_sources = nullptr;
    QLabel* m_noSources = nullptr;
    QLabel* m_codeTitle = nullptr;
    QLabel* m_origin = nullptr;
    CodeBlock* m_code = nullptr;
    QLabel* m_profilerTitle = nullptr;
    CodeBlock* m_profiler = nullptr;
    QLabel* m_durationsTitle = nullptr;
    DurationChart* m_durations = nullptr;
    QLabel* m_durationNote = nullptr;
    Button* m_timeline = nullptr;
};

} // namespace ui
