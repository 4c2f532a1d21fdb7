// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QImage>
#include <QSize>

#include <memory>
#include <string>

namespace ui {
class OverviewPage;
}

namespace ui_test {

/// A window on an example comparison, laid out and painted.
class ShownWindow {
public:
    /// On an example state (example_states.h), with Overview.
    explicit ShownWindow(const std::string& state, QSize size = {1680, 1020});
    /// With nothing open.
    explicit ShownWindow(QSize size);

    [[nodiscard]] ui::MainWindow& window() const { return *m_window; }

    [[nodiscard]] ui::Theme& theme() { return m_theme; }

    [[nodiscard]] const ui::OverviewPage& overview() const;

    /// It stands when this returns.
    void showPage(ui::PageId id) const;
    /// Lets layouts and queued drawing come to rest.
    void settle() const;

    [[nodiscard]] QImage picture() const;
    /// Not one colour alone: text and lines are there.
    [[nodiscard]] bool showsSomething() const;

private:
    ui::Theme m_theme {ui::ThemeChoice::Dark};
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace ui_test
