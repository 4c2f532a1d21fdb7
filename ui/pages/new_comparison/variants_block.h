// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft_panel.h"

namespace ui {

class FormTable;
class VariantDraftModel;

/// The ways to run the model; the first is the baseline.
class VariantsBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit VariantsBlock(const Theme& theme, QWidget* parent = nullptr);

    void showDraft(const PlanDraft& draft) override;
    void store(PlanDraft& draft) const override;

    [[nodiscard]] VariantDraftModel& model() const { return *m_model; }

private:
    VariantDraftModel* m_model;
    FormTable* m_table;
};

} // namespace ui
