// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/colour_distance.h"
#include "ui/theme/tokens.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace {

using ui::Tokens;
using ui::Vision;
using Colours = std::vector<QColor>;

constexpr std::array visions {Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan};

Colours variants(const Tokens& tokens)
{
    return {tokens.variants.begin(), tokens.variants.end()};
}

Colours classes(const Tokens& tokens)
{
    return {tokens.classes.begin(), tokens.classes.end()};
}

Colours statuses(const Tokens& tokens)
{
    return {tokens.good, tokens.bad, tokens.warn};
}

double smallestWithin(const Colours& colours, Vision vision)
{
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < colours.size(); ++i)
        for (std::size_t j = i + 1; j < colours.size(); ++j)
            smallest = std::min(smallest, ui::labDistance(colours[i], colours[j], vision));
    return smallest;
}

double smallestBetween(const Colours& these, const Colours& those, Vision vision)
{
    double smallest = std::numeric_limits<double>::infinity();
    for (const QColor& one : these)
        for (const QColor& other : those)
            smallest = std::min(smallest, ui::labDistance(one, other, vision));
    return smallest;
}

double smallestContrast(const Colours& colours, const Colours& grounds)
{
    double smallest = std::numeric_limits<double>::infinity();
    for (const QColor& colour : colours)
        for (const QColor& ground : grounds)
            smallest = std::min(smallest, ui::contrast(colour, ground));
    return smallest;
}

