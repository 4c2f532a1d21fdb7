// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/occupancy.h"
#include "profiler/model/trace_rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace profiler;

namespace {

LaunchShape shapeOf(int block, int registers, std::int64_t shared, std::int64_t grid = 10'000)
{
    return {.grid = {grid, 1, 1},
        .block = {block, 1, 1},
        .registers = registers,
        .dynamicSharedBytes = shared};
}

} // namespace

/// occupancy.csv holds the answers of NVIDIA's cuda_occupancy.h (tests/data/make_occupancy.cpp).
TEST(Occupancy, AgreesWithNvidiasCalculator)
{
    std::ifstream file(FUSESCOPE_SOURCE_DIR "/tests/data/occupancy.csv");
    std::string line;
    std::getline(file, line);
    int rows = 0;
    for (; std::getline(file, line); ++rows) {
        std::istringstream cells(line);
        int major = 0;
        int minor = 0;
        int block = 0;
        int registers = 0;
        int shared = 0;
        int active = 0;
        char comma = 0;
        cells >> major >> comma >> minor >> comma >> block >> comma >> registers >> comma >> shared
            >> comma >> active;
        const auto limits = deviceLimits(major, minor);
        ASSERT_TRUE(limits) << line;
        const auto ours = estimatedOccupancy(*limits, shapeOf(block, registers, shared));
        EXPECT_EQ(ours ? ours->activeBlocks : 0, active) << line;
    }
    EXPECT_GT(rows, 3000);
}

TEST(Occupancy, SaysWhatIsReachedFirst)
{
    const auto limits = *deviceLimits("9.0");
    const auto limitOf
        = [&](const LaunchShape& shape) { return estimatedOccupancy(limits, shape, 132)->limit; };
    EXPECT_EQ(limitOf(shapeOf(1024, 32, 0)), OccupancyLimit::Threads);
    EXPECT_EQ(limitOf(shapeOf(32, 16, 0)), OccupancyLimit::Blocks);
    EXPECT_EQ(limitOf(shapeOf(256, 128, 0)), OccupancyLimit::Registers);
    EXPECT_EQ(limitOf(shapeOf(128, 32, 100'000)), OccupancyLimit::SharedMemory);
    EXPECT_EQ(limitOf(shapeOf(128, 32, 0, 132)), OccupancyLimit::Grid);
}

TEST(Occupancy, CountsAGridThatIsTooSmall)
{
    const auto limits = *deviceLimits("9.0");
    const auto shape = shapeOf(256, 32, 0, 66); // half a block a multiprocessor
    EXPECT_DOUBLE_EQ(estimatedOccupancy(limits, shape, 132)->ratio, 0.5 * 256 / 2048);
    EXPECT_DOUBLE_EQ(estimatedOccupancy(limits, shape)->ratio, 1.0);
}

TEST(Occupancy, IsUnknownForWhatFitsNowhere)
{
    const auto limits = *deviceLimits("8.6");
    EXPECT_FALSE(estimatedOccupancy(limits, shapeOf(256, 32, 200'000)));
    EXPECT_FALSE(estimatedOccupancy(limits, shapeOf(0, 32, 0)));
    EXPECT_FALSE(deviceLimits("gfx942"));
    EXPECT_FALSE(deviceLimits("9.4x"));
    EXPECT_FALSE(deviceLimits(""));
    EXPECT_FALSE(deviceLimits("99.0"));
}
