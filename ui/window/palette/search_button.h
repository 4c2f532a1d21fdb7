// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>

namespace ui {

/// Looks like a field for searching and opens the command palette; small windows show its sign
/// alone.
class SearchButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit SearchButton(const Theme& theme, QWidget* parent = nullptr);

    void setKeyText(const QString& key);
    void setSignOnly(bool signOnly);

    [[nodiscard]] QSize sizeHint() const override { return {m_signOnly ? 34 : 150, 32}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const Theme& m_theme;
    QString m_key;
    bool m_signOnly = false;
};

} // namespace ui
