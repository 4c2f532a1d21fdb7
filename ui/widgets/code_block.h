// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

class QPlainTextEdit;

namespace ui {

class Button;

/// Python in one line, without the comments that end its lines.
[[nodiscard]] QString inOneLine(const QString& code);

/// One line of code or of a command in a frame, with a button that copies it.
class CodeLine : public PaintedWidget {
    Q_OBJECT

public:
    explicit CodeLine(const Theme& theme);

    void setCode(const QString& code);

    [[nodiscard]] const QString& code() const { return m_code; }

    [[nodiscard]] QSize sizeHint() const override { return {360, 34}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 34}; }

Q_SIGNALS:
    void copyRequested(const QString& code);

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void paintCode(QPainter& painter, const QRect& box) const;

    QString m_code;
    Button* m_copy;
};

/// Several lines of code in a frame, to be read, selected and copied. Long lines wrap.
class CodeBlock : public PaintedWidget {
    Q_OBJECT

public:
    CodeBlock(const Theme& theme, const QString& accessibleName);

    void setCode(const QString& code);

    [[nodiscard]] QString code() const;

    /// From there on it scrolls.
    void setMostLines(int lines) { m_mostLines = lines; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

Q_SIGNALS:
    void copyRequested(const QString& code);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] int linesAt(int width) const;

    QPlainTextEdit* m_text;
    Button* m_copy;
    int m_mostLines = 14;
};

} // namespace ui
