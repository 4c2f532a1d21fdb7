// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>

namespace ui {

/// A tick box with its word and a muted note.
class CheckOption : public QAbstractButton {
    Q_OBJECT

public:
    CheckOption(const Theme& theme, const QString& text, const QString& note);

    void setNote(const QString& note);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_note;
};

} // namespace ui
