// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <optional>

namespace ui {

/// What a card says. A missing value is a dash; then `reason` has why and what to do.
struct CardContent {
    QString name;
    QString value;
    QString unit;
    QString shortUnit; ///< where there is no room for the unit; empty: none
    QString note;
    std::optional<Status> noteStatus;
    QString reason; ///< tooltip

    friend bool operator==(const CardContent&, const CardContent&) = default;
};

/// One figure of the focused variant, with the variant's marker in the corner.
class Card : public PaintedWidget {
    Q_OBJECT

public:
    explicit Card(const Theme& theme);

    void setContent(const CardContent& content, int variant);

    [[nodiscard]] const CardContent& content() const { return m_content; }

    [[nodiscard]] QSize sizeHint() const override { return {190, 100}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {130, 96}; }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void paintValue(QPainter& painter, const QRect& line) const;
    void paintNote(QPainter& painter, QRect line) const;

    CardContent m_content;
    int m_variant = 0;
};

} // namespace ui
