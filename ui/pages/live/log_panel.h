// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/live/live_log_model.h"
#include "ui/widgets/panel.h"

class QTableView;

namespace ui {

class TabStrip;
class TextField;

/// The last lines of workers and recorder, newest first: All, Warnings, Errors, by words.
class LogPanel : public Panel {
    Q_OBJECT

public:
    explicit LogPanel(const Theme& theme, QWidget* parent = nullptr);

    void showRows(std::vector<LiveLogRow> rows);
    void showWorker(const QString& who);

    [[nodiscard]] const LiveLogModel& logModel() const { return *m_model; }

private:
    void filter();

    LiveLogModel* m_model;
    TextField* m_words;
    TabStrip* m_levels;
    QTableView* m_table;
    int m_warnings = -1;
    int m_errors = -1;
};

} // namespace ui
