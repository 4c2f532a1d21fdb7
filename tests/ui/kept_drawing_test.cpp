// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept to be painted again has the pixels that painting it anew has.
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/kept_drawing.h"
#include "ui/theme/text_measures.h"

#include <QImage>
#include <QPainter>
#include <QPicture>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace ui {

namespace {

constexpr QSize room(240, 120);

QImage painted(const std::function<void(QPainter&)>& paint, qreal scale = 1)
{
    QImage image(room * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(QColor(40, 44, 52));
    QPainter painter(&image);
    painter.setPen(QColor(230, 232, 236));
    paint(painter);
    return image;
}

/// By how much the most different channel of two pictures differs.
int apart(const QImage& one, const QImage& other)
{
    int most = 0;
    for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x) {
            const QColor a = one.pixelColor(x, y);
            const QColor b = other.pixelColor(x, y);
            most = std::max({most, std::abs(a.red() - b.red()), std::abs(a.green() - b.green()),
                std::abs(a.blue() - b.blue())});
        }
    return most;
}

const FrameLook panelLook {QColor(24, 28, 36), QColor(90, 96, 110), 1, 10};

void paintAnew(QPainter& painter, const FrameLook& look, const QRectF& box)
{
    const qreal inset = look.line / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.border, look.line));
    painter.setBrush(look.ground);
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), look.corner, look.corner);
}

} // namespace

TEST(KeptDrawing, AFrameHasThePixelsOfARoundedRectangle)
{
    for (const qreal scale : {1.0, 2.0})
        for (const qreal line : {1.0, 1.5, 2.0, 3.0})
            for (const QSizeF size : {QSizeF(200, 90), QSizeF(31, 100), QSizeF(27, 27),
                     QSizeF(9, 9), QSizeF(60.5, 41)}) {
                FrameLook wide = panelLook;
                wide.line = line;
                const QRectF box(QPointF(7, 5), size);
                const auto kept
                    = painted([&](QPainter& painter) { drawFrame(painter, wide, box); }, scale);
                const auto anew
                    = painted([&](QPainter& painter) { paintAnew(painter, wide, box); }, scale);
                EXPECT_LE(apart(kept, anew), 1)
                    << "line " << line << ", " << size.width() << " × " << size.height();
            }
}

TEST(KeptDrawing, AFrameOfAnotherColourIsAnother)
{
    const QRectF box(10, 10, 100, 60);
    FrameLook other = panelLook;
    other.ground = QColor(200, 40, 40);
    painted([&](QPainter& painter) { drawFrame(painter, panelLook, box); });
    const auto kept = painted([&](QPainter& painter) { drawFrame(painter, other, box); });
    EXPECT_EQ(kept.pixelColor(60, 40), other.ground);
}

TEST(KeptDrawing, ASignLooksAlikeWhereverItStands)
{
    const auto sign = [](QPainter& painter, QPointF place) {
        drawIcon(painter, Icon::Logo, QRectF(place, QSizeF(16, 16)), QColor(90, 170, 250));
    };
    const auto first = painted([&](QPainter& painter) { sign(painter, {10, 10}); });
    const auto later = painted([&](QPainter& painter) {
        painter.translate(60, 20);
        sign(painter, {10, 10});
    });
    EXPECT_EQ(first.copy(8, 8, 20, 20), later.copy(68, 28, 20, 20));
    // Between pixels it is another picture, not the kept one moved.
    const auto between = painted([&](QPainter& painter) { sign(painter, {10.5, 10}); });
    EXPECT_NE(first.copy(8, 8, 20, 20), between.copy(8, 8, 20, 20));
}

TEST(KeptDrawing, WhatIsNoPicturePaintsPathsAndWords)
{
    const auto commands = [](const std::function<void(QPainter&)>& paint) {
        QPicture picture;
        QPainter painter(&picture);
        paint(painter);
        painter.end();
        return QByteArray(picture.data(), static_cast<qsizetype>(picture.size()));
    };
    const QRectF box(0, 0, 200, 90);
    EXPECT_EQ(commands([&](QPainter& painter) { drawFrame(painter, panelLook, box); }),
        commands([&](QPainter& painter) { paintAnew(painter, panelLook, box); }));
    const QString words = QStringLiteral("12.3 ms");
    EXPECT_EQ(commands([&](QPainter& painter) { drawText(painter, box, Qt::AlignRight, words); }),
        commands([&](QPainter& painter) { painter.drawText(box, Qt::AlignRight, words); }));
}

TEST(KeptText, HasThePixelsOfTextThatIsShapedAnew)
{
    loadFonts();
    const QStringList texts {QStringLiteral("no data"), QStringLiteral("1.84× (1.78–1.90)"),
        QStringLiteral("two\nlines"), QStringLiteral("a\ttab"), QStringLiteral("שלום"), QString(),
        QString(300, u'x')};
    for (const QString& text : texts)
        for (const int pixels : {10, 11, 12, 13, 14, 22})
            for (const auto weight : {QFont::Normal, QFont::DemiBold})
                for (const int flags : {int(Qt::AlignLeft | Qt::AlignVCenter),
                         int(Qt::AlignRight | Qt::AlignBottom), int(Qt::AlignCenter),
                         int(Qt::AlignRight | Qt::AlignVCenter) | int(Qt::TextDontClip),
                         int(Qt::AlignLeft | Qt::TextWordWrap)})
                    for (const QRectF box :
                        {QRectF(8, 8, 200, 28), QRectF(8.25, 8.5, 180, 33), QRectF(8, 8, 20, 9)}) {
                        const auto kept = painted([&](QPainter& painter) {
                            painter.setFont(uiFont(pixels, weight));
                            drawText(painter, box, flags, text);
                        });
                        const auto anew = painted([&](QPainter& painter) {
                            painter.setFont(uiFont(pixels, weight));
                            painter.drawText(box, flags, text);
                        });
                        ASSERT_EQ(kept, anew) << text.toStdString() << ", " << pixels << " pixels, "
                                              << flags << ", height " << box.height();
                    }
}

} // namespace ui
