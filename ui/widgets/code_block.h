// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

class QPlainTextEdit;

namespace ui {

class Button;

/// Several lines of code in a frame, to be read, selected and copied. Long lines wrap.
class CodeBlock : public QWidget {
    Q_OBJECT

public:
    CodeBlock(const Theme& theme, const QString& accessibleName, QWidget* parent = nullptr);

    void setCode(const QString& code);

    [[nodiscard]] QString code() const;

    /// From there on it scrolls.
    void setMostLines(int lines) { m_mostLines = lines; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

Q_SIGNALS:
    void copyRequested(const QString& code);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int linesAt(int width) const;

    const Theme& m_theme;
    QPlainTextEdit* m_text;
    Button* m_copy;
    int m_mostLines = 14;
};

} // namespace ui
