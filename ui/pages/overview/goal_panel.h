// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/sentences/verdict_notes.h"
#include "ui/comparison/comparison_view.h"
#include "ui/pages/overview/facts_panel.h"

namespace ui {

class Button;
class GoalForm;

/// The goal with each limit met or missed; Edit turns it into fields, in place.
class GoalPanel : public FactsPanel {
    Q_OBJECT

public:
    explicit GoalPanel(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view, const std::vector<profiler::MarkedRow>& rows);
    void setEditing(bool editing);

    [[nodiscard]] GoalForm& form() const { return *m_form; }

Q_SIGNALS:
    void goalChanged(const profiler::Goal& goal);

private:
    GoalForm* m_form;
    Button* m_edit;
    bool m_editing = false;
};

/// Names of the comparison's cases, for the form.
[[nodiscard]] std::vector<std::string> caseNames(const ComparisonView& view);

} // namespace ui
