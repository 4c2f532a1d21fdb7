// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of pictures can fail: it sees what a reader would see, and only that.
#include "tests/pictures/picture_difference.h"
#include "ui/theme/fonts.h"
#include "ui/theme/tokens.h"

#include <QPainter>

#include <gtest/gtest.h>

namespace {

using pictures::compare;

/// A panel as pages have them: a caption, a bar, a line and a curve.
struct Drawing {
    QString text = QStringLiteral("1.68× faster");
    ui::Tokens tokens = ui::tokensOf(ui::ThemeKind::Dark);
    QPointF offset;
    int barWidth = 120;
    QSize size {320, 160};
    qreal curve = 40;
};

QImage draw(const Drawing& drawing)
{
    ui::loadFonts();
    QImage picture(drawing.size, QImage::Format_RGB32);
    picture.fill(drawing.tokens.window);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(drawing.offset);
    painter.setPen(drawing.tokens.border);
    painter.setBrush(drawing.tokens.panel);
    painter.drawRect(QRectF(10.5, 10.5, 280, 120));
    painter.setFont(ui::uiFont(ui::type::caption));
    painter.setPen(drawing.tokens.muted);
    painter.drawText(QPointF(24, 40), drawing.text);
    painter.fillRect(24, 56, drawing.barWidth, 10, drawing.tokens.variants.at(2));
    painter.setPen(QPen(drawing.tokens.accent, 2));
    painter.drawLine(QPointF(24, 120), QPointF(280, 120 - drawing.curve));
    return picture;
}

bool looksOtherwise(const Drawing& drawing)
{
    const QImage stored = pictures::withFewColours(draw({}));
    return !compare(stored, draw(drawing)).isNone();
}

TEST(PictureDifference, FindsNoneInTheSamePicture)
{
    EXPECT_FALSE(looksOtherwise({}));
}

TEST(PictureDifference, SeesEveryDigitThatBecomesAnother)
{
    for (const ui::ThemeKind kind : {ui::ThemeKind::Dark, ui::ThemeKind::Light})
        for (char from = '0'; from <= '9'; ++from)
            for (char to = '0'; to <= '9'; ++to) {
                Drawing before {.text = QLatin1String("1.6%1 ms").arg(QLatin1Char(from)),
                    .tokens = ui::tokensOf(kind)};
                Drawing after = before;
                after.text = QStringLiteral("1.6%1 ms").arg(QLatin1Char(to));
                const auto difference
                    = compare(pictures::withFewColours(draw(before)), draw(after));
                EXPECT_EQ(difference.isNone(), from == to) << from << " became " << to;
            }
}

TEST(PictureDifference, SeesAWord)
{
    EXPECT_TRUE(looksOtherwise({.text = QStringLiteral("1.68× slower")}));
}

TEST(PictureDifference, SeesEveryTokenThatChangesALittle)
{
    const auto changed = [](auto change) {
        Drawing drawing;
        change(drawing.tokens);
        return drawing;
    };
    const auto nudge = [](QColor& colour) {
        constexpr int step = 8;
        colour = QColor(colour.red() + step, colour.green(), colour.blue());
    };
    EXPECT_TRUE(looksOtherwise(changed([&](ui::Tokens& tokens) { nudge(tokens.window); })));
    EXPECT_TRUE(looksOtherwise(changed([&](ui::Tokens& tokens) { nudge(tokens.panel); })));
    EXPECT_TRUE(looksOtherwise(changed([&](ui::Tokens& tokens) { nudge(tokens.border); })));
    EXPECT_TRUE(looksOtherwise(changed([&](ui::Tokens& tokens) {
        constexpr int step = -20;
        tokens.variants[2] = QColor(tokens.variants[2].red() + step, 0, 0);
    })));
    EXPECT_TRUE(looksOtherwise(changed([&](ui::Tokens& tokens) { tokens.muted = tokens.warn; })));
}

TEST(PictureDifference, SeesAShiftOfTwoPixels)
{
    EXPECT_TRUE(looksOtherwise({.offset = {2, 0}}));
    EXPECT_TRUE(looksOtherwise({.offset = {0, 2}}));
}

TEST(PictureDifference, SeesABarThatGrew)
{
    EXPECT_TRUE(looksOtherwise({.barWidth = 122}));
}

TEST(PictureDifference, SeesACurveThatMoved)
{
    EXPECT_TRUE(looksOtherwise({.curve = 43}));
}

TEST(PictureDifference, SaysTheSizesWhenTheyDiffer)
{
    const auto difference = compare(draw({}), draw({.size = {320, 161}}));
    EXPECT_EQ(difference.sentence, QStringLiteral("the size is 320×161, stored is 320×160"));
}

TEST(PictureDifference, SaysWhere)
{
    const auto difference = compare(draw({}), draw({.barWidth = 130}));
    EXPECT_EQ(difference.where, QRect(144, 56, 10, 10));
    EXPECT_EQ(difference.marked.pixelColor(150, 60), QColor(220, 0, 0));
}

TEST(PictureDifference, BearsEdgesThatAreSmoothedALittleOtherwise)
{
    Drawing drawing;
    drawing.offset = {0.12, 0.12}; // between pixels: every edge gets other shades
    const QImage whole = draw({});
    QImage shifted = draw(drawing);
    // Frames of one pixel are drawn on whole pixels everywhere; text and curves alone are looked
    // at.
    QPainter(&shifted).drawImage(0, 0, whole, 0, 0, whole.width(), 24);
    EXPECT_TRUE(compare(whole, shifted, {.strayEven = 2000}).isNone())
        << compare(whole, shifted, {.strayEven = 2000}).sentence.toStdString();
}

} // namespace
