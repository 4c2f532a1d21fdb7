// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/lanes/presentation.h"
#include "profiler/report/document/provenance.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_source.h"
#include "ui/comparison/note_store.h"
#include "ui/comparison/presentation_store.h"
#include "ui/comparison/recording_job.h"
#include "ui/comparison/step_queue.h"
#include "ui/export/report_store.h"
#include "ui/figure/figure_owner.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"
#include "ui/window/palette/palette_model.h"
#include "ui/window/window_layout.h"

#include <QDateTime>
#include <QMainWindow>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QMenu;
class QSettings;

namespace ui {

class ActionRegistry;
class CommandPalette;
class ComparisonBar;
class FindBar;
class ImportJob;
class InspectorDock;
class PageStack;
class SideBar;
class StaleBanner;
class StatusLine;
class TimelinePage;

/// The window: side bar, comparison bar, page, inspector, status line. Holds the one view that
/// all of them show.
class MainWindow : public QMainWindow, public FigureOwner {
    Q_OBJECT

public:
    /// `settings` may be null: nothing is then remembered.
    MainWindow(Theme& theme, QSettings* settings, QWidget* parent = nullptr);
    ~MainWindow() override;
    MainWindow(const MainWindow&) = delete;
    MainWindow& operator=(const MainWindow&) = delete;
    MainWindow(MainWindow&&) = delete;
    MainWindow& operator=(MainWindow&&) = delete;

    /// Reads in the background; `selector` empty = the newest, absent = the list alone.
    void openFile(const std::filesystem::path& file, const std::optional<std::string>& selector);
    /// The same, and then that page, case and variant; an empty page is Overview.
    void openPlace(const std::filesystem::path& file, const std::string& selector,
        const profiler::FigurePlace& place);
    /// Page, case and variant of the comparison that is open.
    void showPlace(const profiler::FigurePlace& place);
    /// Looks for what an exported figure's id names, and opens it.
    void openFigure(const profiler::FigureId& id);
    /// Shows what was read elsewhere, at once.
    void showComparison(std::shared_ptr<const JudgedComparison> comparison, const QString& file);
    void showRuns(const std::vector<storage::ComparisonSummary>& summaries, const QString& file);
    void showPage(PageId id);
    /// Makes the pages that were not visited yet, in turns of their own.
    void makePagesAhead();
    void showError(const QString& sentence);

    void setCase(int caseIndex);
    void setFocus(int variant);
    void toggleHidden(int variant);

    /// Judge anew in the background, with that variant as baseline, name, place or goal.
    void makeBaseline(int variant);
    void renameVariant(int variant, const QString& name);
    void moveVariant(int from, int to);
    /// Also stores it with the comparison, where the file can be written.
    void changeGoal(const profiler::Goal& goal);

    [[nodiscard]] const ComparisonView& view() const { return m_view; }

    [[nodiscard]] const PageStack& pages() const { return *m_pages; }

    [[nodiscard]] ActionRegistry& actionRegistry() const { return *m_actions; }

    [[nodiscard]] RecordingJob& recordingJob() { return m_job; }

    [[nodiscard]] const StatusLine& statusLine() const { return *m_status; }

    [[nodiscard]] const FindBar& findBar() const { return *m_find; }

    [[nodiscard]] const StaleBanner& staleBanner() const { return *m_stale; }

    [[nodiscard]] ComparisonSource& source() { return m_source; }

    /// Writes what is shown, with its note, into a database; opens it there when the file that it
    /// came from is gone.
    void saveCopy(const QString& file);

    /// False while something is judged anew, or the page is not shown yet or not given its size.
    [[nodiscard]] bool isSettled() const;

    /// Everything the command palette offers now.
    [[nodiscard]] std::vector<PaletteItem> paletteItems();

    /// The shown page's sentence, else the comparison's.
    [[nodiscard]] QString verdictSentence() const;

    /// Page, case and focus that are shown.
    [[nodiscard]] FigureSource figureSource() const override;
    void sayOfFigure(const QString& sentence, bool failed) override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void createLayout();
    void connectBar();
    void connectSource();
    void setView(ComparisonView view);
    void showState();
    void fitWindow();
    void describeDatabase();

    // window_pages.cpp
    void connectPage(PageId id, Page* page);
    void offerOpenPlan();
    void restoreLayout();
    void revealPage();
    void revealStepwise();
    void placeInspector();

    // window_actions.cpp
    void createActions();
    void addFileActions();
    void addGoActions();
    void addVariantActions();
    void addViewActions();
    void addHelpActions();

    // window_timeline.cpp
    void addTimelineActions();
    [[nodiscard]] TimelinePage* shownTimeline() const; ///< null: another page is shown
    void connectWork(Page* page);
    void showInTimeline(const QString& name, int variant);
    void showInKernels(const QString& name, int variant);
    void add(const char* id, const QString& group, const QString& text, const QString& help,
        const QList<QKeySequence>& keys, std::function<void()> run,
        std::function<bool()> enabledWhen = {}, std::function<bool()> checkedWhen = {});

