// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity32 = std::numeric_limits<float>::infinity();

struct Tolerance {
    double rtol = 1.3e-6;
    double atol = 1e-5;
};

fusescope_numerics compareFloats(const std::vector<float>& reference,
    const std::vector<float>& result, const std::vector<double>& precise = {},
    std::int64_t lastDimension = 1, Tolerance tolerance = {})
{
    fusescope_numerics out {};
    EXPECT_EQ(reference.size(), result.size());
    EXPECT_EQ(
        agent_compare(reference.data(), result.data(), precise.empty() ? nullptr : precise.data(),
            FUSESCOPE_FLOAT32, static_cast<std::int64_t>(reference.size()), lastDimension,
            tolerance.rtol, tolerance.atol, &out),
        0);
    return out;
}

fusescope_numerics compareHalves(std::int32_t dtype, const std::vector<std::uint16_t>& reference,
    const std::vector<std::uint16_t>& result)
{
    fusescope_numerics out {};
    EXPECT_EQ(agent_compare(reference.data(), result.data(), nullptr, dtype,
                  static_cast<std::int64_t>(reference.size()), 1, 1e-3, 1e-5, &out),
        0);
    return out;
}

TEST(AgentCompare, EqualBuffersAreEqualBitForBit)
{
    const auto out = compareFloats({1.5F, -2.0F, 0.0F}, {1.5F, -2.0F, 0.0F});

    EXPECT_EQ(out.elements, 3);
    EXPECT_EQ(out.bit_equal, 3);
    EXPECT_EQ(out.mismatches, 0);
    EXPECT_EQ(out.max_ulp, 0);
    EXPECT_EQ(out.max_abs, 0.0);
    EXPECT_EQ(out.max_rel, 0.0);
    EXPECT_EQ(out.tolerance_used, 0.0);
    EXPECT_NEAR(out.cosine, 1.0, 1e-15);
    EXPECT_EQ(out.nan_positions_equal, 1);
}

TEST(AgentCompare, MeasuresTheLargestErrorInEveryUnit)
{
    const auto out = compareFloats({1.0F, -2.0F, 4.0F}, {1.0F, -2.5F, 4.25F});

    EXPECT_DOUBLE_EQ(out.max_abs, 0.5);
    EXPECT_DOUBLE_EQ(out.max_rel, 0.25);
    EXPECT_EQ(out.max_ulp, std::int64_t {1} << 21); // a quarter of the binade of [2, 4)
    EXPECT_EQ(out.bit_equal, 1);
    EXPECT_EQ(out.mismatches, 2);
    EXPECT_DOUBLE_EQ(out.tolerance_used, 0.5 / (1e-5 + 1.3e-6 * 2.0));
    const double dot = 1.0 + 5.0 + 17.0;
    EXPECT_DOUBLE_EQ(out.cosine, dot / (std::sqrt(21.0) * std::sqrt(1.0 + 6.25 + 4.25 * 4.25)));
}

TEST(AgentCompare, AcceptsWhatIsWithinTheTolerances)
{
    const Tolerance tolerance {.rtol = 0.1, .atol = 0.01};

    EXPECT_EQ(compareFloats({1.0F}, {1.1F}, {}, 1, tolerance).mismatches, 0);
    EXPECT_EQ(compareFloats({1.0F}, {1.2F}, {}, 1, tolerance).mismatches, 1);
}

TEST(AgentCompare, PutsPositiveAndNegativeZeroAtOnePlaceButNotEqualInBits)
{
    const auto out = compareFloats({0.0F}, {-0.0F});

    EXPECT_EQ(out.max_ulp, 0);
    EXPECT_EQ(out.bit_equal, 0);
    EXPECT_EQ(out.mismatches, 0);
}

TEST(AgentCompare, CountsUlpsAcrossZero)
{
    const float smallest = std::numeric_limits<float>::denorm_min();

    EXPECT_EQ(compareFloats({smallest}, {-smallest}).max_ulp, 2);
}

TEST(AgentCompare, LeavesElementsWithAReferenceOfZeroOutOfTheRelativeError)
{
    EXPECT_DOUBLE_EQ(compareFloats({0.0F, 2.0F}, {1.0F, 3.0F}).max_rel, 0.5);
}

TEST(AgentCompare, ComparesThePlacesOfNanAndInfinityAlone)
{
    const auto same = compareFloats({nan32, infinity32, 1.0F}, {nan32, infinity32, 1.0F});
    EXPECT_EQ(same.nan_positions_equal, 1);
    EXPECT_EQ(same.mismatches, 0);
    EXPECT_EQ(same.max_abs, 0.0);

    EXPECT_EQ(compareFloats({nan32}, {1.0F}).nan_positions_equal, 0);
    EXPECT_EQ(compareFloats({infinity32}, {-infinity32}).nan_positions_equal, 0);
    EXPECT_EQ(compareFloats({1.0F}, {infinity32}).mismatches, 1);
}

