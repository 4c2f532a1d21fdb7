// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"
#include "ui/pages/page_catalogue.h"
#include "ui/theme/theme.h"

namespace ui {

class CodeLine;

/// A page that a later version fills: what it will answer, what it needs, what helps meanwhile.
class LaterPage : public Page {
    Q_OBJECT

public:
    LaterPage(const Theme& theme, const PageEntry& entry, QWidget* parent = nullptr);

    void showView(const ComparisonView& view) override;

private:
    const PageEntry& m_entry;
    CodeLine* m_command = nullptr;
};

} // namespace ui
