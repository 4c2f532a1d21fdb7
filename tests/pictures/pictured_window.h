// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QImage>
#include <QTemporaryDir>

#include <string>

namespace pictures {

/// How a page is looked at: each picture is taken in both.
enum class Look { Dark, LightLarge };

[[nodiscard]] const char* wordOf(Look look);

/// A window whose pictures are the same wherever and whenever they are taken.
class PicturedWindow {
public:
    PicturedWindow(Look look, QSize size);

    /// The sample comparison, read from a database that is called "sample.fscope".
    void openSample();
    /// The example of a GPU, with traces and counters, as "gpu.fscope".
    void openGpu();
    /// A file with a suite of seven models, one of which failed.
    void openSuite();
    /// An example state (example_states.h) as "example.fscope".
    void openState(const std::string& state);

    /// Types the words into the find bar.
    void find(const QString& words);

    [[nodiscard]] ui::MainWindow& window() { return m_window; }

    /// Once page, charts and everything that draws in later turns have come to rest.
    [[nodiscard]] QImage picture();

private:
    QTemporaryDir m_folder;
    ui::Theme m_theme;
    ui::MainWindow m_window;
};

} // namespace pictures
