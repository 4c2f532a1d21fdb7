// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/load_words.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

TEST(LoadWords, RatesAreReadAndWrittenAlike)
{
    LoadPlan load;
    ASSERT_TRUE(setLoadRates(load, "50,0.5,200"));
    EXPECT_THAT(load.rates, ElementsAre(50, 0.5, 200));
    EXPECT_EQ(load.repetitions, usualLoadRepetitions);
    EXPECT_EQ(loadRatesWord(load), "50,0.5,200");
    load.repetitions = 5;
    ASSERT_TRUE(setLoadRates(load, "auto"));
    EXPECT_THAT(load.rates, IsEmpty());
    EXPECT_EQ(load.repetitions, 5) << "as somebody said";
    EXPECT_EQ(loadRatesWord(load), "auto");
}

TEST(LoadWords, RatesThatAreNoneAreRefusedByTheirWord)
{
    for (const auto* word : {"", "fast", "50,", "0", "-1", "50 100"}) {
        LoadPlan load;
        const auto set = setLoadRates(load, word);
        ASSERT_FALSE(set) << word;
        EXPECT_THAT(set.error().message,
            HasSubstr("--load \"" + std::string(word) + "\": expected auto, or rates above 0"));
    }
}

TEST(LoadWords, ArrivalsAreReadAndWrittenAlike)
{
    LoadPlan load;
    for (const auto* word : {"constant", "poisson"}) {
        ASSERT_TRUE(setArrivals(load, word));
        EXPECT_EQ(arrivalsWord(load), word);
    }
    ASSERT_TRUE(setArrivals(load, "replay:calls.csv"));
    EXPECT_EQ(load.arrivals, Arrivals::Replay);
    EXPECT_EQ(load.replay, (std::filesystem::current_path() / "calls.csv").string());
    EXPECT_EQ(arrivalsWord(load), "replay:" + load.replay);
    ASSERT_TRUE(setArrivals(load, "constant"));
    EXPECT_EQ(load.replay, "") << "of the arrivals before";
    for (const auto* word : {"", "replay", "replay:", "often"})
        EXPECT_FALSE(setArrivals(load, word)) << word;
}

} // namespace
