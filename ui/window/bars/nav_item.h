// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_descriptor.h"
#include "ui/window/bars/bar_button.h"

namespace ui {

/// What stands behind a page's name in the side bar.
struct NavBadge {
    std::optional<Status> status;
    QString text;

    friend bool operator==(const NavBadge&, const NavBadge&) = default;
};

/// A page in the side bar: icon, name, badge. Checked = shown.
class NavItem : public BarButton {
    Q_OBJECT

public:
    NavItem(const Theme& theme, const PageDescriptor& page, QWidget* parent = nullptr);

    [[nodiscard]] const PageDescriptor& page() const { return m_page; }

    /// Dimmed pages stay reachable and say what they need.
    void setDimmed(bool dimmed);
    void setNavBadge(const NavBadge& badge);
    void setShape(bool iconOnly, int height);

    [[nodiscard]] QSize sizeHint() const override { return {m_iconOnly ? 36 : 160, m_height}; }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void paintBadge(QPainter& painter) const;
    void paintBadgeSign(QPainter& painter) const;

    const PageDescriptor& m_page;
    NavBadge m_badge;
    bool m_dimmed = false;
    bool m_iconOnly = false;
    int m_height = 28;
};

} // namespace ui
