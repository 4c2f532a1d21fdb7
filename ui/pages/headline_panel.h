// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/panel.h"

namespace ui {

class StatusSign;

/// What a page says of work that is prepared or goes on.
struct WorkHeadline {
    Status status = Status::Information;
    QString sentence; ///< with ** around what matters
    QString caption;
};

/// The headline on top of a page, with room for buttons beside it.
class HeadlinePanel : public Panel {
    Q_OBJECT

public:
    HeadlinePanel(const Theme& theme, const QString& accessibleName, int spacing);

    void showHeadline(const WorkHeadline& headline);

    [[nodiscard]] QHBoxLayout& row() { return *m_row; }

private:
    StatusSign* m_sign;
    QLabel* m_sentence;
    QLabel* m_caption;
    QHBoxLayout* m_row;
};

/// In the middle of a page that has nothing to show: why, and what can be done.
[[nodiscard]] QWidget* newEmptyPage(
    const QString& title, const QString& explanation, const QList<QWidget*>& buttons);

} // namespace ui