    // window_comparison.cpp
    void showLoading();
    void endLoading();
    void cancelLoading();
    void takeLoaded(std::shared_ptr<const JudgedComparison> comparison);
    void takeFailure(const QString& sentence);
    void present(const profiler::Presentation& presentation);
    void startPresenting(
        const std::shared_ptr<const JudgedComparison>& comparison, const QString& file);
    void storeGoal(const profiler::Goal& goal);
    void dropUnsavedGoal();
    void recordMore(int repetitions);
    void showRecording();
    void endRecording();
    void startExtending(int repetitions);
    void cancelJob();

    // window_copy.cpp
    void tellStale(const QString& reason);
    void endStale();
    void readAgain();
    void chooseCopy();
    void goOnWith(const QString& copy, profiler::ComparisonId id);
    /// As recorded, with the goal and the note that hold here.
    [[nodiscard]] profiler::ComparisonData dataToCopy() const;

    // window_commands.cpp
    void newComparison();
    void chooseFile();
    void chooseRecentFile();
    void openDropped(const QString& file);
    void chooseTraces();
    void importTraces(const QStringList& files);
    void connectImport();
    void openSample();
    void copyVerdict();
    void copyChart();
    void openContextMenu();
    void copyCommandLine();
    void stepCase(int cases);
    void stepPage(int pages);
    void toggleSideBar();
    void toggleInspector();
    void toggleFullScreen();
    void resetLayout();
    void editGoal();
    [[nodiscard]] ReportWish reportWish() const;
    /// On a pool thread; then `written`, or the error in the status line.
    void writeReport(const QString& file, const std::function<void()>& written);
    void openReport();
    void saveReport();
    void savePicture();
    void openThemeMenu(const QPoint& at);
    void openExportMenu(const QPoint& at);
    void openMenu(const QPoint& at);
    void openPalette(const QString& text);
    void openShortcutSheet();
    void openShortcutDialog();
    void openHelp();
    void setTheme(ThemeChoice choice);

    // window_find.cpp
    void addFindActions();
    void setFindPlaces();
    void findInPage();
    void focusFilter();
    void clearOrClose();

    // window_palette.cpp
    void addCommands(std::vector<PaletteItem>& items);
    void addCases(std::vector<PaletteItem>& items);
    void addRuns(std::vector<PaletteItem>& items);
    void addRecentFiles(std::vector<PaletteItem>& items);
    [[nodiscard]] std::optional<PaletteItem> figureItem(const QString& text);
    void addFindings(std::vector<PaletteItem>& items);
    void addKernels(std::vector<PaletteItem>& items);
    void openFinding(const profiler::Finding& finding);
    void connectRecording();
    void connectRecordingPage(PageId id, Page* page);
    void startRecording(const profiler::Plan& plan, const std::filesystem::path& output);
    void noteRecordings();
    /// False: the window stays open.
    [[nodiscard]] bool settleRecording();

    Theme& m_theme;
    QSettings* m_settings;
    ComparisonSource m_source;
    RecordingJob m_job;
    ComparisonView m_view;
    std::vector<storage::ComparisonSummary> m_runs;
    QString m_fileName;
    QString m_stateSentence; ///< what was last said of the recording

    QString m_staleReason; ///< why the file does not hold what is shown; empty: it does
    QDateTime m_readAt;
    std::optional<PageId> m_pageBeforeError; ///< what was asked for and could not be read

    std::shared_ptr<NoteStore> m_notes; ///< shared with the page that shows them
    RetryQueue m_goalChanges;
    std::map<QString, profiler::Goal> m_unsavedGoals; ///< by comparison: hold in this window
    PresentationStore m_presentations;
    ReportStore m_reports;
    profiler::Presentation m_presentation; ///< of the shown comparison
    std::optional<profiler::FigurePlace> m_wantedPlace; ///< once it is read
    BackgroundJob m_figureJob;
    BackgroundJob m_presenting;
    BackgroundJob m_copying;
    BackgroundJob m_checking;
    BackgroundJob m_reportJob;
    StepQueue m_revealing;
    QTimer m_skeletonTimer;
    QTimer m_slowTimer;

    ImportJob* m_import;
    ActionRegistry* m_actions;
    SideBar* m_sideBar;
    ComparisonBar* m_bar;
    StaleBanner* m_stale;
    PageStack* m_pages;
    QMainWindow* m_inner; ///< everything right of the side bar, with the inspector as its dock
    InspectorDock* m_inspector;
    FindBar* m_find;
    StatusLine* m_status;
    CommandPalette* m_palette;
    WindowLayout m_layout;
};

} // namespace ui
