// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <optional>

namespace ui {

enum class ButtonKind { Primary, Secondary, Quiet };

class Button : public PaintedButton {
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

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] QColor ground() const;
    [[nodiscard]] QColor ink() const;
    [[nodiscard]] int contentWidth() const;

    ButtonKind m_kind;
    std::optional<Icon> m_icon;
    bool m_compact = false;
    bool m_low = false;
    bool m_textLeft = false;
};

[[nodiscard]] Button* makeCompactButton(
    const Theme& theme, const QString& text, std::optional<Icon> icon = std::nullopt);

} // namespace ui
