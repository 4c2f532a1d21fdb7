// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft_panel.h"

namespace ui {

class Button;
class CaseTableModel;
class FormTable;

/// Inputs: named cases one by one, or a case for each combination of swept sizes.
class CasesBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit CasesBlock(const Theme& theme);

private:
    void createSweep(const Theme& theme);
    void createButtons(const Theme& theme);
    void showNote();

    CaseTableModel* m_model;
    FormTable* m_table;
    TextField* m_sweep;
    QLabel* m_made; ///< "24 cases"
    Button* m_addCase;
    QLabel* m_note;
};

} // namespace ui
