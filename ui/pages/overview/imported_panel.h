// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QVBoxLayout;

namespace profiler {
struct ComparisonResult;
} // namespace profiler

namespace ui {

class BarTable;
class DataTable;
class LegendStrip;
class Panel;
class SentencePanel;
class WaterfallChart;

/// Overview of what other tools recorded: where the difference of two traces comes from, or what
/// one is made of, what is known of each file and where to look next. It judges nothing.
class ImportedPanel : public QWidget {
    Q_OBJECT

public:
    explicit ImportedPanel(const Theme& theme);

    void showView(const ComparisonView& view);

    /// The conclusion and its limits, as they are copied.
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    void focusRequested(int variant);
    void pageRequested(ui::PageId page);
    void noted(const QString& sentence);

private:
    void createDifference();
    void createParts();
    void createKnown();
    void showDifference(const ComparisonView& view);
    void showParts(const ComparisonView& view);
    void showKnown(const profiler::ComparisonResult& result);
    void showNext(const ComparisonView& view);

    const Theme& m_theme;
    SentencePanel* m_sentence;
    Panel* m_differencePanel;
    WaterfallChart* m_difference;
    Panel* m_partsPanel;
    BarTable* m_parts;
    LegendStrip* m_legend;
    Panel* m_knownPanel;
    DataTable* m_known;
    Panel* m_nextPanel;
    QVBoxLayout* m_next; ///< a button for each step
};

} // namespace ui
