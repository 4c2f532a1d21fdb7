// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/reports/report_section_model.h"
#include "ui/theme/theme.h"

#include <QListView>

namespace ui {

/// Sections with a tick each; they are moved by dragging or with Ctrl and an arrow key.
class SectionList : public QListView {
    Q_OBJECT

public:
    explicit SectionList(const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] ReportSectionModel& sections() const { return *m_model; }

    void moveCurrent(int by);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    ReportSectionModel* m_model;
};

} // namespace ui
