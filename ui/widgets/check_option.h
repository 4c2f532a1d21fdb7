// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <QAbstractButton>

namespace ui {

/// A tick box with its word and a muted note.
class CheckOption : public Painted<QAbstractButton> {
    Q_OBJECT

public:
    CheckOption(const Theme& theme, const QString& text, const QString& note);

    void setNote(const QString& note);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    QString m_note;
};

} // namespace ui
