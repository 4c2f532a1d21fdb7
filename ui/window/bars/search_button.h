// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/bars/bar_button.h"

namespace ui {

/// Looks like a field for searching and opens the command palette; small windows show its sign
/// alone.
class SearchButton : public BarButton {
    Q_OBJECT

public:
    explicit SearchButton(const Theme& theme);

    void setKeyText(const QString& key);
    void setSignOnly(bool signOnly);

    [[nodiscard]] QSize sizeHint() const override { return {m_signOnly ? 34 : 150, 32}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    QString m_key;
    bool m_signOnly = false;
};

} // namespace ui
