// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/document/report_model.h"
#include "ui/export/page_text.h"

#include <QImage>
#include <QSizeF>

#include <mutex>

class QPainter;

namespace ui {

/// A report laid out on A4: made once, on any thread, then painted page by page into a PDF or a
/// picture, which are therefore the same.
class ReportPages {
public:
    explicit ReportPages(profiler::Report report);

    [[nodiscard]] int count() const { return static_cast<int>(m_pages.size()); }

    [[nodiscard]] const profiler::Report& report() const { return m_report; }

    /// In tenths of a point, over the whole sheet.
    void paint(QPainter& painter, int page) const;
    [[nodiscard]] QImage image(int page, double pixelsPerInch) const;

    [[nodiscard]] static QSizeF sheet(); ///< in tenths of a point

private:
    void layOut(double scale);

    profiler::Report m_report;
    PageStyle m_style;
    Strips m_strips;
    Strips m_foot;
    Strips m_head; ///< from the second page on
    double m_bodyTop = 0;
    std::vector<PlacedPage> m_pages;
    mutable std::mutex m_painting; ///< fonts and lines cache while they are painted
};

/// The blocks of a report as strips of that width.
[[nodiscard]] Strips reportStrips(
    const profiler::Report& report, const PageStyle& style, double width);

} // namespace ui
