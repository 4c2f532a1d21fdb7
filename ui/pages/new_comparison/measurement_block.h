// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_check.h"
#include "ui/pages/new_comparison/draft_panel.h"

namespace ui {

/// Where, how often and what is recorded.
class MeasurementBlock : public DraftPanel {
    Q_OBJECT

public:
    explicit MeasurementBlock(const Theme& theme);

    void showDraft(const PlanDraft& draft) override;

    /// What a check forbids is marked; devices that were found can be chosen.
    void setMachineChecks(const std::vector<MachineCheck>& checks);

    /// Other machines that have a name; those can be chosen.
    void setMachines(const std::vector<KnownMachine>& machines);

private:
    QWidget* createMachine();
    void showMachine(const QString& machine);
    [[nodiscard]] QString machine() const;
    void createFirstRow();
    void createSecondRow();
    void createThirdRow();
    void showEffort();
    void bindNumeric(Choice* dtype);
    void chooseOutput();

    const Theme& m_theme;
    Choice* m_machine; ///< this one, those with a name, another one by its address
    TextField* m_address;
    Choice* m_device;
    TabStrip* m_effort;
    TextField* m_processes;
    std::vector<std::pair<profiler::PlanSetting, TextField*>> m_numbers;
    TextField* m_output;
    CheckOption* m_cold;
    CheckOption* m_noise;
    CheckOption* m_trace;
};

} // namespace ui
