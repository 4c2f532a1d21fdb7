// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/plan.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace ui {

class StatusLabel;

/// The goal as fields. What is entered holds at once; what cannot be read is said beneath and
/// changes nothing.
class GoalForm : public QWidget {
    Q_OBJECT

public:
    explicit GoalForm(const Theme& theme, QWidget* parent = nullptr);

    void showGoal(const profiler::Goal& goal, const std::vector<std::string>& cases, int caseIndex);

    [[nodiscard]] const profiler::Goal& goal() const { return m_goal; }

    [[nodiscard]] QString answer() const;

Q_SIGNALS:
    void goalChanged(const profiler::Goal& goal);

private:
    void createFields();
    void showLimits();
    void takeMetric();
    void takeHorizon();
    void takeCache();
    void takeP99();
    void takeMemory();
    void say(const QString& sentence);
    void change(const profiler::Goal& goal);
    [[nodiscard]] profiler::Limits limits() const;
    void setLimits(const profiler::Limits& limits);

    const Theme& m_theme;
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

} // namespace ui
