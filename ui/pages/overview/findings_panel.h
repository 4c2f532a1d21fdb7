// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/pages/overview/finding_groups.h"
#include "ui/widgets/panel.h"

class QVBoxLayout;

namespace ui {

class ScrollColumn;

/// What was noticed: shape, sentence, variant and place, what to do; worst first. Each leads to the
/// page that explains it.
class FindingsPanel : public Panel {
    Q_OBJECT

public:
    explicit FindingsPanel(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view);

Q_SIGNALS:
    void findingChosen(const profiler::Finding& finding);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitHeight();
    void clear();
    void addTopBreaks(const ComparisonView& view);
    void addEntry(const FindingGroup& group);

    ScrollColumn* m_scroll;
    QVBoxLayout* m_list;
};

} // namespace ui
