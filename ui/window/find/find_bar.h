// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/bordered_bar.h"
#include "ui/window/find/match_mark.h"
#include "ui/window/find/page_search.h"

#include <QPointer>

class QLabel;

namespace ui {

class ActionRegistry;
class Button;
class TextField;

/// At the foot of the page: what to look for, "3 of 12", next and previous. One place at a time is
/// marked; after the last one comes the first.
class FindBar : public BorderedBar {
    Q_OBJECT

public:
    explicit FindBar(const Theme& theme);

    /// Tooltips with the keys of edit.findNext, edit.findPrevious and edit.clear.
    void describe(ActionRegistry& actions);

    /// Where to look, in reading order; what was found elsewhere is forgotten.
    void setPlaces(const QList<QWidget*>& places);
    void open();
    void dismiss();
    /// Round and round: 1 or -1.
    void step(int direction);
    /// False when nothing was marked.
    bool clearMark();

    [[nodiscard]] bool isOpen() const { return !isHidden(); }

    /// False: the key belongs to what has the focus, a button or a table.
    [[nodiscard]] bool takesEnter() const;

    [[nodiscard]] const PageSearch& search() const { return m_search; }

    [[nodiscard]] const MatchMark* mark() const { return m_mark; }

    [[nodiscard]] QString countText() const;

Q_SIGNALS:
    void closed();

private:
    void createRow();
    /// Marks the first one as soon as it is found.
    void look();
    void lookAgain();
    void takeMatches();
    void goTo(int match);
    void showCount();

    PageSearch m_search;
    QList<QPointer<QWidget>> m_places;
    QPointer<MatchMark> m_mark;
    int m_current = -1;
    bool m_jump = false; ///< to the first one
    TextField* m_field;
    QLabel* m_count;
    Button* m_previous;
    Button* m_next;
    Button* m_close;
};

} // namespace ui
