// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <set>

class QMainWindow;
class QSettings;

namespace ui {

/// Where docks stand and which are open, for each page of its own, kept between starts.
class WindowLayout {
public:
    /// `settings` may be null: kept as long as the window lives.
    WindowLayout(QMainWindow& workspace, QSettings* settings);

    /// Before another page is shown.
    void remember(PageId page);
    void restore(PageId page) const;

    [[nodiscard]] bool inspectorWanted(PageId page) const;
    void setInspectorWanted(PageId page, bool wanted);

    /// Forgets all places.
    void reset();

private:
    QMainWindow& m_workspace;
    QSettings* m_settings;
    std::map<PageId, QByteArray> m_states;
    std::set<PageId> m_closed; ///< pages whose inspector was closed
};

} // namespace ui
