// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <optional>

namespace ui {

enum class ButtonKind { Primary, Secondary, Quiet };
enum class ButtonSize { Usual, Compact, Low }; ///< inside a line of code; in the status line

class Button : public PaintedButton {
    Q_OBJECT

public:
    Button(const Theme& theme, ButtonKind kind, const QString& text,
        std::optional<Icon> icon = std::nullopt, QWidget* parent = nullptr);

    void setButtonSize(ButtonSize size);
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
    ButtonSize m_size = ButtonSize::Usual;
    bool m_textLeft = false;
};

[[nodiscard]] Button* makeCompactButton(
    const Theme& theme, const QString& text, std::optional<Icon> icon = std::nullopt);

} // namespace ui
