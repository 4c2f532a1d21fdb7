// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_check.h"
#include "ui/pages/new_comparison/draft_panel.h"

#include <utility>
#include <vector>

namespace ui {

class CheckOption;
class Choice;
class TabStrip;
class TextField;

/// Where, how often and what is recorded.
class MeasurementBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit MeasurementBlock(const Theme& theme, QWidget* parent = nullptr);

    void showDraft(const PlanDraft& draft) override;
    void store(PlanDraft& draft) const override;

    /// What a check forbids is marked; devices that were found can be chosen.
    void setMachineChecks(const std::vector<MachineCheck>& checks);

private:
    void createFirstRow();
    void createSecondRow();
    void createThirdRow();
    void showEffort();
    void chooseOutput();

    const Theme& m_theme;
    Choice* m_device;
    TabStrip* m_task;
    Choice* m_dtype;
    TabStrip* m_effort;
    TextField* m_processes;
    std::vector<std::pair<profiler::PlanSetting, TextField*>> m_numbers;
    TextField* m_python;
    TextField* m_name;
    TextField* m_output;
    CheckOption* m_cold;
    CheckOption* m_check;
    CheckOption* m_noise;
    CheckOption* m_trace;
};

} // namespace ui
