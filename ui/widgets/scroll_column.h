// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace ui {

/// A column that scrolls up and down. Unlike a plain QScrollArea it gives wrapped text the height
/// that it needs at this width, no more.
class ScrollColumn : public QScrollArea {
    Q_OBJECT

public:
    explicit ScrollColumn(QWidget* parent = nullptr);

    [[nodiscard]] QVBoxLayout* column() const { return m_column; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();

    QVBoxLayout* m_column;
};

} // namespace ui
