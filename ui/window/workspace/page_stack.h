// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/comparison/step_queue.h"
#include "ui/pages/page_id.h"

#include <QStackedWidget>

#include <map>
#include <set>

namespace ui {

class BlankPage;
class NotInFilePage;
class Page;
class PageHolder;
class PageServices;

/// The pages. Each is made when it is first shown; only the shown one is given new views.
class PageStack : public QStackedWidget {
    Q_OBJECT

public:
    explicit PageStack(PageServices& services, QWidget* parent = nullptr);

    /// Makes the page current and gives it the view; it is seen from showPage() on.
    void preparePage(PageId id);
    /// Makes and fills the other pages, one step a turn, so that the first visit of each is as
    /// quick as the next.
    void makeAhead();
    /// Nothing is laid out while what surrounds the pages moves.
    void coverPage();
    void showPage();
    /// Gives it to the current page, and to each other one when it becomes current.
    void takeView(const ComparisonView& view);
    void setCompact(bool compact);
    /// While nothing is open: the outline of a page instead of what to do.
    void setLoading(bool loading);

    [[nodiscard]] PageId currentId() const { return m_current; }

    /// Something stands in its place: no comparison is open, or what was imported holds nothing for
    /// it.
    [[nodiscard]] bool isBlank() const;

    /// The page chosen, also while it is blank.
    [[nodiscard]] Page* currentPage() const;

    /// False before the page was seen for the first time.
    [[nodiscard]] bool wasShown(PageId id) const { return m_shown.contains(id); }

    /// False while the page that is shown is still given its size.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] const BlankPage& blank() const { return *m_blank; }

    [[nodiscard]] const NotInFilePage& notInFile() const { return *m_notInFile; }

Q_SIGNALS:
    void pageMade(ui::Page* page);
    void noted(const QString& sentence);

private:
    void uncover(QWidget* widget);
    PageHolder* holderOf(PageId id);
    Page* pageOf(PageId id);
    void giveView(PageId id);
    void fillAhead(PageId id);
    void layOutAhead(PageId id);
    void layOutInspectorAhead(PageId id);
    [[nodiscard]] QSize sizeBeside(const QWidget* inspector) const;

    PageServices& m_services;
    ComparisonView m_view;
    std::map<PageId, PageHolder*> m_pages;
    std::map<PageId, ComparisonView> m_given; ///< what each shows
    std::set<PageId> m_shown;
    BlankPage* m_blank;
    NotInFilePage* m_notInFile;
    PageId m_current = PageId::Runs;
    bool m_compact = false;
    StepQueue m_ahead;
};

} // namespace ui
