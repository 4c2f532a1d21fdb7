// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/goal.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "ui/comparison/comparison_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fact_row.h"
#include "ui/widgets/panel.h"

#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace ui {

class Button;
class StatusLabel;

/// A block of facts, each on one line with its shape: Goal, Measurement quality.
class FactsPanel : public Panel {
    Q_OBJECT

public:
    FactsPanel(const Theme& theme, const QString& title, SignSide side, QWidget* parent = nullptr);

    void showRows(const std::vector<profiler::MarkedRow>& rows);

private:
    SignSide m_side;
    std::vector<FactRow*> m_rows;
};

/// The goal as fields. What is entered holds at once; what cannot be read is said beneath and
/// changes nothing.
class GoalForm : public QWidget {
    Q_OBJECT

public:
    explicit GoalForm(const Theme& theme);

    void showGoal(const profiler::Goal& goal, const std::vector<std::string>& cases, int caseIndex);

    [[nodiscard]] const profiler::Goal& goal() const { return m_goal; }

    [[nodiscard]] QString answer() const;

Q_SIGNALS:
    void goalChanged(const profiler::Goal& goal);

private:
    void createFields();
    void showLimits();
    template <typename Value>
    bool take(QLineEdit& field, std::optional<Value> (*parse)(const QString&),
        std::optional<Value>& value, const QString& refusal);
    void takeMetric();
    void takeHorizon();
    void takeCache();
    void takeP99();
    void takeMemory();
    void say(const QString& sentence);
    void change(const profiler::Goal& goal);
    [[nodiscard]] profiler::Limits limits() const;
    void setLimits(const profiler::Limits& limits);

    profiler::Goal m_goal;
    std::vector<std::string> m_cases;
    QComboBox* m_metric;
    QLineEdit* m_horizon;
    QCheckBox* m_cacheKept;
    QComboBox* m_scope; ///< limits of all cases, or of one
    QLineEdit* m_p99;
    QLineEdit* m_memory;
    StatusLabel* m_answer;
};

/// The goal with each limit met or missed; Edit turns it into fields, in place.
class GoalPanel : public FactsPanel {
    Q_OBJECT

public:
    explicit GoalPanel(const Theme& theme);

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
