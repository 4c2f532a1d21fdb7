// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/window/palette/action_registry.h"

#include <QDialog>

class QKeySequenceEdit;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace ui {

class Button;
class StatusLabel;

/// Changes the keys of a command; keys that belong to another command are refused.
class ShortcutDialog : public QDialog {
    Q_OBJECT

public:
    ShortcutDialog(const Theme& theme, ActionRegistry& registry, QWidget* parent = nullptr);

    [[nodiscard]] QString answer() const;
    void choose(const QString& id);
    void setKey(const QKeySequence& key);

private:
    void createTable();
    void showKeys();
    void createEditor();
    void showCurrent();
    void store();
    void resetCurrent();
    void resetAll();
    void say(Status status, const QString& sentence);
    [[nodiscard]] const ActionSpec* current() const;

    const Theme& m_theme;
    ActionRegistry& m_registry;
    QStandardItemModel* m_model; ///< group, command, keys
    QSortFilterProxyModel* m_filtered;
    QTableView* m_table;
    QKeySequenceEdit* m_keys;
    StatusLabel* m_answer;
};

/// All commands with their keys, by group, to be read; a button leads to the dialog.
class ShortcutSheet : public QDialog {
    Q_OBJECT

public:
    ShortcutSheet(const Theme& theme, const ActionRegistry& registry, QWidget* parent = nullptr);

Q_SIGNALS:
    void changeRequested();
};

} // namespace ui
