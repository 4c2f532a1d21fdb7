// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_id.h"
#include "ui/window/control/window_context.h"

#include <QObject>

namespace ui {

class FindBar;

/// How the window finds words in its page, and what it forgets and closes on Esc.
class FindController : public QObject {
    Q_OBJECT

public:
    FindController(const WindowContext& context, FindBar& bar);

    void findInPage();
    /// Goes to the field above what the page lists.
    void focusFilter() const;
    void clearOrClose();

    [[nodiscard]] FindBar& bar() const { return m_bar; }

private:
    void setPlaces();
    void leavePage(PageId next);

    WindowContext m_context;
    FindBar& m_bar;
};

} // namespace ui
