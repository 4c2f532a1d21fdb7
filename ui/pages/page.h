// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"

#include <QString>
#include <QWidget>

namespace ui {

enum class PageId {
    Overview,
    Results,
    Latency,
    CompileTime,
    Timeline,
    Kernels,
    GraphBreaks,
    Gpu,
    Numerics,
    Memory,
    Configuration,
    Log,
    Runs,
    Reports,
    NewComparison,
    Live,
};

/// One page of the window. It is made when it is first visited and is given a whole view each
/// time something changed; it asks by signals and never changes a view itself.
class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    virtual void showView(const ComparisonView& view) = 0;

    /// What belongs into the inspector beside this page; null: the inspector is closed.
    [[nodiscard]] virtual QWidget* inspector() { return nullptr; }

    /// False while something is still prepared on a pool thread.
    [[nodiscard]] virtual bool isReady() const { return true; }

    /// The window is too small for the wide arrangement.
    virtual void setCompact(bool /*compact*/) { }

    /// The sentence that carries the page's verdict, to be copied; empty where there is none.
    [[nodiscard]] virtual QString verdictSentence() const { return {}; }

Q_SIGNALS:
    void focusRequested(int variant);
    void pageRequested(ui::PageId page);
    void reportRequested();
    /// That case with that variant in focus, on Overview.
    void caseRequested(int caseIndex, int variant);
    /// A goal edited on this page; the window judges anew and stores it.
    void goalRequested(profiler::Goal goal);
    /// A short word for the status line: "Copied the sentence".
    void noted(const QString& sentence);
};

} // namespace ui
