// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/export/report_files.h"
#include "ui/theme/theme.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QSizeF>

#include <map>
#include <memory>
#include <optional>

namespace ui {

struct JudgedComparison;

/// What is shown as pages: the very pages that a PDF gets, or the slide. Made and painted on pool
/// threads.
class PreviewPages {
public:
    PreviewPages() = default;
    virtual ~PreviewPages() = default;
    Q_DISABLE_COPY_MOVE(PreviewPages)

    [[nodiscard]] virtual int count() const = 0;
    [[nodiscard]] virtual QSizeF inches() const = 0; ///< of one page
    [[nodiscard]] virtual QImage image(int page, double pixelsPerInch) const = 0;
};

/// Takes as long as the comparison is large.
[[nodiscard]] std::shared_ptr<const PreviewPages> previewOf(
    const JudgedComparison& comparison, const ReportWish& wish);

/// Pages below one another. Only what is in sight is painted, on a pool thread; a page that is not
/// ready yet is an empty sheet.
class PagePreview : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PagePreview(const Theme& theme);

    void setPages(std::shared_ptr<const PreviewPages> pages);

    [[nodiscard]] int count() const { return m_pages == nullptr ? 0 : m_pages->count(); }

    /// Is everything in sight painted?
    [[nodiscard]] bool isReady() const;

    /// Screen pixels for an inch; nothing: the page is as wide as its place.
    void setZoom(std::optional<double> pixelsPerInch);
    void zoomBy(double factor);

    [[nodiscard]] double shownZoom() const;

Q_SIGNALS:
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QSizeF pageSize() const;
    [[nodiscard]] QRectF pageBox(int page) const;
    [[nodiscard]] std::pair<int, int> inSight() const; ///< first and one past the last
    void measure();
    void paintNext();

    const Theme& m_theme;
    std::shared_ptr<const PreviewPages> m_pages;
    std::optional<double> m_zoom;
    std::map<int, QImage> m_images;
    double m_paintedAt = 0; ///< pixels for an inch of the images
    BackgroundJob m_job {this};
};

} // namespace ui
