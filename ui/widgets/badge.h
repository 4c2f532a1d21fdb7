// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

namespace ui {

/// The verdict's word in a pill, with its shape.
class Badge : public QWidget {
    Q_OBJECT

public:
    explicit Badge(const Theme& theme, QWidget* parent = nullptr);

    void setStatus(Status status, const QString& word);

    [[nodiscard]] QString text() const { return m_word; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    Status m_status = Status::Neutral;
    QString m_word;
};

} // namespace ui
