// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"
#include "ui/window/find/page_search.h"

namespace ui {

/// A frame around the place that was found; it stays there while its page scrolls. Nothing is
/// chosen by it: a chosen row can stand for what the page shows.
class MatchMark : public PaintedWidget {
    Q_OBJECT

public:
    /// Scrolls the place into view and marks it.
    MatchMark(const Theme& theme, const PageMatch& match);

    [[nodiscard]] const PageMatch& match() const { return m_match; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] QRect box() const;
    void follow();
    void scrollToMatch();
    void place();

    PageMatch m_match;
};

} // namespace ui
