// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/window/find/page_search.h"

#include <QWidget>

namespace ui {

/// A frame around the place that was found; it stays there while its page scrolls. Nothing is
/// chosen by it: a chosen row can stand for what the page shows.
class MatchMark : public QWidget {
    Q_OBJECT

public:
    /// Scrolls the place into view and marks it.
    MatchMark(const Theme& theme, const PageMatch& match);

    [[nodiscard]] const PageMatch& match() const { return m_match; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QRect box() const;
    void follow();
    void scrollToMatch();
    void place();

    const Theme& m_theme;
    PageMatch m_match;
};

} // namespace ui
