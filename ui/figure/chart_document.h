// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/figure/figure_owner.h"
#include "ui/theme/tokens.h"

#include <QSize>
#include <QString>

#include <functional>
#include <optional>

class QCPPainter;
class QRect;
class QWidget;

namespace ui {

/// What can be carried away: a plot or a painted widget as picture, drawing, document and table.
/// Menu, clipboard and files know nothing else of a chart.
class ChartDocument {
public:
    ChartDocument() = default;
    ChartDocument(const ChartDocument&) = delete;
    ChartDocument(ChartDocument&&) = delete;
    ChartDocument& operator=(const ChartDocument&) = delete;
    ChartDocument& operator=(ChartDocument&&) = delete;
    virtual ~ChartDocument() = default;

    [[nodiscard]] virtual QString documentTitle() const = 0;

    /// The numbers behind the drawing: its accessible equal, and what CSV and clipboard get.
    [[nodiscard]] virtual ChartTable table() const = 0;

    /// Makes that table on any thread; the chart may change or go before. Made here and now, unless
    /// a chart has so many rows that the interface would wait.
    [[nodiscard]] virtual std::function<ChartTable()> tableMaker() const
    {
        return [made = table()] { return made; };
    }

    /// On the page; its owner and caption are found from there.
    [[nodiscard]] virtual QWidget& documentWidget() = 0;

    /// Of a whole file, in device-independent pixels of 1/96 inch.
    [[nodiscard]] virtual QSize documentSize() = 0;

    /// The drawing alone, without title and foot, inside `box`, in the tokens given.
    virtual void paintContents(QCPPainter& painter, const QRect& box, const Tokens& tokens) = 0;

    /// Unit and conditions, under the title.
    [[nodiscard]] virtual QString documentCaption() { return figureCaptionOf(documentWidget()); }

    [[nodiscard]] virtual FigureSource documentSource() { return figureSourceOf(documentWidget()); }

    /// Nothing where a logarithmic axis makes no sense.
    [[nodiscard]] virtual std::optional<bool> hasLogAxis() const { return std::nullopt; }

    virtual void setLogAxis(bool /*log*/) { }

    /// False where there is nothing to zoom.
    [[nodiscard]] virtual bool canShowAll() const { return false; }

    virtual void showAll() { }
};

/// The document that a widget is or has; null when it is no chart.
[[nodiscard]] ChartDocument* documentOf(QWidget& widget);

/// Height of title, subtitle and foot around the drawing of a document `width` wide.
[[nodiscard]] int frameHeight(ChartDocument& document, int width);

/// Title, what was measured, drawing and foot, as a file gets them.
void paintDocument(
    ChartDocument& document, QCPPainter& painter, const QSize& size, const Tokens& tokens);

} // namespace ui
