// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reports/page_preview.h"

#include "profiler/report/document/report_builder.h"
#include "profiler/report/html/slide.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/export/report_pages.h"
#include "ui/export/svg_drawing.h"
#include "ui/text/counted.h"
#include "ui/theme/focus.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
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
    return std::make_shared<const PaperPreview>(reportOf(comparison, wish.options));
}

constexpr double gap = 16;
constexpr double least = 24; ///< pixels for an inch
constexpr double most = 300;
constexpr double widest = 96; ///< a page that fits its place is not larger than on paper

PagePreview::PagePreview(const Theme& theme)
    : m_theme(theme)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Preview of the pages"));
    setMinimumSize(240, 240);
    verticalScrollBar()->setSingleStep(40);
    horizontalScrollBar()->setSingleStep(40);
}

void PagePreview::setPages(std::shared_ptr<const PreviewPages> pages)
{
    m_job.drop();
    m_pages = std::move(pages);
    m_images.clear();
    setAccessibleDescription(counted(count(), tr("page"), tr("pages")));
    measure();
    viewport()->update();
    paintNext();
}

bool PagePreview::isReady() const
{
    const auto [first, end] = inSight();
    for (int page = first; page < end; ++page)
        if (!m_images.contains(page))
            return false;
    return true;
}

double PagePreview::shownZoom() const
{
    if (m_zoom || m_pages == nullptr)
        return m_zoom.value_or(widest);
    // The bar is there or comes: its place is kept, else pages would jump.
    const double room = viewport()->width() - 2 * gap;
    return std::clamp(room / m_pages->inches().width(), least, widest);
}

void PagePreview::setZoom(std::optional<double> pixelsPerInch)
{
    m_zoom = pixelsPerInch;
    if (m_zoom)
        m_zoom = std::clamp(*m_zoom, least, most);
    measure();
    viewport()->update();
    paintNext();
    Q_EMIT zoomChanged();
}

void PagePreview::zoomBy(double factor)
{
    setZoom(shownZoom() * factor);
}

QSizeF PagePreview::pageSize() const
{
    return m_pages == nullptr ? QSizeF() : m_pages->inches() * shownZoom();
}

QRectF PagePreview::pageBox(int page) const
{
    const QSizeF size = pageSize();
    const double left = std::max(gap, (viewport()->width() - size.width()) / 2);
    return {left - horizontalScrollBar()->value(),
        gap + page * (size.height() + gap) - verticalScrollBar()->value(), size.width(),
        size.height()};
}

std::pair<int, int> PagePreview::inSight() const
{
    if (count() == 0)
        return {0, 0};
    const double step = pageSize().height() + gap;
    const int top = verticalScrollBar()->value();
    const int first = std::clamp(static_cast<int>((top - gap) / step), 0, count() - 1);
    const int last
        = std::clamp(static_cast<int>((top + viewport()->height()) / step), first, count() - 1);
    return {first, last + 1};
}

void PagePreview::measure()
{
    const QSizeF size = pageSize();
    const int height = qCeil(gap + count() * (size.height() + gap));
    const int width = qCeil(size.width() + 2 * gap);
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
}

/// The first page in sight that has no picture of this size; one at a time.
void PagePreview::paintNext()
{
    if (m_pages == nullptr)
        return;
    const double wanted = shownZoom() * devicePixelRatioF();
    if (std::abs(wanted - m_paintedAt) > 0.01) {
        m_images.clear();
        m_paintedAt = wanted;
        m_job.drop();
    }
    if (m_job.isRunning())
        return;
    const auto [first, end] = inSight();
    std::erase_if(m_images, [first = first, end = end](const auto& entry) {
        return entry.first < first - 2 || entry.first > end + 1; // pictures are large
    });
    for (int page = first; page < end; ++page) {
        if (m_images.contains(page))
            continue;
        m_job.start([pages = m_pages, page, wanted] { return pages->image(page, wanted); },
            [this, page](QImage image) {
                m_images[page] = std::move(image);
                viewport()->update();
                paintNext();
            });
        return;
    }
}

void PagePreview::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens.window);
    const auto [first, end] = inSight();
    for (int page = first; page < end; ++page) {
        const QRectF box = pageBox(page);
        const auto image = m_images.find(page);
        if (image == m_images.end())
            painter.fillRect(box, tokens.panel);
        else
            painter.drawImage(box, image->second);
        painter.setPen(QPen(tokens.border, tokens.line));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
    }
    if (showsFocus(*this)) {
        painter.setPen(QPen(tokens.accent, 2));
        painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    }
}

void PagePreview::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    measure();
    paintNext();
    Q_EMIT zoomChanged();
}

void PagePreview::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    viewport()->update();
    paintNext();
}

void PagePreview::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    zoomBy(std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void PagePreview::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(1.2);
    case Qt::Key_Minus:
        return zoomBy(1 / 1.2);
    case Qt::Key_0:
        return setZoom(std::nullopt);
    case Qt::Key_Home:
        return verticalScrollBar()->setValue(0);
    case Qt::Key_End:
        return verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace ui
