// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/density.h"
#include "profiler/statistics/violin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace profiler {
namespace {

using testing::DoubleNear;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<double> lognormal(std::size_t count)
{
    std::mt19937_64 generator(7);
    std::lognormal_distribution<double> distribution(0, 0.1);
    std::vector<double> values(count);
    std::generate(values.begin(), values.end(), [&] { return distribution(generator); });
    return values;
}

TEST(Density, EqualsTheDefinitionOnFewValues)
{
    std::vector<double> values {4.196, 4.0732, 4.1664, 3.9888, 4.2157, 3.9107, 4.0781, 4.1443,
        4.071, 4.0876, 3.9918, 3.8104, 3.9805, 4.0885, 4.0406};
    std::sort(values.begin(), values.end());
    const KernelDensity density(values);
    EXPECT_THAT(density.bandwidth(), DoubleNear(0.0492758978032, 1e-9));
    EXPECT_THAT(density.at(4.0732), DoubleNear(3.75117743068, 1e-6));
}

TEST(Density, OfManyValuesIntegratesToOne)
{
    std::vector<double> values = lognormal(50'000);
    std::sort(values.begin(), values.end());
    const KernelDensity density(values);
    double area = 0;
    for (double place = 0.4; place < 2; place += 0.001)
        area += density.at(place) * 0.001;
    EXPECT_THAT(area, DoubleNear(1, 1e-3));
}

TEST(Violin, KeepsItsShapeBesideOneCallAThousandTimesAsLong)
{
    std::vector<double> values = lognormal(2'000);
    values.push_back(1'000);
    const Violin violin = violinOf(values);
    const auto wide = std::count_if(violin.outline.begin(), violin.outline.end(),
        [](const ViolinPoint& point) { return point.width > 0.5; });
    EXPECT_GT(wide, 10);
    EXPECT_EQ(violin.max, 1'000);
}

TEST(Violin, ShowsBothHumpsOfTwo)
{
    std::vector<double> values = lognormal(1'000);
    for (const double value : lognormal(1'000))
        values.push_back(value + 2);
    const Violin violin = violinOf(values);
    const auto widthAt = [&](double value) {
        return std::min_element(violin.outline.begin(), violin.outline.end(),
            [&](const ViolinPoint& a, const ViolinPoint& b) {
                return std::abs(a.value - value) < std::abs(b.value - value);
            })
            ->width;
    };
    EXPECT_GT(widthAt(1), 0.8);
    EXPECT_LT(widthAt(2), 0.1);
    EXPECT_GT(widthAt(3), 0.8);
}

TEST(Violin, OfEqualValuesHasNoOutline)
{
    EXPECT_THAT(violinOf({3, 3, 3}).outline, IsEmpty());
    EXPECT_THAT(violinOf({}).outline, IsEmpty());
    EXPECT_EQ(violinOf({3, 3, 3}).median, 3);
}

TEST(Violin, OfAMillionCallsHasNoMorePointsThanOfAThousand)
{
    EXPECT_LE(violinOf(lognormal(1'000'000)).outline.size(), 162);
}

} // namespace
} // namespace profiler
