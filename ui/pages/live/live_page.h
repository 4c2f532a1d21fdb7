// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/block_series.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_source.h"
#include "ui/pages/live/live_log.h"
#include "ui/pages/live/live_state.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <QTimer>

#include <vector>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace ui {

class BlockChart;
class AskingButton;
class Button;
class CrashPanel;
class HeadlinePanel;
struct JudgedComparison;
class LiveProgressTable;
class LogPanel;
class NowPanel;
class Panel;
class ScrollColumn;
class TabStrip;
class WorkersTable;

/// A recording while it runs: how far it is, what is known so far, who works, who failed.
class LivePage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit LivePage(const Theme& theme);

    /// The recording of this window; not null for as long as the page lives.
    void setJob(RecordingJob* job);
    void showView(const ComparisonView& view) override;
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] QString verdictSentence() const override;

    [[nodiscard]] const LiveState& state() const { return m_state; }

private:
    void compactChanged() override;

    /// What takes too long for the interface thread.
    struct Evidence {
        profiler::BlockSeries blocks;
        std::vector<LiveLogRow> log;
    };

    QWidget* createHeadline();
    QWidget* createEmpty();
    void createPanels();
    void arrange();
    void follow();
    void takeComparison(std::shared_ptr<const JudgedComparison> comparison);
    void prepare();
    void takeEvidence(Evidence evidence);
    void refresh();
    void showHeadline();
    void showGrid();
    void skip(int variant);
    void retry(int variant);
    void pauseOrResume();
    void cancel();
    void showLines(profiler::ProcessIndex process);

    RecordingJob* m_job = nullptr;
    bool m_ofJob = false; ///< shows the job, not what the window has open
    LiveState m_state;
    ComparisonSource m_source;
    BackgroundJob m_evidenceJob;
    std::filesystem::path m_file;
    Evidence m_evidence;
    QTimer m_tick;

    QStackedWidget* m_stack;
    ScrollColumn* m_scroll;
    HeadlinePanel* m_headline;
    Button* m_pause;
    AskingButton* m_cancel;
    Button* m_extend;
    Panel* m_workersPanel;
    WorkersTable* m_workers;
    Panel* m_progressPanel;
    LiveProgressTable* m_liveProgress;
    QLabel* m_blocksFoot;
    QLabel* m_progressFoot;
    Panel* m_blocksPanel;
    BlockChart* m_blocks;
    NowPanel* m_now;
    CrashPanel* m_crash;
    LogPanel* m_log;
    QWidget* m_middle;
    QWidget* m_lower;
    TabStrip* m_tabs;
    QStackedWidget* m_tabPages;
};

} // namespace ui
