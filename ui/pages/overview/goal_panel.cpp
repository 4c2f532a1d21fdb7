// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/goal_panel.h"

#include "ui/pages/overview/goal_form.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"

namespace ui {

GoalPanel::GoalPanel(const Theme& theme, QWidget* parent)
    : FactsPanel(theme, tr("Goal"), SignSide::Left, parent)
    , m_form(new GoalForm(theme))
    , m_edit(new Button(theme, ButtonKind::Quiet, tr("Edit"), Icon::Edit))
{
    m_edit->setLow(true);
    m_edit->setFont(uiFont(type::caption, QFont::Medium));
    addControl(m_edit);
    m_form->setContentsMargins(0, 8, 0, 4);
    m_form->hide();
    body()->insertWidget(body()->count() - 1, m_form);
    connect(m_edit, &Button::clicked, this, [this] { setEditing(!m_editing); });
    connect(m_form, &GoalForm::goalChanged, this, &GoalPanel::goalChanged);
    setEditing(false);
}

void GoalPanel::setEditing(bool editing)
{
    m_editing = editing;
    m_form->setVisible(editing);
    m_edit->setText(editing ? tr("Done") : tr("Edit"));
    m_edit->setAccessibleName(editing ? tr("Done with the goal") : tr("Edit the goal"));
    m_edit->updateGeometry();
}

void GoalPanel::showView(const ComparisonView& view, const std::vector<profiler::MarkedRow>& rows)
{
    showRows(rows);
    m_form->showGoal(view.comparison->result.plan.goal, caseNames(view), view.caseIndex);
}

std::vector<std::string> caseNames(const ComparisonView& view)
{
    std::vector<std::string> names;
    for (const profiler::CaseResult& each : view.comparison->result.cases)
        names.push_back(each.name);
    return names;
}

} // namespace ui
