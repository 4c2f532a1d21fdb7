// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/palette/action_registry.h"

#include <QAbstractTableModel>

namespace ui {

/// Every command with its keys.
class ShortcutModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Group, Command, Keys, ColumnCount };

    explicit ShortcutModel(const ActionRegistry& registry, QObject* parent = nullptr);

    [[nodiscard]] const ActionSpec& spec(int row) const
    {
        return m_registry.specs().at(static_cast<std::size_t>(row));
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    void showKeys();

    const ActionRegistry& m_registry;
};

} // namespace ui
