// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_check.h"
#include "ui/widgets/panel.h"

#include <vector>

class QLabel;

namespace ui {

class Button;

/// What this machine can record, worst first, with what to do.
class ChecksPanel : public Panel {
    Q_OBJECT

public:
    explicit ChecksPanel(const Theme& theme);

    void showChecks(const std::vector<MachineCheck>& checks);
    /// `machine`: as `--on` takes it; empty: this one.
    void setChecking(const QString& machine = {});

Q_SIGNALS:
    void againRequested();
    void copyRequested(const QString& text);

private:
    QWidget* createCard(const MachineCheck& check);

    const Theme& m_theme;
    Button* m_again;
    QVBoxLayout* m_cards;
};

} // namespace ui
