// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_descriptor.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;

namespace ui {

class CodeLine;

/// What stands in place of a page that an import holds nothing for: why, and what would tell it.
class NotInFilePage : public QWidget {
    Q_OBJECT

public:
    explicit NotInFilePage(const Theme& theme);

    /// `reason`: of that page, not empty.
    void showReason(const PageDescriptor& page, const QString& reason);

    [[nodiscard]] QString reason() const;

Q_SIGNALS:
    void noted(const QString& sentence);

private:
    QLabel* m_question;
    QLabel* m_reason;
    CodeLine* m_command;
};

} // namespace ui
