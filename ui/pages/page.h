// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/pages/page_id.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QWidget>

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {
struct Goal;
struct Plan;
} // namespace profiler

namespace storage {
struct ComparisonSummary;
}

namespace ui {

class PagePanel;
struct PageDescriptor;

/// One page of the window. It is made when it is first visited and is given a whole view each
/// time something changed; it asks by signals and never changes a view itself.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(const Theme& theme);

    virtual void showView(const ComparisonView& view) = 0;

    /// The user comes to this page; what it shows anew each time, whatever view it had before.
    virtual void enter(const ComparisonView& /*view*/) { }

    /// The open file's comparisons were read again while this page is the current one.
    virtual void showRuns(
        const std::vector<storage::ComparisonSummary>& /*runs*/, const QString& /*file*/)
    {
    }

    /// What belongs into the inspector beside this page; null: the inspector is closed, as it
    /// always is in a small window.
    [[nodiscard]] QWidget* inspector() const { return m_isCompact ? nullptr : m_inspector; }

    /// False while something is still prepared on a pool thread.
    [[nodiscard]] virtual bool isReady() const { return true; }

    /// The window is too small for the wide arrangement.
    void setCompact(bool compact);

    /// The sentence that carries the page's verdict, to be copied; empty where there is none.
    [[nodiscard]] virtual QString verdictSentence() const { return {}; }

    /// One of those that its descriptor lists, or one that the window has for it.
    virtual void runCommand(const QString& /*id*/) { }

    /// Chooses a kernel or an operator by its whole name, as that variant runs it, or a compile by
    /// its id; false: the page does not show it.
    virtual bool showWork(const std::string& /*name*/, int /*variant*/) { return false; }

    /// Of what the page paints itself; false when nothing was selected.
    virtual bool clearSelection() { return false; }

Q_SIGNALS:
    void focusRequested(int variant);
    void pageRequested(ui::PageId page);
    void reportRequested();
    /// That case with that variant in focus, on Overview.
    void caseRequested(int caseIndex, int variant);
    /// A goal edited on this page; the window judges anew and stores it.
    void goalRequested(profiler::Goal goal);
    /// That kernel or operator, as that variant runs it, or that compile of it, on another page.
    void workRequested(ui::PageId page, const QString& name, int variant);
    /// A short word for the status line: "Copied the sentence."
    void noted(const QString& sentence);
    /// `output` empty: the library.
    void recordingRequested(const profiler::Plan& plan, const std::filesystem::path& output);

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    [[nodiscard]] bool isCompact() const { return m_isCompact; }

    /// Now isCompact() is the other one: the page puts its parts elsewhere.
    virtual void compactChanged() { }

    void setInspector(QWidget* inspector) { m_inspector = inspector; }

    /// What the panel asks for. It records into the file of `view`, a member of the page.
    void passOn(const PagePanel& panel, const ComparisonView& view);

private:
    const Theme& m_theme;
    QWidget* m_inspector = nullptr;
    bool m_isCompact = false;
};

} // namespace ui
