// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/sentence_page.h"

#include <vector>

class QBoxLayout;

namespace ui {

class DataTable;
class Panel;
class ScrollColumn;
class TableView;

/// A page of panels below one another, its sentence on top; what stands side by side in a wide
/// window stands in one column in a small one. Scrolls up and down, never sideways.
class ColumnPage : public SentencePage {
    Q_OBJECT

protected:
    ColumnPage(const Theme& theme, const QString& name);

    /// The table, and a button in the panel's head that copies it.
    void addWithCopy(Panel& panel, TableView* table);

    void addPanel(QWidget* panel);
    /// Scrolls to it, once it is laid out.
    void reveal(QWidget& part);
    void addRow(QWidget* one, int share, QWidget* other, int otherShare);

    /// Without a comparison: says what to do, and hides the panels.
    void showNothing();
    void showPanels();
    /// The one or the other; false: there is no variant to speak of.
    bool showPanelsOf(const ComparisonView& view);

    void resizeEvent(QResizeEvent* event) override;

private:
    ScrollColumn* m_scroll;
    std::vector<QWidget*> m_panels;
    std::vector<QBoxLayout*> m_rows;
};

} // namespace ui
