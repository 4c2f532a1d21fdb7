// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/plan.h"
#include "ui/widgets/panel.h"

#include <optional>

class QLabel;
class QPlainTextEdit;

namespace ui {

class Button;
class TabStrip;

/// The exact command line: options, or a plan file where options cannot say it.
class CommandPanel : public Panel {
    Q_OBJECT

public:
    explicit CommandPanel(const Theme& theme);

    /// Nothing: the draft is no plan as yet. `machine`: as `--on` takes it; empty: this one.
    void showPlan(const std::optional<profiler::Plan>& plan, const QString& output,
        const QString& machine = {});

    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void copyRequested(const QString& text);

private:
    void showText();
    void fitHeight();

    std::optional<profiler::Plan> m_plan;
    QString m_output;
    QString m_machine;
    TabStrip* m_tabs;
    QPlainTextEdit* m_text;
    QLabel* m_note;
    Button* m_copy;
};

} // namespace ui
