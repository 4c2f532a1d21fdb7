// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/widgets/panel.h"

namespace profiler {
struct Plan;
} // namespace profiler

namespace ui {

/// A panel that shows the view. What it asks for beyond itself its page passes on: Page::passOn().
class PagePanel : public Panel {
    Q_OBJECT

public:
    explicit PagePanel(const Theme& theme, const QString& title = {});

Q_SIGNALS:
    /// "Copied the code."
    void noted(const QString& sentence);
    void variantChosen(int variant);
    /// Into the file that is shown.
    void recordingRequested(const profiler::Plan& plan);
};

} // namespace ui