TEST(AgentCompare, SaysThatNothingWasComparable)
{
    const auto out = compareFloats({nan32}, {nan32});

    EXPECT_EQ(out.max_ulp, -1);
    EXPECT_TRUE(std::isnan(out.max_abs));
    EXPECT_TRUE(std::isnan(out.max_rel));
    EXPECT_TRUE(std::isnan(out.tolerance_used));
    EXPECT_TRUE(std::isnan(out.cosine));
}

TEST(AgentCompare, HasNoCosineForAZeroVector)
{
    EXPECT_TRUE(std::isnan(compareFloats({0.0F, 0.0F}, {0.0F, 0.0F}).cosine));
}

TEST(AgentCompare, TakesErrorsOfBothAgainstThePreciseResult)
{
    const auto out = compareFloats({1.0F, 2.0F}, {1.5F, 2.0F}, {1.0, 3.0});

    EXPECT_DOUBLE_EQ(out.rmse_reference, std::sqrt(0.5));
    EXPECT_DOUBLE_EQ(out.rmse_result, std::sqrt(0.625));
    EXPECT_TRUE(std::isnan(compareFloats({1.0F}, {1.0F}).rmse_reference));
}

TEST(AgentCompare, CountsRowsWhoseLargestElementStays)
{
    const auto out = compareFloats({1, 2, 3, 9, 5, 9}, {1, 3, 2, 9, 5, 9}, {}, 3);

    EXPECT_EQ(out.argmax_rows, 2);
    EXPECT_EQ(out.argmax_equal, 1) << "of equal elements the first is the largest";
    EXPECT_EQ(compareFloats({1, 2}, {1, 2}).argmax_rows, 0);
}

TEST(AgentCompare, TakesNanForTheLargestElementAsTorchDoes)
{
    EXPECT_EQ(compareFloats({1, nan32, 3}, {1, nan32, 4}, {}, 3).argmax_equal, 1);
    EXPECT_EQ(compareFloats({1, nan32, 3}, {1, 2, 3}, {}, 3).argmax_equal, 0);
}

TEST(AgentCompare, ReadsHalfPrecision)
{
    // 1, 1 + 2^-10, the smallest subnormal 2^-24, the largest 65504, infinity
    const std::vector<std::uint16_t> reference {0x3C00, 0x3C01, 0x0001, 0x7BFF, 0x7C00};
    const std::vector<std::uint16_t> result {0x3C01, 0x3C01, 0x0003, 0x7BFE, 0x7C00};

    const auto out = compareHalves(FUSESCOPE_FLOAT16, reference, result);

    EXPECT_EQ(out.bit_equal, 2);
    EXPECT_EQ(out.max_ulp, 2);
    EXPECT_DOUBLE_EQ(out.max_abs, 32.0);
    EXPECT_DOUBLE_EQ(out.max_rel, 2.0); // 3 x 2^-24 against 2^-24
    EXPECT_EQ(out.nan_positions_equal, 1);
}

TEST(AgentCompare, ReadsBrainFloat)
{
    // 1, 1 + 2^-7, -2
    const auto out = compareHalves(FUSESCOPE_BFLOAT16, {0x3F80, 0xC000}, {0x3F81, 0xC000});

    EXPECT_DOUBLE_EQ(out.max_abs, std::ldexp(1.0, -7));
    EXPECT_EQ(out.max_ulp, 1);
}

TEST(AgentCompare, ReadsDoublePrecisionAndSaturatesItsUlps)
{
    const std::vector<double> reference {1.0, -std::numeric_limits<double>::max()};
    const std::vector<double> result {std::nextafter(1.0, 2.0), std::numeric_limits<double>::max()};
    fusescope_numerics out {};

    ASSERT_EQ(agent_compare(
                  reference.data(), result.data(), nullptr, FUSESCOPE_FLOAT64, 1, 1, 0, 0, &out),
        0);
    EXPECT_EQ(out.max_ulp, 1);
    EXPECT_EQ(out.max_abs, std::numeric_limits<double>::epsilon());
    EXPECT_TRUE(std::isfinite(out.tolerance_used) == false) << "no tolerance, yet an error";

    ASSERT_EQ(agent_compare(
                  reference.data(), result.data(), nullptr, FUSESCOPE_FLOAT64, 2, 1, 0, 0, &out),
        0);
    EXPECT_EQ(out.max_ulp, std::numeric_limits<std::int64_t>::max());
}

TEST(AgentCompare, RefusesAnUnknownElementType)
{
    const float value = 1;
    fusescope_numerics out {};

    EXPECT_EQ(agent_compare(&value, &value, nullptr, 99, 1, 1, 0, 0, &out), -1);
}

} // namespace
