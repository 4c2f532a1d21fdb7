// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/panel.h"

namespace ui {

class Button;
struct DraftState;

/// Start, now or when the machine is quiet, and Tune, with why not as long as they cannot.
class StartPanel : public Panel {
    Q_OBJECT

public:
    explicit StartPanel(const Theme& theme);

    void showState(const DraftState& state);

Q_SIGNALS:
    void startRequested();
    void startWhenQuietRequested();
    void tuneRequested();

private:
    Button* m_start;
    Button* m_whenQuiet; ///< where the machine is busy
    Button* m_tune;
    QString m_tuneTip;
    QLabel* m_text;
};

} // namespace ui
