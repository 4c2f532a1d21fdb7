// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace profiler {
struct Finding;
struct Plan;
} // namespace profiler

namespace ui {

/// What can be done about a finding from here: its remedy is tried in lock step with what it is to
/// remedy; one that was tried says what it won; after an edit of code the plan is recorded again.
class RemedyRow : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

Q_SIGNALS:
    void recordingRequested(const profiler::Plan& plan);
    /// The variant that is the finding's own with the remedy.
    void variantChosen(int variant);
};

/// Null: nothing is to be done about the finding, or another program recorded it.
[[nodiscard]] RemedyRow* makeRemedyRow(
    const Theme& theme, const ComparisonView& view, const profiler::Finding& finding);

} // namespace ui
