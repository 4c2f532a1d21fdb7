// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>
#include <QStringList>
#include <QWidget>

namespace ui_test {

/// What the labels of a page say that can be seen on it, one below the other.
inline QString textIn(const QWidget& page)
{
    QStringList words;
    for (const auto* label : page.findChildren<QLabel*>())
        if (label->isVisibleTo(&page))
            words << label->text();
    return words.join(QLatin1Char('\n'));
}

} // namespace ui_test
