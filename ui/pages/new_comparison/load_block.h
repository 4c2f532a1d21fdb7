// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft_panel.h"

#include <vector>

namespace ui {

class Button;

/// Requests at given rates, asked of every variant after its measured calls.
class LoadBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit LoadBlock(const Theme& theme);

    void showDraft(const PlanDraft& draft) override;

private:
    void createRow();
    void createTrace();
    void chooseTrace();
    void showFields();

    const Theme& m_theme;
    TextField* m_rates;
    Choice* m_arrivals;

    struct Number {
        TextField* field;
        QString usual;
    };

    std::vector<Number> m_numbers;
    QWidget* m_traceRow = nullptr;
    TextField* m_trace = nullptr;
};

} // namespace ui
