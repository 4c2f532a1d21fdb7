// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"
#include "ui/pages/timeline/timeline_lighting.h"
#include "ui/pages/timeline/timeline_reading.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ui {

class Button;
struct JudgedComparison;
class LegendStrip;
class Panel;
class ScrollColumn;
class TabStrip;
class TextField;
class TimelineInspector;

/// What happens inside one call? The traces of the baseline and of the focused variant on one axis
/// of time, from the whole run down to a single kernel.
class TimelinePage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit TimelinePage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    void runCommand(const QString& id) override;
    bool clearSelection() override;

    [[nodiscard]] bool isReady() const override
    {
        return !m_job.isRunning() && m_lighting->isReady();
    }

    [[nodiscard]] TimelineCanvas& canvas() const { return *m_canvas; }

    [[nodiscard]] const TimelineInspector& details() const { return *m_details; }

    /// Selects its first run in the call that is shown, else in the whole run, and looks for it
    /// from there on; while traces are read, once they are. False: the variant's lines do not show
    /// it.
    bool showWork(const std::string& name, int variant) override;

    /// Lights those rows of the ledger on both sides; while traces are read, once they are.
    void showSameWork(const std::vector<std::size_t>& rows) { m_lighting->light(rows); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    /// What stands beside the timeline may be laid out anew after it was filled: a legend wraps.
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void ready();

private:
    void compactChanged() override { arrangeDetails(); }

    void createPanel();
    void fillPage();
    void arrangeDetails();
    void read();
    void showTraces(std::vector<TimelineRun> runs);
    void lookForCauses(std::vector<TimelineSource> sources);
    void showCauses(std::vector<TimelineCauses> causes);
    [[nodiscard]] QString nameOfCall() const;
    void showTexts();
    void showRanks();
    void showLegend();
    void showSelection();
    bool showWanted();
    void askForWork();
    void align(int index);
    void findNext();
    [[nodiscard]] std::string pickedModule() const;
    [[nodiscard]] std::vector<int> variantsShown() const;

    ComparisonView m_view;
    BackgroundJob m_job {this};
    std::shared_ptr<const JudgedComparison> m_read; ///< that the runs are of
    int m_readCase = -1;
    std::vector<int> m_readVariants;
    Panel* m_panel = nullptr;
    TabStrip* m_align = nullptr;
    Button* m_gaps = nullptr;
    Button* m_all = nullptr;
    Button* m_fitted = nullptr;
    TextField* m_find = nullptr;
    TimelineCanvas* m_canvas = nullptr;
    TimelineLighting* m_lighting = nullptr;
    LegendStrip* m_legend = nullptr;
    TimelineInspector* m_details = nullptr;
    ScrollColumn* m_beside = nullptr; ///< what has the details in a wide window
    QWidget* m_below = nullptr; ///< in a small one
    /// Once the panels have their places: rows made higher twice in between would be too high.
    QTimer m_filling;
    bool m_reading = false; ///< the canvas shows nothing yet, or what was before
    std::vector<profiler::WorkKind> m_shownKinds; ///< of the legend, in its order
    std::optional<profiler::RankSkew> m_skew; ///< nullopt: the runs are no ranks
    bool m_lacksCauses = false; ///< of idle times, which are still looked for
    std::optional<std::pair<std::string, int>> m_wanted; ///< name and variant, once they are read
};

} // namespace ui
