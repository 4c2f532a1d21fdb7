// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"

#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <functional>

namespace {

QImage painted(const std::function<void(QPainter&)>& paint)
{
    QImage image(400, 80, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setFont(ui::uiFont(ui::type::caption));
    painter.setPen(Qt::black);
    paint(painter);
    return image;
}

class ShapedText : public testing::TestWithParam<QString> { };

TEST_P(ShapedText, LooksAsThePainterDrawsIt)
{
    const QRectF box(11.5, 7.25, 300.4, 41);
    for (const auto across : {Qt::AlignLeft, Qt::AlignRight, Qt::AlignHCenter})
        for (const auto down : {Qt::AlignTop, Qt::AlignVCenter, Qt::AlignBottom}) {
            const Qt::Alignment alignment = across | down;
            const QImage reference = painted([&](QPainter& painter) {
                painter.drawText(box, static_cast<int>(alignment) | Qt::TextDontClip, GetParam());
            });
            for (int time = 0; time < 2; ++time) // shaped anew, and as it was kept
                EXPECT_EQ(painted([&](QPainter& painter) {
                    ui::drawShaped(painter, box, alignment, GetParam());
                }),
                    reference)
                    << "alignment " << static_cast<int>(alignment);
        }
}

INSTANTIATE_TEST_SUITE_P(Texts, ShapedText,
    testing::Values(QStringLiteral("1.42\u00d7 (1.39\u20131.45)"),
        QStringLiteral("triton_poi_fused_relu_0"), QStringLiteral("two\nlines"),
        QStringLiteral("\u05d0\u05d1\u05d2 right to left"), QString(300, u'm'), QString()));

TEST(ShapedText, IsAnotherInAnotherFont)
{
    const auto draw = [](int size) {
        return painted([&](QPainter& painter) {
            painter.setFont(ui::uiFont(size));
            ui::drawShaped(painter, {0, 0, 300, 60}, Qt::AlignLeft, QStringLiteral("word"));
        });
    };
    EXPECT_NE(draw(11), draw(22));
    EXPECT_EQ(draw(11), draw(11));
}

} // namespace
