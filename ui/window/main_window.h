// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure_owner.h"
#include "ui/pages/page_services.h"
#include "ui/window/control/window_controllers.h"

#include <QMainWindow>

#include <memory>

namespace ui {

class ActionRegistry;
class CommandPalette;
class ComparisonBar;
class FindBar;
class PageStack;
class SideBar;
class StaleBanner;
class StatusLine;
class WindowActions;
class Workspace;

/// The window: side bar, comparison bar, page, inspector, status line, and what connects them. What
/// it can do stands in its controllers.
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

    void showPage(PageId id);
    /// Makes the pages that were not visited yet, in turns of their own.
    void makePagesAhead();

    /// Of view, file, presentation, recording and the rest.
    [[nodiscard]] WindowControllers& control() const { return *m_control; }

    [[nodiscard]] ShownView& shown() { return m_shown; }

    [[nodiscard]] const ComparisonView& view() const { return m_shown.view(); }

    [[nodiscard]] const PageStack& pages() const;

    [[nodiscard]] ActionRegistry& actionRegistry() const { return *m_actions; }

    [[nodiscard]] RecordingJob& recordingJob() { return m_services.recording(); }

    [[nodiscard]] const StatusLine& statusLine() const { return *m_status; }

    [[nodiscard]] const FindBar& findBar() const { return *m_find; }

    [[nodiscard]] const StaleBanner& staleBanner() const { return *m_stale; }

    /// False while something is judged anew, or the page is not shown yet or not given its size.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] FigureSource figureSource() const override;
    void sayOfFigure(const QString& sentence, bool failed) override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void createLayout();
    void restoreWindow();
    void connectSideBar();
    void connectBar();
    void connectChips();
    void connectWorkspace();
    void showView(const ComparisonView& view);
    void copyDetails(const QString& details);

    Theme& m_theme;
    QSettings* m_settings;
    PageServices m_services;
    ShownView m_shown;
    ActionRegistry* m_actions;
    SideBar* m_sideBar;
    ComparisonBar* m_bar;
    StaleBanner* m_stale;
    Workspace* m_workspace;
    FindBar* m_find;
    StatusLine* m_status;
    CommandPalette* m_palette;
    std::unique_ptr<WindowControllers> m_control;
    std::unique_ptr<WindowActions> m_windowActions;
};

} // namespace ui
