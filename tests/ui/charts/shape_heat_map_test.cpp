// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/colour_distance.h"
#include "tests/ui/patience.h"
#include "ui/charts/shape_heat_map.h"
#include "ui/theme/fonts.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace ui {
namespace {

using profiler::ShapePoint;
using profiler::ShapeSeries;
using testing::HasSubstr;

constexpr std::array names {"eager", "static", "automatic", "dynamic",
    "mark_dynamic_on_batch_and_sequence_length_together", "reduce-overhead",
    "max-autotune-no-cudagraphs", "bf16 channels_last"};

ShapePoint pointAt(int caseIndex, std::int64_t seq, std::int64_t batch, double ms)
{
    return {.caseIndex = caseIndex,
        .sizes = {seq, batch},
        .ns = profiler::Interval {ms * 1e6, ms * 0.98e6, ms * 1.02e6}};
}

/// Faster the larger the shape; of each variant some ran eager, some recompiled, some have no time.
void makeUgly(ShapePoint& point, int variant, int shape)
{
    point.ns->estimate /= variant == 0 ? 1 : 0.7 + 0.01 * variant * shape;
    point.recompiles = variant > 0 && shape % (variant + 1) == 0 ? 1 : 0;
    point.ranEager = variant == 1 && shape > 24;
    if (variant > 0 && (shape + 3 * variant) % 11 == 0) {
        point.ns.reset();
        point.whyMissing = profiler::recorded("it ran out of memory");
    }
}

/// Every seq under every batch.
ShapeSeries uglySeries(int seqs, int batches)
{
    ShapeSeries series {.grid = {.axes = {{.name = "seq"}, {.name = "batch"}}}};
    for (int i = 1; i <= seqs; ++i)
        series.grid.axes[0].values.push_back(std::int64_t {16} * i);
    for (int i = 0; i < batches; ++i)
        series.grid.axes[1].values.push_back(1 << (2 * i));
    for (int variant = 0; variant < static_cast<int>(names.size()); ++variant) {
        profiler::ShapeStrategy strategy {
            .variant = variant, .name = names.at(static_cast<std::size_t>(variant)), .points = {}};
        for (const auto batch : series.grid.axes[1].values)
            for (const auto seq : series.grid.axes[0].values) {
                const auto shape = static_cast<int>(strategy.points.size());
                strategy.points.push_back(
                    pointAt(shape, seq, batch, 0.1 + 0.002 * static_cast<double>(seq * batch)));
                makeUgly(strategy.points.back(), variant, shape);
            }
        series.strategies.push_back(std::move(strategy));
    }
    for (const auto& point : series.strategies.front().points)
        series.grid.sizes.push_back(point.sizes);
    return series;
}

class ShapeHeatMapTest : public testing::Test {
protected:
    void show(const ShapeSeries& series, ThemeChoice choice = ThemeChoice::Dark, int width = 900)
    {
        loadFonts();
        m_theme.setChoice(choice);
        m_theme.applyTo(*qApp);
        m_map.setSeries(series, 0, 3, 0, {});
        m_map.resize(width, m_map.heightForWidth(width));
        QPalette palette = m_map.palette(); // as on a panel
        palette.setColor(QPalette::Window, m_theme.tokens().panel);
        m_map.setPalette(palette);
        m_map.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_map, ui_test::patience));
    }

    [[nodiscard]] QImage image() { return m_map.grab().toImage(); }

    /// How many colours a cell has.
    [[nodiscard]] static int coloursIn(const QImage& image, const QRectF& box)
    {
        std::set<QRgb> colours;
        const QRect inside = box.toRect().adjusted(2, 2, -2, -2);
        for (int y = inside.top(); y <= inside.bottom(); ++y)
            for (int x = inside.left(); x <= inside.right(); ++x)
                colours.insert(image.pixel(x, y));
        return static_cast<int>(colours.size());
    }

    Theme m_theme {ThemeChoice::Dark};
    ShapeHeatMap m_map {m_theme};
};

TEST_F(ShapeHeatMapTest, HasARowForEachVariantAndOtherSizeAndAColumnForEachSize)
{
    show(uglySeries(10, 4));
    EXPECT_EQ(m_map.heat().rows.size(), 7U * 4U);
    EXPECT_EQ(m_map.heat().columns.size(), 10U);
    EXPECT_EQ(m_map.table().rows.size(), 7 * 4 * 10);
    EXPECT_LE(m_map.cellBox(27, 9).right(), m_map.width());
    EXPECT_LT(m_map.cellBox(27, 9).bottom(), m_map.height());
}

TEST_F(ShapeHeatMapTest, IsFasterInOneHueAndSlowerInTheOther)
{
    show(uglySeries(5, 1));
    const QImage drawn = image();
    const auto& tokens = m_theme.tokens();
    for (std::size_t column = 0; column < 5; ++column) {
        const auto& cell = m_map.heat().rows[1].cells[column];
        if (!cell.ratio)
            continue;
        const QRectF box = m_map.cellBox(1, column);
        EXPECT_EQ(drawn.pixelColor(box.topLeft().toPoint() + QPoint(6, 6)),
            heatColour(tokens, *cell.ratio, profiler::heatLimit(m_map.heat())));
    }
}

TEST_F(ShapeHeatMapTest, TellsFasterFromSlowerUnderEveryVision)
{
    for (const auto kind : {ThemeKind::Dark, ThemeKind::Light})
        for (const auto vision : {Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan}) {
            const auto& tokens = tokensOf(kind);
            EXPECT_GE(
                labDistance(heatColour(tokens, 1.3, 2), heatColour(tokens, 1 / 1.3, 2), vision),
                13);
            EXPECT_GE(labDistance(heatColour(tokens, 2, 2), heatColour(tokens, 1, 2), vision), 13);
            EXPECT_GE(
                labDistance(heatColour(tokens, 0.5, 2), heatColour(tokens, 1, 2), vision), 13);
        }
}

