// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/report_files.h"

#include <QImage>
#include <QSizeF>

#include <memory>

namespace ui {

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

} // namespace ui
