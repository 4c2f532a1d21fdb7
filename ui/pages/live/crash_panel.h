// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/live/live_state.h"
#include "ui/widgets/panel.h"

class QLabel;

namespace ui {

class Button;

/// A worker that failed, in words: the reason, what is kept, what stays valid, what was dropped.
class CrashPanel : public Panel {
    Q_OBJECT

public:
    explicit CrashPanel(const Theme& theme);

    void showFailure(const FailedWorker& failure, bool running);

Q_SIGNALS:
    void retryRequested(int variant);
    void linesRequested(profiler::ProcessIndex process);

private:
    const Theme& m_theme;
    FailedWorker m_failure;
    QLabel* m_title;
    QLabel* m_time;
    QLabel* m_reason;
    QVBoxLayout* m_kept;
    Button* m_retry;
};

} // namespace ui
