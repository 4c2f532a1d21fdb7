// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/live/live_state.h"
#include "ui/widgets/panel.h"

class QLabel;

namespace ui {

class Button;

/// The worker that works now: its stages, what it does inside one, who waits.
class NowPanel : public Panel {
    Q_OBJECT

public:
    explicit NowPanel(const Theme& theme);

    void showState(const LiveState& state);

Q_SIGNALS:
    void skipRequested(int variant);

private:
    class Stages;
    class Progress;

    void showNothing(const LiveState& state);

    int m_variant = -1;
    Button* m_skip;
    Stages* m_stages;
    QLabel* m_words;
    QLabel* m_count;
    Progress* m_bar;
    QLabel* m_foot;
};

} // namespace ui
