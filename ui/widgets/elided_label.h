// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace ui {

/// As many of the parts between " · " and "; " as fit, from the first on; empty where none does.
[[nodiscard]] QString wholeParts(const QString& text, const QFont& font, int width);

/// One line of text that gives way when there is no room; the tooltip then has all of it.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(Qt::TextElideMode mode = Qt::ElideRight);

    void setText(const QString& text);

    [[nodiscard]] QString text() const { return m_text; }

    void setAlignment(Qt::Alignment alignment);

    /// Drops parts after a "·" or ";" as wholes, the last first: half a figure misleads.
    void setPartsWhole(bool whole);

    /// What is drawn in the present width.
    [[nodiscard]] QString shownText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showAllInToolTip();

    QString m_text;
    Qt::TextElideMode m_mode;
    bool m_partsWhole = false;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

} // namespace ui
