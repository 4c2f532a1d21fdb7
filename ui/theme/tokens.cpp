// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr QColor rgb(unsigned value)
{
    return {static_cast<int>((value >> 16U) & 0xFFU), static_cast<int>((value >> 8U) & 0xFFU),
        static_cast<int>(value & 0xFFU)};
}

const Tokens darkTokens {
    .window = rgb(0x0f1217),
    .panel = rgb(0x171b22),
    .raised = rgb(0x1e232c),
    .border = rgb(0x2a313c),
    .grid = rgb(0x252b35),
    .text = rgb(0xe6eaf0),
    .muted = rgb(0x98a3b3),
    .faint = rgb(0x647081),
    .accent = rgb(0x209bfc),
    .onAccent = rgb(0x0a0d11),
    .selection = rgb(0x15263b),
    .good = rgb(0x32a46b),
    .bad = rgb(0xfc495a),
    .warn = rgb(0xffce2f),
    .variants = {rgb(0xd1d1d0), rgb(0x8cd1f8), rgb(0xfeb348), rgb(0xa6ec70), rgb(0x9d6aca),
        rgb(0xf78fcb), rgb(0x9d663b), rgb(0x30c6a2)},
    .classes = {rgb(0x0471df), rgb(0xd63c82), rgb(0xb096e4), rgb(0x7a8697), rgb(0x91c382),
        rgb(0xb9500f), rgb(0xaa9932), rgb(0x8241ff), rgb(0xeee09b)},
};

const Tokens lightTokens {
    .window = rgb(0xf3f5f8),
    .panel = rgb(0xffffff),
    .raised = rgb(0xf7f9fb),
    .border = rgb(0xdde3ea),
    .grid = rgb(0xe9edf2),
    .text = rgb(0x18202b),
    .muted = rgb(0x566274),
    .faint = rgb(0x8b97a8),
    .accent = rgb(0x095fcc),
    .onAccent = rgb(0xffffff),
    .selection = rgb(0xedf4ff),
    .good = rgb(0x067c49),
    .bad = rgb(0xb61a34),
    .warn = rgb(0x875000),
    .variants = {rgb(0x42515b), rgb(0x168bcf), rgb(0xcb6100), rgb(0x629c29), rgb(0x815eff),
        rgb(0x871d7a), rgb(0xb67b71), rgb(0x687896)},
    .classes = {rgb(0x34359b), rgb(0xb80e6c), rgb(0x9251a7), rgb(0xa38591), rgb(0x00323c),
        rgb(0x500000), rgb(0x899250), rgb(0x9100ff), rgb(0x463e00)},
};

/// Black, white and yellow; only what must tell variants and classes apart keeps the hues of dark.
Tokens makeHighContrast()
{
    Tokens tokens = darkTokens;
    tokens.window = tokens.panel = tokens.raised = tokens.selection = rgb(0x000000);
    tokens.border = tokens.text = tokens.muted = rgb(0xffffff);
    tokens.grid = rgb(0x5c5c5c);
    tokens.faint = rgb(0xbfbfbf);
    tokens.accent = rgb(0xffff00);
    tokens.onAccent = rgb(0x000000);
    tokens.line = 2;
    tokens.tints = false;
    return tokens;
}

const Tokens highContrastTokens = makeHighContrast();

/// Relative, of WCAG 2 with the weights of sRGB under D65.
double luminance(const QColor& colour)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return linear(colour.redF()) * 0.2126729 + linear(colour.greenF()) * 0.7151522
        + linear(colour.blueF()) * 0.0721750;
}

} // namespace

const QColor& Tokens::status(Status status) const
{
    const std::array<const QColor*, 5> colours {&good, &warn, &bad, &muted, &muted};
    return *colours.at(static_cast<std::size_t>(status));
}

const QColor& Tokens::workClass(WorkClass workClass) const
{
    return classes.at(static_cast<std::size_t>(workClass));
}

const QColor& Tokens::variant(int index) const
{
    return variants.at(static_cast<std::size_t>(index) % variants.size());
}

const Tokens& tokensOf(ThemeKind kind)
{
    static const std::array<const Tokens*, 3> tokens {
        &darkTokens, &lightTokens, &highContrastTokens};
    return *tokens.at(static_cast<std::size_t>(kind));
}

QColor blend(const QColor& colour, const QColor& ground, qreal share)
{
    const auto mix = [share](int over, int under) {
        return static_cast<int>(std::lround(over * share + under * (1 - share)));
    };
    return {mix(colour.red(), ground.red()), mix(colour.green(), ground.green()),
        mix(colour.blue(), ground.blue())};
}

double contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor readableOn(const QColor& ground)
{
    const QColor dark = rgb(0x0a0d11);
    const QColor light = rgb(0xffffff);
    return contrast(dark, ground) > contrast(light, ground) ? dark : light;
}

} // namespace ui
