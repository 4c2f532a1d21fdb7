// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_label.h"

#include <gtest/gtest.h>

namespace ui {
namespace {

int widthOf(const ElidedLabel& label, const QString& text)
{
    return label.fontMetrics().horizontalAdvance(text) + 2;
}

TEST(ElidedLabel, DropsPartsAsWholes)
{
    ElidedLabel label;
    label.setPartsWhole(true);
    label.show(); // so that it hears of its size
    label.setText(u"1 200 to 2 475 calls · IQR, median, p99"_qs);
    label.resize(widthOf(label, label.text()), 20);
    EXPECT_EQ(label.shownText(), label.text());
    label.resize(widthOf(label, u"1 200 to 2 475 calls · IQR"_qs), 20);
    EXPECT_EQ(label.shownText(), u"1 200 to 2 475 calls"_qs);
    label.resize(widthOf(label, u"1 200 to 2 4"_qs), 20);
    EXPECT_EQ(label.shownText(), QString()) << "half a figure misleads; the tooltip has all";
    EXPECT_EQ(label.toolTip(), label.text());
}

TEST(ElidedLabel, CutsWordsThatHoldNoFigure)
{
    ElidedLabel label;
    label.setPartsWhole(true);
    label.show(); // so that it hears of its size
    label.setText(u"both axes are logarithmic"_qs);
    label.resize(widthOf(label, u"both axes are"_qs), 20);
    EXPECT_TRUE(label.shownText().endsWith(QChar(0x2026)));
}

} // namespace
} // namespace ui
