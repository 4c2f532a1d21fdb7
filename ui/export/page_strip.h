// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace ui {

/// A page is cut into strips: a line of text, a line of a table's row, a chart. Strips are laid
/// out once and painted wherever they are wanted: in a PDF, in a picture of the page.
struct PageStrip {
    double height = 0;
    std::function<void(QPainter&, const QPointF&)> paint; ///< null: blank
    bool keepWithNext = false; ///< no page ends after it, as long as there is room
    bool blank = false; ///< room between parts: dropped at the top of a page
    std::shared_ptr<const PageStrip> heading; ///< comes again on a page that it begins
};

using Strips = std::vector<PageStrip>;

/// Strips of one page and where they stand, from the top of its body.
struct PlacedStrip {
    const PageStrip* strip = nullptr;
    double top = 0;
};

using PlacedPage = std::vector<PlacedStrip>;

/// Spreads strips over pages of that height; no strip is ever cut. The strips must stay.
[[nodiscard]] std::vector<PlacedPage> paginated(const Strips& strips, double pageHeight);

} // namespace ui
