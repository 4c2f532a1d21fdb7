// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/action_registry.h"

#include <QAction>
#include <QMenu>
#include <QSettings>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <cassert>

namespace ui {

namespace {

QString settingOf(const QString& id)
{
    return QStringLiteral("shortcuts/") + id;
}

QString textOf(const QList<QKeySequence>& keys)
{
    return keys.isEmpty() ? QString() : keys.front().toString(QKeySequence::NativeText);
}

} // namespace

ActionRegistry::ActionRegistry(QWidget& window, QSettings* settings)
    : m_window(window)
    , m_settings(settings)
{
}

ActionRegistry::~ActionRegistry() = default;

QAction* ActionRegistry::add(ActionSpec spec)
{
    assert(action(spec.id) == nullptr);
    auto* added = new QAction(spec.text, this);
    added->setObjectName(spec.id);
    added->setStatusTip(spec.help);
    added->setToolTip(spec.help);
    // Letters are typed into text fields: Qt asks the field first, and it keeps them.
    added->setShortcutContext(Qt::WindowShortcut);
    added->setCheckable(static_cast<bool>(spec.checkedWhen));
    connect(added, &QAction::triggered, this, [this, id = spec.id] {
        if (const ActionSpec* known = this->spec(id))
            known->run();
        refresh();
    });
    m_window.addAction(added);
    m_specs.push_back(std::move(spec));
    m_actions.push_back(added);
    const ActionSpec& stored = m_specs.back();
    QList<QKeySequence> keys = stored.keys;
    if (m_settings != nullptr && m_settings->contains(settingOf(stored.id)))
        keys = QKeySequence::listFromString(m_settings->value(settingOf(stored.id)).toString());
    applyKeys(stored, keys);
    return added;
}

const ActionSpec* ActionRegistry::spec(const QString& id) const
{
    const auto found = std::find_if(
        m_specs.begin(), m_specs.end(), [&id](const ActionSpec& each) { return each.id == id; });
    return found == m_specs.end() ? nullptr : &*found;
}

QAction* ActionRegistry::action(const QString& id) const
{
    const auto found = std::find_if(
        m_specs.begin(), m_specs.end(), [&id](const ActionSpec& each) { return each.id == id; });
    return found == m_specs.end() ? nullptr
                                  : m_actions.at(static_cast<std::size_t>(found - m_specs.begin()));
}

QStringList ActionRegistry::groups() const
{
    QStringList groups;
    for (const ActionSpec& each : m_specs)
        if (!groups.contains(each.group))
            groups << each.group;
    return groups;
}

void ActionRegistry::trigger(const QString& id)
{
    refresh();
    if (QAction* found = action(id))
        found->trigger();
}

QList<QKeySequence> ActionRegistry::keys(const QString& id) const
{
    const QAction* found = action(id);
    return found == nullptr ? QList<QKeySequence>() : found->shortcuts();
}

QString ActionRegistry::keyText(const QString& id) const
{
    return textOf(keys(id));
}

QString ActionRegistry::ownerOf(const QKeySequence& key, const QString& except) const
{
    for (std::size_t i = 0; i < m_specs.size(); ++i) {
        if (m_specs.at(i).id == except)
            continue;
        for (const QKeySequence& taken : m_actions.at(i)->shortcuts())
            // A sequence that begins another would never let it be typed.
            if (taken.matches(key) != QKeySequence::NoMatch
                || key.matches(taken) != QKeySequence::NoMatch)
                return m_specs.at(i).text;
    }
    return {};
}

QString ActionRegistry::setKey(const QString& id, const QKeySequence& key)
{
    const ActionSpec* changed = spec(id);
    if (changed == nullptr)
        return tr("There is no such command.");
    if (!key.isEmpty()) {
        if (const QString owner = ownerOf(key, id); !owner.isEmpty())
            return tr("%1 already belongs to “%2”. Change that one first, or choose other keys.")
                .arg(key.toString(QKeySequence::NativeText), owner);
    }
    applyKeys(*changed, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence> {key});
    store(id);
    Q_EMIT keysChanged();
    return {};
}

void ActionRegistry::resetKey(const QString& id)
{
    const ActionSpec* reset = spec(id);
    if (reset == nullptr)
        return;
    QList<QKeySequence> free;
    for (const QKeySequence& key : reset->keys)
        if (ownerOf(key, id).isEmpty())
            free << key;
    applyKeys(*reset, free);
    store(id);
    Q_EMIT keysChanged();
}

void ActionRegistry::resetAllKeys()
{
    for (const ActionSpec& each : m_specs)
        applyKeys(each, each.keys);
    if (m_settings != nullptr)
        m_settings->remove(QStringLiteral("shortcuts"));
    Q_EMIT keysChanged();
}

void ActionRegistry::applyKeys(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    action(spec.id)->setShortcuts(keys);
    writeToolTips();
}

void ActionRegistry::store(const QString& id)
{
    if (m_settings == nullptr)
        return;
    if (keys(id) == spec(id)->keys)
        m_settings->remove(settingOf(id));
    else
        m_settings->setValue(settingOf(id), QKeySequence::listToString(keys(id)));
}

void ActionRegistry::describe(QWidget* widget, const QString& id)
{
    m_described.emplace_back(widget, id);
    writeToolTips();
}

void ActionRegistry::writeToolTips()
{
    std::erase_if(m_described, [](const auto& each) { return each.first.isNull(); });
    for (const auto& [widget, id] : m_described) {
        const ActionSpec* described = spec(id);
        if (described == nullptr)
            continue;
        const QString key = keyText(id);
        const QString words = described->help.isEmpty()
            ? described->text
            : described->text + QStringLiteral(": ") + described->help;
        widget->setToolTip(key.isEmpty() ? words : tr("%1 (%2)").arg(words, key));
        widget->setAccessibleDescription(widget->toolTip());
    }
}

void ActionRegistry::fillMenu(QMenu& menu, const QString& group)
{
    refresh();
    for (std::size_t i = 0; i < m_specs.size(); ++i)
        if (m_specs.at(i).group == group)
            menu.addAction(m_actions.at(i));
}

void ActionRegistry::refresh()
{
    for (std::size_t i = 0; i < m_specs.size(); ++i) {
        const ActionSpec& each = m_specs.at(i);
        m_actions.at(i)->setEnabled(!each.enabledWhen || each.enabledWhen());
        if (each.checkedWhen)
            m_actions.at(i)->setChecked(each.checkedWhen());
    }
}

} // namespace ui
