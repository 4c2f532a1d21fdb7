// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace ui {

/// Marks a text of the window outside of classes that have a tr() of their own.
[[nodiscard]] inline QString tr(const char* text)
{
    return QCoreApplication::translate("ui", text);
}

} // namespace ui
