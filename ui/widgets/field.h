// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QComboBox>
#include <QLineEdit>

namespace ui {

/// A line to type in: rounded, with a unit at its right end where it has one.
class TextField : public QLineEdit {
    Q_OBJECT

public:
    explicit TextField(const Theme& theme, const QString& name, QWidget* parent = nullptr);

    void setUnit(const QString& unit);
    void setMono();
    /// What is wrong with the text; draws the frame in the colour of bad. Empty: nothing.
    void setProblem(const QString& sentence);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {60, 32}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setMargins();

    const Theme& m_theme;
    QString m_unit;
    QString m_problem;
};

/// In code letters; it shows `placeholder` while it is empty.
[[nodiscard]] TextField* newCodeField(
    const Theme& theme, const QString& name, const QString& placeholder);

/// One of several words.
class Choice : public QComboBox {
    Q_OBJECT

public:
    explicit Choice(const Theme& theme, const QString& name, QWidget* parent = nullptr);

    void setMono();

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {70, 32}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    /// A wheel over a form scrolls the form; it changes no setting.
    void wheelEvent(QWheelEvent* event) override;

private:
    const Theme& m_theme;
};

/// The field with its name above; the name is muted and leads to the field by Alt and its letter.
[[nodiscard]] QWidget* captioned(const QString& caption, QWidget* field);

/// The ground and frame that both fields have.
void paintFieldBox(
    QPainter& painter, const Tokens& tokens, const QRectF& box, bool focused, bool bad);

} // namespace ui
