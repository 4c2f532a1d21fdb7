// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft_panel.h"

class QLabel;

namespace ui {

class CaseTableModel;
class FormTable;

/// Sets of named tensors; every variant runs all of them.
class CasesBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit CasesBlock(const Theme& theme, QWidget* parent = nullptr);

    void showDraft(const PlanDraft& draft) override;
    void store(PlanDraft& draft) const override;

    [[nodiscard]] CaseTableModel& model() const { return *m_model; }

private:
    void showNote();

    CaseTableModel* m_model;
    FormTable* m_table;
    QLabel* m_note;
};

} // namespace ui
