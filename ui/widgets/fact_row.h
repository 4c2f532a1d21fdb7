// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

namespace ui {

struct FactContent {
    QString name;
    QString stress; ///< part of the name that stands out
    QString value;
    Status status = Status::Information;
    QString reason; ///< tooltip

    friend bool operator==(const FactContent&, const FactContent&) = default;
};

enum class SignSide { Left, Right };

/// Name, value and a status shape on one line: a goal, a measurement quality.
class FactRow : public PaintedWidget {
    Q_OBJECT

public:
    FactRow(const Theme& theme, SignSide side);

    void setContent(const FactContent& content);

    [[nodiscard]] const FactContent& content() const { return m_content; }

    [[nodiscard]] QSize sizeHint() const override { return {280, 24}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 24}; }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] int nameSize(int room) const;

    SignSide m_side;
    FactContent m_content;
};

} // namespace ui
