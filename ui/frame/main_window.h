// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparison_source.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <QMainWindow>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

class QDockWidget;
class QSettings;

namespace ui {

class ComparisonBar;
class PageStack;
class SideBar;
class StatusLine;

/// The window: side bar, comparison bar, page, inspector, status line. Holds the one view that
/// all of them show.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `settings` may be null: nothing is then remembered.
    MainWindow(Theme& theme, QSettings* settings, QWidget* parent = nullptr);

    /// Reads in the background; `selector` empty = the newest, absent = the list alone.
    void openFile(const std::filesystem::path& file, const std::optional<std::string>& selector);
    /// Shows what was read elsewhere, at once.
    void showComparison(std::shared_ptr<const JudgedComparison> comparison, const QString& file);
    void showRuns(const std::vector<storage::ComparisonSummary>& summaries, const QString& file);
    void showPage(PageId id);
    void showError(const QString& sentence);

    void setCase(int caseIndex);
    void setFocus(int variant);
    void toggleHidden(int variant);

    [[nodiscard]] const ComparisonView& view() const { return m_view; }

    [[nodiscard]] const PageStack& pages() const { return *m_pages; }

    /// The shown page's sentence, else the comparison's.
    [[nodiscard]] QString verdictSentence() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void createLayout();
    void createActions();
    void addAction(const QKeySequence& keys, const QString& name, void (MainWindow::*slot)());
    void connectPage(PageId id, Page* page);
    void setView(ComparisonView view);
    void showLoading();
    void showState();
    void placeInspector();
    void fitWindow();

    void newComparison();
    void chooseFile();
    void copyVerdict();
    void nextCase();
    void previousCase();
    void nextPage();
    void toggleSideBar();
    void toggleInspector();
    void toggleFullScreen();
    void openReport();
    void saveReport();
    void savePicture();
    void openThemeMenu(const QPoint& at);
    void openExportMenu(const QPoint& at);
    void setTheme(ThemeChoice choice);

    Theme& m_theme;
    QSettings* m_settings;
    ComparisonSource m_source;
    ComparisonView m_view;
    std::vector<storage::ComparisonSummary> m_runs;
    QString m_fileName;

    SideBar* m_sideBar;
    ComparisonBar* m_bar;
    PageStack* m_pages;
    QMainWindow* m_inner; ///< everything right of the side bar, with the inspector as its dock
    QDockWidget* m_inspector;
    StatusLine* m_status;
    bool m_inspectorWanted = true;
};

} // namespace ui
