// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;

namespace ui {

/// Above the pages while the file does not hold what they show: since when, what stays valid, and
/// the two ways on.
class StaleBanner : public QWidget {
    Q_OBJECT

public:
    explicit StaleBanner(const Theme& theme);

    void tell(const QString& sentence);

    /// Empty while there is nothing to tell.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void copyRequested();
    void openRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QLabel* m_text;
};

} // namespace ui
