// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

namespace ui {

class Button;

/// Python in one line, without the comments that end its lines.
[[nodiscard]] QString inOneLine(const QString& code);

/// One line of code or of a command in a frame, with a button that copies it.
class CodeLine : public QWidget {
    Q_OBJECT

public:
    explicit CodeLine(const Theme& theme, QWidget* parent = nullptr);

    void setCode(const QString& code);

    [[nodiscard]] const QString& code() const { return m_code; }

    [[nodiscard]] QSize sizeHint() const override { return {360, 34}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 34}; }

Q_SIGNALS:
    void copyRequested(const QString& code);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintCode(QPainter& painter, const QRect& box) const;

    const Theme& m_theme;
    QString m_code;
    Button* m_copy;
};

} // namespace ui
