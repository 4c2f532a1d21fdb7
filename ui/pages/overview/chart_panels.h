// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/pages/overview/one_call_bars.h"
#include "ui/widgets/panel.h"

class QLabel;

namespace profiler {
struct VariantResult;
} // namespace profiler

namespace ui {

class PaybackChart;
class RatioDotsChart;
class TabStrip;

/// One call: where the time goes. A trace splits a variant's median by class of work and the host's
/// own time, or on a device by why it was idle; without one its bar is drawn whole, as unexplained,
/// and the panel says why.
class OneCallPanel : public Panel {
    Q_OBJECT

public:
    explicit OneCallPanel(const Theme& theme);

    /// What the bars show, one of each for each row of the forest; `losses` says what traces lack.
    struct Contents {
        Forest forest;
        std::vector<OneCallBars::Split> splits;
        QString losses;
        std::vector<OneCallBars::Step> steps; ///< of training; empty else
        QString stepSentence; ///< of the focused variant
    };

    void showContents(Contents contents, int focus);

    /// Of the same forest.
    void showFocus(int focus, const QString& stepSentence);

Q_SIGNALS:
    /// Its kernels are asked for.
    void variantChosen(int variant);

private:
    void showBars();
    void showWork();
    void showSteps();

    Contents m_contents;
    int m_focus = 0;
    TabStrip* m_by;
    OneCallBars* m_bars;
    QLabel* m_note;
};

/// One dot for each process, the interval of all together, and what they come to. Takes the place
/// of Payback where no variant is clearly faster.
class RatioPanel : public Panel {
    Q_OBJECT

public:
    explicit RatioPanel(const Theme& theme);

    void showVariant(const ComparisonView& view, const profiler::VariantResult& variant);

private:
    RatioDotsChart* m_chart;
    QLabel* m_conclusion;
    QLabel* m_words;
};

/// Time saved minus compile time against calls in one process.
class PaybackPanel : public Panel {
    Q_OBJECT

public:
    explicit PaybackPanel(const Theme& theme);

    void showView(const ComparisonView& view);

private:
    PaybackChart* m_chart = nullptr;
    QLabel* m_empty;
};

} // namespace ui
