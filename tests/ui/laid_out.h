// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/patience.h"

#include <QList>
#include <QTest>
#include <QWidget>

#include <gtest/gtest.h>

#include <utility>

namespace ui_test {

/// Returns when nothing in `widget` moves any more: wrapped text asks anew for its height once its
/// width is known, and what stands below follows a turn later.
inline void waitUntilLaidOut(const QWidget& widget)
{
    QList<QRect> last;
    const auto rests = [&] {
        QList<QRect> now {widget.geometry()};
        for (const QWidget* child : widget.findChildren<QWidget*>())
            now.push_back(child->geometry());
        return std::exchange(last, now) == now;
    };
    EXPECT_TRUE(QTest::qWaitFor(rests, ui_test::patience)) << "the layout never comes to rest";
}

} // namespace ui_test
