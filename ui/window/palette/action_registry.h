// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

class QAction;
class QMenu;
class QSettings;
class QWidget;

namespace ui {

/// What the program can be asked to do. Menus, palette, tooltips and the sheet of shortcuts are all
/// made from these.
struct ActionSpec {
    QString id; ///< "view.side_bar": for settings; never shown
    QString group; ///< "View": menu and heading
    QString text; ///< "Side bar"
    QString help; ///< one sentence
    QList<QKeySequence> keys; ///< by default; the first is the one that is shown
    std::function<void()> run;
    std::function<bool()> enabledWhen; ///< empty = always
    std::function<bool()> checkedWhen; ///< empty = nothing to check
};

/// The one list of actions. Shortcuts can be changed; a conflict is refused in a sentence.
class ActionRegistry : public QObject {
    Q_OBJECT

public:
    /// Actions are added to `window`, so that their keys work all over it. `settings` may be null.
    ActionRegistry(QWidget& window, QSettings* settings);
    ~ActionRegistry() override;
    ActionRegistry(const ActionRegistry&) = delete;
    ActionRegistry& operator=(const ActionRegistry&) = delete;
    ActionRegistry(ActionRegistry&&) = delete;
    ActionRegistry& operator=(ActionRegistry&&) = delete;

    QAction* add(ActionSpec spec);

    [[nodiscard]] const std::vector<ActionSpec>& specs() const { return m_specs; }

    [[nodiscard]] QAction* action(const QString& id) const;
    /// Groups in the order of their first action.
    [[nodiscard]] QStringList groups() const;
    void trigger(const QString& id);

    [[nodiscard]] QList<QKeySequence> keys(const QString& id) const;
    /// "Ctrl+B" as people read it; empty without one.
    [[nodiscard]] QString keyText(const QString& id) const;
    /// Empty = done, else why not. An empty sequence takes the keys away.
    [[nodiscard]] QString setKey(const QString& id, const QKeySequence& key);
    void resetKey(const QString& id);
    void resetAllKeys();

    /// The tooltip says what the action does and its key, also after the key was changed.
    void describe(QWidget* widget, const QString& id);
    void fillMenu(QMenu& menu, const QString& group);
    /// Asks every action again whether it can be used.
    void refresh();

Q_SIGNALS:
    void keysChanged();

private:
    [[nodiscard]] const ActionSpec* spec(const QString& id) const;
    [[nodiscard]] QString ownerOf(const QKeySequence& key, const QString& except) const;
    void applyKeys(const ActionSpec& spec, const QList<QKeySequence>& keys);
    void store(const QString& id);
    void writeToolTips();

    QWidget& m_window;
    QSettings* m_settings;
    std::vector<ActionSpec> m_specs;
    std::vector<QAction*> m_actions; ///< beside m_specs
    std::vector<std::pair<QPointer<QWidget>, QString>> m_described;
};

} // namespace ui
