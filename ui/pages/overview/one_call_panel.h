// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/one_call_bars.h"
#include "ui/widgets/panel.h"

class QLabel;

namespace ui {

/// One call: where the time goes. A trace splits a variant's median by class of work and the host's
/// own time, or on a device by why it was idle; without one its bar is drawn whole, as unexplained,
/// and the panel says why.
class OneCallPanel : public Panel {
    Q_OBJECT

public:
    explicit OneCallPanel(const Theme& theme, QWidget* parent = nullptr);

    /// `splits` has one for each row of the forest; `losses` says what their traces lack.
    void showForest(const Forest& forest, int focus, const std::vector<OneCallBars::Split>& splits,
        const QString& losses);

    /// Of the same forest.
    void showFocus(int focus) { m_bars->showFocus(focus); }

Q_SIGNALS:
    /// Its kernels are asked for.
    void variantChosen(int variant);

private:
    OneCallBars* m_bars;
    QLabel* m_note;
};

} // namespace ui