TEST_F(ShapeHeatMapTest, HasTextThatIsReadOnEveryGround)
{
    for (const auto kind : {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrast})
        for (int step = -40; step <= 40; ++step) {
            const double ratio = std::pow(4, step / 40.0);
            const QColor ground = heatColour(tokensOf(kind), ratio, 4);
            EXPECT_GE(contrast(heatInk(tokensOf(kind), ground), ground), 4.5) << ratio;
        }
}

TEST_F(ShapeHeatMapTest, WritesTheRatioAsFarAsThereIsRoom)
{
    show(uglySeries(5, 1));
    profiler::ShapeCell cell;
    EXPECT_EQ(ShapeHeatMap::cellText(cell, 100), QStringLiteral("–"));
    cell.ratio = 1.523;
    EXPECT_EQ(ShapeHeatMap::cellText(cell, 100), QStringLiteral("1.52×"));
    EXPECT_EQ(ShapeHeatMap::cellText(cell, 26), QStringLiteral("1.5"));
    EXPECT_EQ(ShapeHeatMap::cellText(cell, 3), QString());
    cell.ratio = 1 / 1.523;
    EXPECT_EQ(ShapeHeatMap::cellText(cell, 100), QStringLiteral("1.52× slower"));
    EXPECT_EQ(ShapeHeatMap::cellText(cell, 60), QStringLiteral("▼1.52×"));
    EXPECT_EQ(ShapeHeatMap::cellText(cell, 14), QString()); // a painted sign
    ShapePoint eager = pointAt(0, 16, 1, 1);
    eager.ranEager = true;
    EXPECT_EQ(ShapeHeatMap::cellText({.point = &eager}, 100), QStringLiteral("ran eager"));
}

/// Row 0, "static", ran eager in the shapes behind the 24th; narrow, so that no word stands there.
TEST_F(ShapeHeatMapTest, HatchesWhatRanEagerAndColoursNothingThatWasNotMeasured)
{
    show(uglySeries(40, 1), ThemeChoice::Light, 1100);
    const QImage drawn = image();
    const auto& cells = m_map.heat().rows[0].cells;
    int eager = 0;
    int missing = 0;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        const QRectF box = m_map.cellBox(0, column);
        if (cells[column].ranEager()) {
            ++eager;
            EXPECT_GT(coloursIn(drawn, box), 1) << column;
            EXPECT_FALSE(cells[column].ratio);
        } else if (!cells[column].ratio) {
            ++missing;
            EXPECT_EQ(
                drawn.pixelColor(box.topLeft().toPoint() + QPoint(4, 4)), m_theme.tokens().panel);
        }
    }
    EXPECT_GT(eager, 10);
    EXPECT_GT(missing, 1);
}

TEST_F(ShapeHeatMapTest, IsWalkedByArrowsAndChosenByEnter)
{
    show(uglySeries(5, 2));
    const QSignalSpy chosen(&m_map, &ShapeHeatMap::cellChosen);
    QTest::keyClick(&m_map, Qt::Key_Home); // the cell of case 0 under "dynamic" is the first
    QTest::keyClick(&m_map, Qt::Key_Right);
    EXPECT_THAT(
        m_map.accessibleDescription().toStdString(), HasSubstr("dynamic at seq = 32, batch = 1: "));
    QTest::keyClick(&m_map, Qt::Key_Down);
    QTest::keyClick(&m_map, Qt::Key_Return);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().at(0).toInt(), 6); // seq = 32, batch = 4
    EXPECT_EQ(chosen.front().at(1).toInt(), 3);
    for (int i = 0; i < 50; ++i)
        QTest::keyClick(&m_map, Qt::Key_Down); // at the edge it stays
    QTest::keyClick(&m_map, Qt::Key_End);
    QTest::keyClick(&m_map, Qt::Key_Space);
    EXPECT_EQ(chosen.back().at(0).toInt(), 9);
    EXPECT_EQ(chosen.back().at(1).toInt(), 7);
}

TEST_F(ShapeHeatMapTest, IsChosenByAClick)
{
    show(uglySeries(5, 1));
    const QSignalSpy chosen(&m_map, &ShapeHeatMap::cellChosen);
    QTest::mouseClick(&m_map, Qt::LeftButton, {}, m_map.cellBox(4, 2).center().toPoint());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().at(0).toInt(), 2);
    EXPECT_EQ(chosen.front().at(1).toInt(), 5);
    QTest::mouseClick(&m_map, Qt::LeftButton, {}, QPoint(4, 4));
    EXPECT_EQ(chosen.size(), 1);
}

TEST_F(ShapeHeatMapTest, LeavesHiddenVariantsOutAndSaysWhatIsMissing)
{
    show(uglySeries(40, 1));
    const auto table = m_map.table();
    EXPECT_THAT(toCsv(table).toStdString(), HasSubstr("times faster than the baseline"));
    int missing = 0;
    for (const auto& row : table.rows)
        missing += row.at(3).canConvert<MissingCell>() ? 1 : 0;
    EXPECT_GT(missing, 30);
    m_map.setSeries(uglySeries(40, 1), 0, 1, 0, {2, 3, 4, 5, 6, 7});
    EXPECT_EQ(m_map.heat().rows.size(), 1U);
    m_map.setSeries(uglySeries(40, 1), 0, 1, 0, {1, 2, 3, 4, 5, 6, 7});
    EXPECT_EQ(m_map.heat().rows.size(), 0U);
    QTest::keyClick(&m_map, Qt::Key_Down);
    EXPECT_FALSE(image().isNull());
}

} // namespace
} // namespace ui
