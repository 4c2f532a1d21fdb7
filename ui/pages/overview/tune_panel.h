// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_panel.h"

class QLabel;

namespace ui {

class CodeLine;
class DataTable;

/// Overview of a search for the best setting: what it found, the code, and what each setting that
/// it tried won and why it went no further. Hidden where the comparison is no search.
class TunePanel : public PagePanel {
    Q_OBJECT

public:
    explicit TunePanel(const Theme& theme);

    void showView(const ComparisonView& view);

private:
    QLabel* m_found;
    QLabel* m_unit;
    CodeLine* m_code;
    QWidget* m_codeRow;
    DataTable* m_tried;
};

} // namespace ui
