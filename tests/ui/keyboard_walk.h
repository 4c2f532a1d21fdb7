// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <set>
#include <string>

/// Through a window by Tab alone.
namespace ui_test {

/// More presses than any page needs.
inline constexpr int mostSteps = 800;

/// Class and name, for a complaint.
[[nodiscard]] std::string describe(const QWidget* widget);

/// What a screen reader calls it.
[[nodiscard]] std::string nameOf(QWidget* widget);

/// All that Tab should reach now.
[[nodiscard]] std::set<QWidget*> reachable(const QWidget& window);

/// All that Tab reaches, from where the focus is until it comes back.
[[nodiscard]] std::set<QWidget*> walk(QWidget& window);

/// Of buttons that exclude each other Tab reaches one; arrows lead to the others.
[[nodiscard]] bool isReached(QWidget* widget, const std::set<QWidget*>& seen);

/// Expects that Tab reaches everything and that all of it has a name.
void expectWholeWalk(QWidget& window);

} // namespace ui_test
