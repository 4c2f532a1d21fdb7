// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>

namespace ui {

/// A variant in the comparison bar: dash sample and name. Checked = focused.
class Chip : public QAbstractButton {
    Q_OBJECT

public:
    Chip(const Theme& theme, int variant, const QString& name, QWidget* parent = nullptr);

    [[nodiscard]] int variant() const { return m_variant; }

    /// A hidden variant is drawn as an outline, its name struck through.
    void setVariantHidden(bool hidden);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QString shownName() const;

    const Theme& m_theme;
    int m_variant;
    bool m_hidden = false;
};

} // namespace ui
