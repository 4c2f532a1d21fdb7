// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"

#include <QFontDatabase>

#include <array>
#include <map>
#include <utility>

namespace ui {

void loadFonts()
{
    static const std::array files {":/fonts/Inter-Regular.otf", ":/fonts/Inter-Medium.otf",
        ":/fonts/Inter-SemiBold.otf", ":/fonts/Inter-Bold.otf", ":/fonts/JetBrainsMono-Regular.ttf",
        ":/fonts/JetBrainsMono-SemiBold.ttf"};
    for (const char* file : files)
        QFontDatabase::addApplicationFont(QString::fromLatin1(file));
}

namespace {

QFont madeUiFont(int pixels, QFont::Weight weight)
{
    QFont font(QStringLiteral("Inter"));
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

QFont madeMonoFont(int pixels, QFont::Weight weight)
{
    QFont font(QStringLiteral("JetBrains Mono"));
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setFixedPitch(true);
    font.setStyleHint(QFont::Monospace);
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

using FontKey = std::pair<int, QFont::Weight>;

/// A font that is asked for again is the same one: what was looked up for it is shared by copies.
QFont keptFont(
    std::map<FontKey, QFont>& kept, const FontKey& key, QFont (*make)(int, QFont::Weight))
{
    const auto found = kept.find(key);
    return found != kept.end() ? found->second
                               : kept.emplace(key, make(key.first, key.second)).first->second;
}

} // namespace

QFont uiFont(int pixels, QFont::Weight weight)
{
    static thread_local std::map<FontKey, QFont> kept; // what is looked up belongs to a thread
    return keptFont(kept, {pixels, weight}, madeUiFont);
}

QFont monoFont(int pixels, QFont::Weight weight)
{
    static thread_local std::map<FontKey, QFont> kept;
    return keptFont(kept, {pixels, weight}, madeMonoFont);
}

} // namespace ui
