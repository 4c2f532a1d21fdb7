// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/finding.h"
#include "ui/pages/page_panel.h"

#include <QString>

#include <vector>

class QVBoxLayout;

namespace ui {

class ScrollColumn;

/// What was noticed of one or of several variants alike: seven variants that leave their graph at
/// the same line have one thing to mend.
struct FindingGroup {
    profiler::Finding finding; ///< of the focused variant where it is among them, else of the first
    std::vector<int> variants; ///< in plan order; empty: about the comparison
    QString title; ///< without the variant's name where there are several
    QString place; ///< where it is seen: "model.py:12"; may be empty
    QString worth; ///< "0.91 ms" of a call, "18.2 s once"; empty: not known
    QString worthText; ///< the same with its interval
    QString who; ///< "default", "7 variants"; empty: about the comparison
    QString advice; ///< what to do, in a clause; what became of it stands apart
    QString code; ///< a line that does it; empty: the advice says all, or it takes more lines
};

/// Those of the shown case and those of all cases, by what mending them wins back.
[[nodiscard]] std::vector<FindingGroup> findingGroups(const ComparisonView& view);

/// What was noticed: shape, sentence, what it costs, variant and place, what to do; worst first.
/// Each leads to the page that proves it, and the first three say how it is mended, in code.
class FindingsPanel : public PagePanel {
    Q_OBJECT

public:
    explicit FindingsPanel(const Theme& theme);

    void showView(const ComparisonView& view);

Q_SIGNALS:
    void findingChosen(const profiler::Finding& finding);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitHeight();
    void addTopBreaks(const ComparisonView& view);
    void addEntry(const ComparisonView& view, const FindingGroup& group, bool first);
    void addRemedy(const ComparisonView& view, const FindingGroup& group);
    void addCode(const QString& code);

    ScrollColumn* m_scroll;
    QVBoxLayout* m_list;
};

} // namespace ui
