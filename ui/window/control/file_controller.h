// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/document/provenance.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_source.h"
#include "ui/pages/page_id.h"
#include "ui/window/control/window_context.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ui {

struct JudgedComparison;
class PresentationController;
class StaleBanner;

/// The open run database: what is read of it, which place in it is shown, and whether it still
/// holds that.
class FileController : public QObject {
    Q_OBJECT

public:
    FileController(
        const WindowContext& context, PresentationController& presentation, StaleBanner& stale);

    /// Reads in the background; `selector` empty = the newest, absent = the list alone.
    void openFile(const std::filesystem::path& file, const std::optional<std::string>& selector);
    /// The newest comparison, on Overview.
    void openNewest(const QString& file);
    /// That comparison of the open file, on Overview.
    void openRun(profiler::ComparisonId id);
    /// The same, and then that page, case and variant; an empty page is Overview.
    void openPlace(const std::filesystem::path& file, const std::string& selector,
        const profiler::FigurePlace& place);
    /// Page, case and variant of the comparison that is open.
    void showPlace(const profiler::FigurePlace& place);
    /// Looks for what an exported figure's id names, and opens it.
    void openFigure(const profiler::FigureId& id);
    void openSample();
    void chooseFile();
    /// What the file holds now, also when that is something else.
    void readAgain();
    void cancelLoading();

    /// Shows what was read elsewhere, at once.
    void showComparison(std::shared_ptr<const JudgedComparison> comparison, const QString& file);
    void showRuns(const std::vector<storage::ComparisonSummary>& summaries, const QString& file);
    void showError(const QString& sentence);

    /// The file does not hold what is shown any more.
    [[nodiscard]] bool isStale() const { return !m_staleReason.isEmpty(); }

    [[nodiscard]] ComparisonSource& source() { return m_source; }

Q_SIGNALS:
    void loadingEnded();
    void runsListed();

private:
    void connectSource();
    void showLoading();
    void endLoading();
    void takeLoaded(const std::shared_ptr<const JudgedComparison>& comparison);
    void takeFailure(const QString& sentence);
    void setFile(const QString& file);
    void describeFile();
    void becomeStale(const QString& reason);
    void endStale();

    WindowContext m_context;
    PresentationController& m_presentation;
    StaleBanner& m_banner;
    ComparisonSource m_source;
    QString m_staleReason; ///< empty: the file holds what is shown
    QDateTime m_readAt;
    std::optional<PageId> m_pageBeforeError; ///< what was asked for and could not be read
    std::optional<profiler::FigurePlace> m_wantedPlace; ///< once it is read
    BackgroundJob m_figureJob;
    QTimer m_skeletonTimer;
    QTimer m_slowTimer;
};

} // namespace ui
