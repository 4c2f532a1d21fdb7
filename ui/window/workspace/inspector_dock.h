// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

class QMainWindow;

namespace ui {

/// Beside a page, what it tells of what is selected on it.
class InspectorDock : public QDockWidget {
    Q_OBJECT

public:
    static constexpr int usualWidth = 332; ///< until the user drags it

    /// Hidden, until there is something to show.
    explicit InspectorDock(QMainWindow& workspace);

    /// Null: the page has nothing to tell. What was shown before stays where it is, hidden.
    void showContent(QWidget* content, bool wanted);
    void resetWidth();

private:
    QMainWindow& m_workspace;
};

} // namespace ui
