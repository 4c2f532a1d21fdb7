// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/live/live_log.h"
#include "ui/widgets/panel.h"

namespace ui {

class TableView;
class TabStrip;
class TextField;

/// The last lines of workers and recorder, newest first: All, Warnings, Errors, by words.
class LogPanel : public Panel {
    Q_OBJECT

public:
    explicit LogPanel(const Theme& theme);

    void showRows(std::vector<LiveLogRow> rows);
    void showWorker(const QString& who);

private:
    void filter();

    std::vector<LiveLogRow> m_rows;
    RowModel<LiveLogRow>* m_model; ///< those that the filter leaves
    TextField* m_words;
    TabStrip* m_levels;
    TableView* m_table;
    int m_warnings = -1;
    int m_errors = -1;
};

} // namespace ui
