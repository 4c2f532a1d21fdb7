// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_document.h"

#include <QObject>

class QMenu;
class QWidget;

namespace ui {

/// The context menu of everything that can be carried away.
namespace document_menu {

/// Copy, save, log axis, table, show all.
void fill(QMenu& menu, ChartDocument& document);
void copy(ChartDocument& document);
/// Markdown, TSV and HTML.
void copyTable(ChartDocument& document);
void showTable(ChartDocument& document);
/// Empty: nobody chose one. A name without an ending gets this one.
[[nodiscard]] QString askForPlace(QWidget& widget, const QString& title, const QString& ending);
/// Asks for a place; `ending` is "png", "svg", "pdf" or "csv".
void save(ChartDocument& document, const QString& ending);

} // namespace document_menu

/// Opens that menu on a widget by mouse and keys, draws the ring of the keyboard's focus, and says
/// to readers of the screen that there is a table. One for each chart.
class DocumentMenu : public QObject {
    Q_OBJECT

public:
    /// Both live as long as this does.
    DocumentMenu(QWidget& widget, ChartDocument& document);

    [[nodiscard]] ChartDocument& document() const { return m_document; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeRing();

    QWidget& m_widget;
    ChartDocument& m_document;
    QWidget* m_ring;
};

} // namespace ui
