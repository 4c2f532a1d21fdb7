// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QTableView>

namespace ui {

class LatencyModel;

/// The statistics table: as high as its rows, names whole where there is room, intervals muted.
class LatencyTable : public QTableView {
    Q_OBJECT

public:
    LatencyTable(const Theme& theme, LatencyModel* model, QWidget* parent = nullptr);

    /// Marks the row of the focused variant.
    void showFocus(int variant);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void variantChosen(int variant);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int widthOf(int column) const;
    void placeColumns();
    void chooseRow(const QModelIndex& index);

    const Theme& m_theme;
};

} // namespace ui
