// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/window/find/find_text.h"

#include <QPushButton>

#include <gtest/gtest.h>

#include <memory>

namespace {

bool finds(const char* words, const char* text)
{
    return ui::wholeWordsPattern(QString::fromUtf8(words))
        .match(QString::fromUtf8(text))
        .hasMatch();
}

TEST(FindWords, MindsNeitherCaseNorKindOfBlank)
{
    EXPECT_TRUE(finds("Default", "the default variant"));
    EXPECT_TRUE(finds("11 190 calls", "after 11\u202f190\u00a0calls"));
    EXPECT_FALSE(finds("11190", "11 190"));
}

TEST(FindWords, TakesWhatAKeyboardHasForMinusAndTimes)
{
    EXPECT_TRUE(finds("1.3e-6", "1.3e−6"));
    EXPECT_TRUE(finds("1.04x", "1.04× faster"));
    EXPECT_TRUE(finds("1.03-1.05", "(1.03–1.05)"));
}

TEST(FindWords, TakesSignsOfPatternsAsTheyAre)
{
    EXPECT_TRUE(finds("x.max().item()", "scale = x.max().item()"));
    EXPECT_FALSE(finds("a.c", "abc"));
    EXPECT_TRUE(finds("[0/1]", "W1121 [0/1] graph break"));
}

TEST(FindWords, ReadsRichTextAsItIsShown)
{
    const std::unique_ptr<QLabel> label(ui::makeParagraph(ui::uiFont()));
    label->setText(ui::emphasized(QStringLiteral("use **default** < eager")));
    EXPECT_EQ(ui::shownText(*label), QStringLiteral("use default < eager"));
    const QPushButton button(QStringLiteral("&Open"));
    EXPECT_EQ(ui::shownText(button), QStringLiteral("Open"));
}

TEST(FindWords, FindsAcrossTheHiddenBreaksOfALongWord)
{
    const std::unique_ptr<QLabel> label(ui::makeParagraph(ui::uiFont()));
    const QString word(QStringLiteral("abcdefghij").repeated(6));
    label->setText(ui::emphasized(word));
    EXPECT_TRUE(ui::wholeWordsPattern(word).match(ui::shownText(*label)).hasMatch());
}

} // namespace
