// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/ids.h"
#include "ui/pages/column_page.h"

#include <optional>

class QLabel;

namespace ui {

class BarTable;
class CodeBlock;
class DataTable;
class MatrixTable;
class Panel;
class TabStrip;

/// Which setting for which input? All cases beside all variants, the results as a table, the
/// settings as code.
class ResultsPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit ResultsPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

private:
    void createMatrixPanel();
    void createTablePanel();
    void createSettingsPanel();
    void createCostPanel();
    void showSentence();
    void showRows();
    void showSettings();
    void saveCsv();
    void openRow(int key);

    ComparisonView m_view;
    std::optional<profiler::ComparisonId> m_rowsChosenFor;
    Panel* m_matrixPanel = nullptr;
    MatrixTable* m_matrix = nullptr;
    QLabel* m_footer = nullptr;
    Panel* m_tablePanel = nullptr;
    TabStrip* m_rows = nullptr;
    DataTable* m_results = nullptr;
    Panel* m_costPanel = nullptr;
    BarTable* m_cost = nullptr;
    Panel* m_settingsPanel = nullptr;
    CodeBlock* m_code = nullptr;
    QLabel* m_oneSetting = nullptr;
    QLabel* m_keepTitle = nullptr;
    DataTable* m_keepEager = nullptr;
    QLabel* m_keepReasons = nullptr; ///< where nothing pays back
};

} // namespace ui
