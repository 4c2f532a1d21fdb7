// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/compile/compile_evidence.h"
#include "ui/widgets/panel.h"

class QLabel;

namespace ui {

class FlameChart;
class LegendStrip;

/// What happened in a first call, step by step: cold above warm, each on its own scale.
class FlamePanel : public Panel {
    Q_OBJECT

public:
    explicit FlamePanel(const Theme& theme);

    /// `name` of the variant; `imported`: from a log, which tells of no cache.
    void showSteps(const QString& name, const CompileSteps& steps, bool imported);

    /// Where the cache was empty, else where it was warm; null: neither compiled it.
    QWidget* chooseCompile(const std::string& compileId);

    [[nodiscard]] const FlameChart& cold() const { return *m_cold; }

    [[nodiscard]] const FlameChart& warm() const { return *m_warm; }

private:
    static void showSide(
        QLabel& title, FlameChart& chart, const QString& name, const ProcessSteps& steps);
    void showChosen(const FlameChart& chart);
    void showLegend(const CompileSteps& steps);

    QLabel* m_coldTitle;
    FlameChart* m_cold;
    QLabel* m_warmTitle;
    FlameChart* m_warm;
    LegendStrip* m_legend;
    QLabel* m_chosen;
};

} // namespace ui
