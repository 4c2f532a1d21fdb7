// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reports/preview_pages.h"

#include "profiler/report/document/report_builder.h"
#include "profiler/report/html/slide.h"
#include "ui/export/report_pages.h"
#include "ui/export/svg_drawing.h"

#include <QPainter>

#include <mutex>

namespace ui {

namespace {

class PaperPreview : public PreviewPages {
public:
    explicit PaperPreview(profiler::Report report)
        : m_pages(std::move(report))
    {
    }

    [[nodiscard]] int count() const override { return m_pages.count(); }

    [[nodiscard]] QSizeF inches() const override { return ReportPages::sheet() / unitsPerInch; }

    [[nodiscard]] QImage image(int page, double pixelsPerInch) const override
    {
        return m_pages.image(page, pixelsPerInch);
    }

private:
    ReportPages m_pages;
};

class SlidePreview : public PreviewPages {
public:
    SlidePreview(const profiler::Picture& slide, bool transparent)
        : m_drawing(slide)
        , m_transparent(transparent)
    {
    }

    [[nodiscard]] int count() const override { return 1; }

    [[nodiscard]] QSizeF inches() const override { return {40.0 / 3, 7.5}; }

    [[nodiscard]] QImage image(int /*page*/, double pixelsPerInch) const override
    {
        const std::lock_guard lock(m_painting);
        QImage image((inches() * pixelsPerInch).toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        if (m_transparent) // as every picture program shows it
            paintChequers(painter, image.rect());
        m_drawing.paint(painter, image.rect());
        return image;
    }

private:
    static void paintChequers(QPainter& painter, const QRect& box)
    {
        constexpr int cell = 12;
        for (int y = box.top(); y < box.bottom(); y += cell)
            for (int x = box.left(); x < box.right(); x += cell)
                if ((x / cell + y / cell) % 2 == 0)
                    painter.fillRect(x, y, cell, cell, QColor(0xe6, 0xe6, 0xe6));
    }

    SvgDrawing m_drawing;
    bool m_transparent;
    mutable std::mutex m_painting;
};

} // namespace

std::shared_ptr<const PreviewPages> previewOf(
    const JudgedComparison& comparison, const ReportWish& wish)
{
    if (wish.slide)
        return std::make_shared<const SlidePreview>(
            profiler::slidePicture(comparison.result, comparison.data,
                profiler::slideOptionsOf(wish.options, wish.transparent)),
            wish.transparent);
    return std::make_shared<const PaperPreview>(
        profiler::buildReport(comparison.result, comparison.data, wish.options));
}

} // namespace ui
