// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QKeySequence>
#include <QObject>

#include <functional>

namespace ui {

class CommandPalette;
class ComparisonBar;
class SideBar;
struct WindowContext;
struct WindowControllers;

/// Every action of the window, once: menus, palette, tooltips and the sheet of shortcuts follow.
class WindowActions : public QObject {
    Q_OBJECT

public:
    WindowActions(WindowControllers& controllers, Theme& theme, SideBar& sideBar,
        ComparisonBar& bar, CommandPalette& palette);

private:
    void addFileActions();
    void addEditActions();
    void addFindActions();
    void addGoActions();
    void addVariantActions();
    void addViewActions();
    void addPageCommands();
    void addHelpActions();
    void add(const QString& id, const QString& group, const QString& text, const QString& help,
        const QList<QKeySequence>& keys, std::function<void()> run,
        std::function<bool()> enabledWhen = {}, std::function<bool()> checkedWhen = {});
    void connectMenus();
    void openPalette(const QString& text);
    void openThemeMenu(const QPoint& at);
    void openExportMenu(const QPoint& at);
    void openMenu(const QPoint& at);
    void chooseRecentFile();
    void savePicture();
    void setTheme(ThemeChoice choice);
    void resetLayout();
    [[nodiscard]] bool isOpen() const;

    WindowControllers& m_controllers;
    const WindowContext& m_context;
    Theme& m_theme;
    SideBar& m_sideBar;
    ComparisonBar& m_bar;
    CommandPalette& m_palette;
};

} // namespace ui
