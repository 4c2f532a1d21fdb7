// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/step_queue.h"
#include "ui/pages/page_id.h"
#include "ui/window/workspace/window_layout.h"

#include <QMainWindow>

namespace ui {

class InspectorDock;
class Page;
class PageServices;
class PageStack;
struct ComparisonView;

/// The pages with the inspector as a dock beside them: which page is shown, and how it comes to be
/// seen.
class Workspace : public QMainWindow {
    Q_OBJECT

public:
    /// `settings` may be null.
    Workspace(PageServices& services, QSettings* settings);

    void showPage(PageId id);
    /// Round and round through the pages of the side bar: 1 or -1.
    void stepPage(int pages);
    void takeView(const ComparisonView& view);
    void setCompact(bool compact);

    void toggleInspector();
    void openInspector();
    void rememberLayout();
    /// As at first.
    void resetLayout();

    [[nodiscard]] PageStack& pages() const { return *m_pages; }

    [[nodiscard]] PageId currentId() const;

    /// The page chosen, also while something stands in its place.
    [[nodiscard]] Page* currentPage() const;

    /// Null while something stands in its place.
    [[nodiscard]] Page* seenPage() const;

    [[nodiscard]] bool hasInspector() const;
    [[nodiscard]] bool inspectorWanted() const;

    /// False while the page is not shown yet or not given its size.
    [[nodiscard]] bool isSettled() const;

    /// The page, then what stands beside it.
    [[nodiscard]] QList<QWidget*> shownWidgets() const;

Q_SIGNALS:
    /// The current page is still the one before.
    void pageAboutToChange(ui::PageId next);
    void pageChanged(ui::PageId current);
    /// A page is seen that was not, or shows another view.
    void contentsChanged();

private:
    void reveal();
    void revealStepwise();
    void restoreLayout();
    void placeInspector();

    PageStack* m_pages;
    InspectorDock* m_inspector;
    WindowLayout m_layout;
    StepQueue m_revealing;
};

} // namespace ui