Colours joined(const std::vector<Colours>& parts)
{
    Colours all;
    for (const Colours& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

Colours grounds(const Tokens& tokens)
{
    return {tokens.panel, tokens.raised, tokens.window};
}

/// The rows of the design's table for one theme: normal, protan, deutan, tritan.
struct Table {
    ui::ThemeKind kind;
    std::array<double, 4> amongVariants;
    std::array<double, 4> amongClasses;
    std::array<double, 4> amongStatus;
    std::array<double, 4> variantsToClasses;
    std::array<double, 4> variantsToStatus;
    std::array<double, 4> classesToStatus;
    std::array<double, 4> accentToOthers;
    std::array<double, 4> contrasts; ///< graphics; status and accent; text; muted
    std::array<double, 3> onSelection; ///< variants; text; muted
};

const Table dark {ui::ThemeKind::Dark, {29.0, 13.7, 13.7, 14.1}, {29.0, 13.6, 13.5, 14.7},
    {79.1, 17.7, 21.4, 67.1}, {19.8, 13.8, 13.9, 13.6}, {18.0, 15.3, 13.8, 13.8},
    {22.6, 13.5, 14.3, 14.7}, {20.3, 14.7, 14.9, 15.3}, {3.11, 4.69, 13.1, 6.2}, {3.2, 12.7, 6.0}};
const Table light {ui::ThemeKind::Light, {20.2, 14.2, 14.2, 15.1}, {27.9, 18.0, 13.7, 14.8},
    {46.7, 21.1, 14.6, 40.4}, {17.4, 14.5, 14.6, 14.4}, {27.8, 14.6, 15.0, 17.0},
    {28.7, 14.7, 14.6, 15.2}, {19.8, 15.9, 15.2, 15.3}, {3.04, 4.82, 15.0, 5.7}, {3.01, 14.8, 5.6}};

class PublishedPalette : public testing::TestWithParam<Table> { };

TEST_P(PublishedPalette, KeepsTheDistancesOfTheDesign)
{
    const Table& table = GetParam();
    const Tokens& tokens = ui::tokensOf(table.kind);
    const Colours v = variants(tokens);
    const Colours c = classes(tokens);
    const Colours s = statuses(tokens);
    for (std::size_t i = 0; i < visions.size(); ++i) {
        const Vision vision = visions.at(i);
        SCOPED_TRACE("vision " + std::to_string(i));
        EXPECT_NEAR(smallestWithin(v, vision), table.amongVariants.at(i), 0.1);
        EXPECT_NEAR(smallestWithin(c, vision), table.amongClasses.at(i), 0.1);
        EXPECT_NEAR(smallestWithin(s, vision), table.amongStatus.at(i), 0.1);
        EXPECT_NEAR(smallestBetween(v, c, vision), table.variantsToClasses.at(i), 0.1);
        EXPECT_NEAR(smallestBetween(v, s, vision), table.variantsToStatus.at(i), 0.1);
        EXPECT_NEAR(smallestBetween(c, s, vision), table.classesToStatus.at(i), 0.1);
        EXPECT_NEAR(smallestBetween({tokens.accent}, joined({v, c, s}), vision),
            table.accentToOthers.at(i), 0.1);
    }
}

TEST_P(PublishedPalette, KeepsTheContrastsOfTheDesign)
{
    const Table& table = GetParam();
    const Tokens& tokens = ui::tokensOf(table.kind);
    const Colours graphics = joined({variants(tokens), classes(tokens)});
    const Colours words = joined({statuses(tokens), {tokens.accent}});
    EXPECT_NEAR(smallestContrast(graphics, grounds(tokens)), table.contrasts[0], 0.06);
    EXPECT_NEAR(smallestContrast(words, grounds(tokens)), table.contrasts[1], 0.06);
    EXPECT_NEAR(smallestContrast({tokens.text}, grounds(tokens)), table.contrasts[2], 0.1);
    EXPECT_NEAR(smallestContrast({tokens.muted}, grounds(tokens)), table.contrasts[3], 0.1);
    EXPECT_NEAR(smallestContrast(variants(tokens), {tokens.selection}), table.onSelection[0], 0.06);
    EXPECT_NEAR(smallestContrast({tokens.text}, {tokens.selection}), table.onSelection[1], 0.1);
    EXPECT_NEAR(smallestContrast({tokens.muted}, {tokens.selection}), table.onSelection[2], 0.1);
}

INSTANTIATE_TEST_SUITE_P(Themes, PublishedPalette, testing::Values(dark, light),
    [](const testing::TestParamInfo<Table>& parameter) {
        return std::string(parameter.param.kind == ui::ThemeKind::Dark ? "Dark" : "Light");
    });

class EveryTheme : public testing::TestWithParam<ui::ThemeKind> { };

TEST_P(EveryTheme, TellsItsColoursApartUnderEveryVision)
{
    const Tokens& tokens = ui::tokensOf(GetParam());
    const Colours all = joined({variants(tokens), classes(tokens), statuses(tokens)});
    for (const Vision vision : visions)
        EXPECT_GE(smallestWithin(all, vision), 13.0);
}

TEST_P(EveryTheme, HoldsItsContrastLimits)
{
    const Tokens& tokens = ui::tokensOf(GetParam());
    const Colours all = joined({grounds(tokens), {tokens.selection}});
    EXPECT_GE(smallestContrast(joined({variants(tokens), classes(tokens)}), all), 3.0);
    EXPECT_GE(smallestContrast(joined({statuses(tokens), {tokens.accent}}), grounds(tokens)), 4.5);
    EXPECT_GE(smallestContrast({tokens.text, tokens.muted}, all), 4.5);
    EXPECT_GE(ui::contrast(tokens.onAccent, tokens.accent), 4.5);
}

std::string nameOf(const testing::TestParamInfo<ui::ThemeKind>& theme)
{
    constexpr std::array names {"Dark", "Light", "HighContrast"};
    return names.at(static_cast<std::size_t>(theme.param));
}

INSTANTIATE_TEST_SUITE_P(Themes, EveryTheme,
    testing::Values(ui::ThemeKind::Dark, ui::ThemeKind::Light, ui::ThemeKind::HighContrast),
    nameOf);

TEST(ColourDistance, MeasuresBlackAgainstWhite)
{
    EXPECT_NEAR(ui::labDistance(Qt::black, Qt::white), 100.0, 0.01);
    EXPECT_NEAR(ui::contrast(Qt::black, Qt::white), 21.0, 0.01);
}

} // namespace
