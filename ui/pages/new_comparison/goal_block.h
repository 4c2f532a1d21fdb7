// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft_panel.h"

namespace ui {

class CheckOption;
class Choice;
class TextField;

/// What decides the recommendation; can be changed later without measuring again.
class GoalBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit GoalBlock(const Theme& theme, QWidget* parent = nullptr);

    void showDraft(const PlanDraft& draft) override;
    void store(PlanDraft& draft) const override;

private:
    Choice* m_metric;
    TextField* m_horizon;
    TextField* m_p99;
    TextField* m_memory;
    TextField* m_caseLimits;
    CheckOption* m_cacheKept;
};

} // namespace ui
