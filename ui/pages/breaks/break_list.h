// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QListView>

namespace ui {

class BreakModel;

/// Breaks and recompiles, one below the other: shape, number, reason, place, how often, cost.
class BreakList : public QListView {
    Q_OBJECT

public:
    BreakList(const Theme& theme, BreakModel* model, QWidget* parent = nullptr);

Q_SIGNALS:
    void rowChosen(int row);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace ui
