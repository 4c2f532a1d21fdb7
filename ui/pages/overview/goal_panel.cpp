// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/goal_panel.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/quantity_text.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>

#include <utility>

namespace ui {

namespace {

QString limitText(const std::optional<profiler::nanoseconds>& time)
{
    return time ? qt(profiler::formatDuration(static_cast<double>(time->count()))) : QString();
}

QString bytesText(const std::optional<std::int64_t>& bytes)
{
    return bytes ? qt(profiler::formatBytes(*bytes)) : QString();
}

} // namespace

FactsPanel::FactsPanel(const Theme& theme, const QString& title, SignSide side, QWidget* parent)
    : Panel(theme, title, parent)
    , m_side(side)
{
    body()->setSpacing(2);
    body()->addStretch(1);
}

void FactsPanel::showRows(const std::vector<profiler::MarkedRow>& rows)
{
    while (m_rows.size() > rows.size()) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    while (m_rows.size() < rows.size()) {
        m_rows.push_back(new FactRow(theme(), m_side));
        body()->insertWidget(static_cast<int>(m_rows.size()) - 1, m_rows.back());
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const profiler::MarkedRow& row = rows.at(i);
        m_rows.at(i)->setContent({.name = qt(row.name),
            .stress = qt(row.stress),
            .value = qt(row.value),
            .status = statusOf(row.mark),
            .reason = qt(row.reason)});
    }
}

GoalForm::GoalForm(const Theme& theme)
    : m_metric(new QComboBox)
    , m_horizon(new QLineEdit)
    , m_cacheKept(new QCheckBox(tr("Compile cache is kept between processes")))
    , m_scope(new QComboBox)
    , m_p99(new QLineEdit)
    , m_memory(new QLineEdit)
    , m_answer(new StatusLabel(theme, Status::Bad, {}))
{
    createFields();
    m_answer->hide();
    setFocusProxy(m_metric);
    connect(m_metric, &QComboBox::activated, this, &GoalForm::takeMetric);
    connect(m_horizon, &QLineEdit::editingFinished, this, &GoalForm::takeHorizon);
    connect(m_cacheKept, &QCheckBox::clicked, this, &GoalForm::takeCache);
    connect(m_scope, &QComboBox::activated, this, &GoalForm::showLimits);
    connect(m_p99, &QLineEdit::editingFinished, this, &GoalForm::takeP99);
    connect(m_memory, &QLineEdit::editingFinished, this, &GoalForm::takeMemory);
}

void GoalForm::createFields()
{
    using profiler::GoalMetric;
    for (const auto& [metric, words] : {std::pair {GoalMetric::Median, tr("lowest median")},
             std::pair {GoalMetric::P99, tr("lowest p99")},
             std::pair {GoalMetric::Throughput, tr("highest throughput")},
             std::pair {GoalMetric::Total, tr("least total time")}})
        m_metric->addItem(words, static_cast<int>(metric));
    m_horizon->setPlaceholderText(tr("calls in one process, e.g. 100 000"));
    m_p99->setPlaceholderText(tr("no limit; e.g. 15 ms"));
    m_memory->setPlaceholderText(tr("no limit; e.g. 6 GiB"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    int row = 0;
    const auto add = [&](const QString& name, QWidget* field) {
        auto* label = makeLabel(name, uiFont(type::caption), QPalette::PlaceholderText);
        label->setBuddy(field);
        field->setAccessibleName(name);
        field->setMinimumWidth(90);
        grid->addWidget(label, row, 0);
        grid->addWidget(field, row++, 1);
    };
    add(tr("Best is"), m_metric);
    add(tr("Horizon"), m_horizon);
    m_cacheKept->setAccessibleName(m_cacheKept->text());
    m_cacheKept->setFont(uiFont(type::caption));
    grid->addWidget(m_cacheKept, row++, 0, 1, 2);
    add(tr("Limits for"), m_scope);
    add(tr("p99 at most"), m_p99);
    add(tr("Peak memory at most"), m_memory);
    grid->addWidget(m_answer, row, 0, 1, 2);
}

void GoalForm::showGoal(
    const profiler::Goal& goal, const std::vector<std::string>& cases, int caseIndex)
{
    m_goal = goal;
    m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(goal.metric)));
    if (!m_horizon->isModified())
        m_horizon->setText(
            goal.horizonCalls ? qt(profiler::formatCount(*goal.horizonCalls)) : QString());
    m_cacheKept->setChecked(goal.cacheKept);
    if (cases != m_cases) {
        m_cases = cases;
        m_scope->clear();
        m_scope->addItem(tr("all cases"), -1);
        for (std::size_t i = 0; i < cases.size() && cases.size() > 1; ++i)
            m_scope->addItem(tr("case %1 only").arg(qt(cases.at(i))), static_cast<int>(i));
    }
    // Limits of one case are shown for the case that is looked at.
    if (m_scope->currentData().toInt() >= 0)
        m_scope->setCurrentIndex(m_scope->findData(caseIndex));
    showLimits();
}

profiler::Limits GoalForm::limits() const
{
    const int chosen = m_scope->currentData().toInt();
    if (chosen < 0)
        return m_goal.limits;
    const auto own = m_goal.caseLimits.find(m_cases.at(static_cast<std::size_t>(chosen)));
    return own == m_goal.caseLimits.end() ? profiler::Limits {} : own->second;
}

void GoalForm::setLimits(const profiler::Limits& limits)
{
    profiler::Goal goal = m_goal;
    const int chosen = m_scope->currentData().toInt();
    if (chosen < 0)
        goal.limits = limits;
    else if (limits == profiler::Limits {})
        goal.caseLimits.erase(m_cases.at(static_cast<std::size_t>(chosen)));
    else
        goal.caseLimits[m_cases.at(static_cast<std::size_t>(chosen))] = limits;
    change(goal);
}

void GoalForm::showLimits()
{
    const bool ofOneCase = m_scope->currentData().toInt() >= 0;
    const profiler::Limits shown = limits();
    m_p99->setText(limitText(shown.p99));
    m_memory->setText(bytesText(shown.memoryBytes));
    m_p99->setPlaceholderText(ofOneCase ? tr("as all cases") : tr("no limit; e.g. 15 ms"));
    m_memory->setPlaceholderText(ofOneCase ? tr("as all cases") : tr("no limit; e.g. 6 GiB"));
}

void GoalForm::takeMetric()
{
    profiler::Goal goal = m_goal;
    goal.metric = static_cast<profiler::GoalMetric>(m_metric->currentData().toInt());
    change(goal);
    if (goal.metric == profiler::GoalMetric::Total && !goal.horizonCalls)
        say(tr("The least total time needs a horizon: how many calls a process makes."));
}

/// What was typed into that field, nothing if it is empty; false: it was left as it is, or the text
/// is none of what it takes, which is said.
template <typename Value>
bool GoalForm::take(QLineEdit& field, std::optional<Value> (*parse)(const QString&),
    std::optional<Value>& value, const QString& refusal)
{
    if (!field.isModified())
        return false;
    const QString text = field.text().trimmed();
    value = parse(text);
    if (!text.isEmpty() && !value) {
        say(refusal.arg(text));
        return false;
    }
    field.setModified(false);
    return true;
}

void GoalForm::takeHorizon()
{
    profiler::Goal goal = m_goal;
    if (take(*m_horizon, countFrom, goal.horizonCalls,
            tr("“%1” is no number of calls; write 100 000 or 1M.")))
        change(goal);
}

void GoalForm::takeCache()
{
    profiler::Goal goal = m_goal;
    goal.cacheKept = m_cacheKept->isChecked();
    change(goal);
}

void GoalForm::takeP99()
{
    profiler::Limits changed = limits();
    if (take(*m_p99, durationFrom, changed.p99, tr("“%1” is no time; write 15 ms or 250 µs.")))
        setLimits(changed);
}

void GoalForm::takeMemory()
{
    profiler::Limits changed = limits();
    if (take(*m_memory, bytesFrom, changed.memoryBytes,
            tr("“%1” is no amount of memory; write 6 GiB or 500 MB.")))
        setLimits(changed);
}

void GoalForm::change(const profiler::Goal& goal)
{
    m_answer->hide();
    if (goal == m_goal)
        return;
    m_goal = goal;
    Q_EMIT goalChanged(goal);
}

void GoalForm::say(const QString& sentence)
{
    m_answer->setStatus(Status::Bad, sentence);
    m_answer->show();
}

QString GoalForm::answer() const
{
    return m_answer->isHidden() ? QString() : m_answer->text();
}

GoalPanel::GoalPanel(const Theme& theme)
    : FactsPanel(theme, tr("Goal"), SignSide::Left)
    , m_form(new GoalForm(theme))
    , m_edit(new Button(theme, ButtonKind::Quiet, tr("Edit"), Icon::Edit))
{
    m_edit->setButtonSize(ButtonSize::Low);
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
