// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QSettings;
class QWidget;

namespace ui {

class ActionRegistry;
class PageServices;
class ShownView;
class StatusLine;
class Workspace;

/// What the controllers of one window work on; all of it outlives them.
struct WindowContext {
    QWidget& window; ///< parent of dialogs
    QSettings* settings; ///< null: nothing is remembered
    PageServices& services;
    ActionRegistry& actions;
    ShownView& shown;
    Workspace& workspace;
    StatusLine& status;
};

} // namespace ui
