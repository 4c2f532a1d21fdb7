// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/shown_window.h"

#include <QString>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace ui {
class NotesPanel;
class Page;
} // namespace ui

namespace ui_test {

/// Writes an example comparison into `file`; `name` also makes it one of its own.
void recordInto(const std::filesystem::path& file, const std::string& name);

/// A window on a real file, and everything a user does with what it shows.
class OpenedFile : public testing::Test {
protected:
    [[nodiscard]] std::filesystem::path path(const char* name) const;

    [[nodiscard]] std::filesystem::path file() const { return path("runs.fscope"); }

    void makeWindow();
    /// Opens `file`, as the menu does; the answer is not waited for.
    void open(const std::filesystem::path& file);
    /// Records into file() and opens it.
    void openRecorded();

    [[nodiscard]] ui::MainWindow& window() const { return m_shown->window(); }

    [[nodiscard]] std::string shownName() const;
    /// What the status line, the banner and the notes say now.
    [[nodiscard]] std::string status() const;
    [[nodiscard]] std::string banner() const;
    [[nodiscard]] ui::NotesPanel& notes() const;

    void writeNote(const QString& text) const;
    void changeGoal() const;
    /// Where no file takes it, the window keeps it.
    void expectChangedGoalKept() const;
    /// Works on every page, makes a report and stays answering: whatever happened to the file.
    void expectUsable() const;
    /// Waits without blocking; the longest turn of the event loop meanwhile stays short.
    [[nodiscard]] static bool waitFor(const std::function<bool()>& reached);

    QTemporaryDir m_folder;
    std::unique_ptr<ShownWindow> m_shown;
};

} // namespace ui_test
