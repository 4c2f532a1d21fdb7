// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/shortcut_model.h"

namespace ui {

ShortcutModel::ShortcutModel(const ActionRegistry& registry, QObject* parent)
    : QAbstractTableModel(parent)
    , m_registry(registry)
{
    connect(&registry, &ActionRegistry::keysChanged, this, &ShortcutModel::showKeys);
}

int ShortcutModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_registry.specs().size());
}

int ShortcutModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant ShortcutModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ActionSpec& shown = spec(index.row());
    if (role == Qt::ToolTipRole)
        return shown.help;
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Group:
        return shown.group;
    case Command:
        return shown.text;
    default:
        return QKeySequence::listToString(m_registry.keys(shown.id), QKeySequence::NativeText);
    }
}

QVariant ShortcutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Group:
        return tr("group");
    case Command:
        return tr("command");
    default:
        return tr("keys");
    }
}

void ShortcutModel::showKeys()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, Keys), index(rowCount() - 1, Keys));
}

} // namespace ui
