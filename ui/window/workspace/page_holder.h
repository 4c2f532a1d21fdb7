// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/step_queue.h"

#include <QRect>
#include <QWidget>

class QLabel;

namespace ui {

class Page;

/// Gives its page a new size in a turn of its own, and lets it be painted in the turn after: Qt
/// would do both, and paint the rest of the window, in one. What was painted before stands
/// meanwhile, so nothing flickers and the window follows the pointer.
class PageHolder : public QWidget {
    Q_OBJECT

public:
    explicit PageHolder(Page* page, QWidget* parent = nullptr);

    [[nodiscard]] Page* page() const { return m_page; }

    /// False while the page still has its former size.
    [[nodiscard]] bool isSettled() const { return !m_stepQueue.isRunning(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void follow();
    void uncover();

    Page* m_page;
    QLabel* m_cover;
    QRect m_painted; ///< in the window, when it was last painted
    StepQueue m_stepQueue;
};

} // namespace ui
