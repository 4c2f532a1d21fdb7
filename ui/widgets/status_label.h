// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

namespace ui {

/// A status and its words.
class StatusWidget : public PaintedWidget {
    Q_OBJECT

public:
    void setStatus(Status status, const QString& text);

    [[nodiscard]] Status status() const { return m_status; }

    [[nodiscard]] QString text() const { return m_text; }

protected:
    explicit StatusWidget(const Theme& theme);

private:
    Status m_status = Status::Neutral;
    QString m_text;
};

/// The verdict's word in a pill, with its shape.
class Badge : public StatusWidget {
    Q_OBJECT

public:
    explicit Badge(const Theme& theme);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
};

/// A status shape and its words, on one line.
class StatusLabel : public StatusWidget {
    Q_OBJECT

public:
    StatusLabel(const Theme& theme, Status status, const QString& text);

    /// Keeps its place, shows nothing.
    void setBlank(bool blank);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    bool m_blank = false;
};

/// The shape of a status alone, in a square of that size.
class StatusSign : public PaintedWidget {
    Q_OBJECT

public:
    StatusSign(const Theme& theme, int size);

    /// The word is read out and shown as a tooltip.
    void setStatus(Status status, const QString& word = {});

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    Status m_status = Status::Information;
};

/// Beside the first of several lines: a pixel below their top, so many pixels before them.
[[nodiscard]] StatusSign* makeLeadingSign(const Theme& theme, Status status, int size, int behind);

} // namespace ui
