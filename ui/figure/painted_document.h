// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_document.h"
#include "ui/theme/theme.h"

#include <QObject>

#include <functional>
#include <vector>

namespace ui {

/// Makes a document of widgets that paint themselves: the forest, stacked bars, the strip of
/// breaks. They are painted at the file's width as on the page, without selection and focus.
class PaintedDocument : public QObject, public ChartDocument {
    Q_OBJECT

public:
    struct Parts {
        QString title;
        std::function<ChartTable()> table;
        /// Below the widget, such as a legend; those that are hidden are left out.
        std::vector<QWidget*> below = {};
        int width = 680; ///< of the file
        QString caption = {}; ///< empty: the panel's
    };

    /// Lives as long as the widget, which gets the menu.
    PaintedDocument(const Theme& theme, QWidget& widget, Parts parts);

    [[nodiscard]] QString documentTitle() const override { return m_parts.title; }

    [[nodiscard]] QString documentCaption() override
    {
        return m_parts.caption.isEmpty() ? ChartDocument::documentCaption() : m_parts.caption;
    }

    [[nodiscard]] ChartTable table() const override { return m_parts.table(); }

    [[nodiscard]] QWidget& documentWidget() override { return m_widget; }

    [[nodiscard]] QSize documentSize() override;
    void paintContents(QCPPainter& painter, const QRect& box, const Tokens& tokens) override;

private:
    [[nodiscard]] std::vector<QWidget*> shownParts() const;
    /// What the part needs when it is so wide.
    [[nodiscard]] static int heightOf(QWidget& part, int width);

    const Theme& m_theme;
    QWidget& m_widget;
    Parts m_parts;
};

} // namespace ui
