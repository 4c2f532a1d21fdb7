// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"

#include <QFontDatabase>

#include <array>

namespace ui {

void loadFonts()
{
    static const std::array files {":/fonts/Inter-Regular.otf", ":/fonts/Inter-Medium.otf",
        ":/fonts/Inter-SemiBold.otf", ":/fonts/Inter-Bold.otf", ":/fonts/JetBrainsMono-Regular.ttf",
        ":/fonts/JetBrainsMono-SemiBold.ttf"};
    for (const char* file : files)
        QFontDatabase::addApplicationFont(QString::fromLatin1(file));
}

QFont uiFont(int pixels, QFont::Weight weight)
{
    QFont font(QStringLiteral("Inter"));
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

QFont monoFont(int pixels, QFont::Weight weight)
{
    QFont font(QStringLiteral("JetBrains Mono"));
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setFixedPitch(true);
    font.setStyleHint(QFont::Monospace);
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

} // namespace ui
