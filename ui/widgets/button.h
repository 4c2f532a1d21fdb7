// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>

#include <optional>

namespace ui {

enum class ButtonKind { Primary, Secondary, Quiet };

class Button : public QAbstractButton {
    Q_OBJECT

public:
    Button(const Theme& theme, ButtonKind kind, const QString& text,
        std::optional<Icon> icon = std::nullopt, QWidget* parent = nullptr);

    /// 32 px high by default; 28 inside a line of code.
    void setCompact(bool compact);
    /// 22 px, for the status line.
    void setLow(bool low);
    void setTextLeft(bool left);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QColor ground() const;
    [[nodiscard]] QColor ink() const;
    [[nodiscard]] int contentWidth() const;

    const Theme& m_theme;
    ButtonKind m_kind;
    std::optional<Icon> m_icon;
    bool m_compact = false;
    bool m_low = false;
    bool m_textLeft = false;
};

[[nodiscard]] Button* makeCompactButton(
    const Theme& theme, const QString& text, std::optional<Icon> icon = std::nullopt);

} // namespace ui
