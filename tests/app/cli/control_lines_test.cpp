// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/control_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cli {
namespace {

using profiler::StopRequest;
using ::testing::HasSubstr;

const std::vector<std::string> variants {"eager", "default", "max autotune"};

TEST(ControlLines, PauseAndContinue)
{
    StopRequest stop;
    EXPECT_EQ(obey("pause", variants, stop), "");
    EXPECT_TRUE(stop.paused());
    EXPECT_EQ(obey("continue", variants, stop), "");
    EXPECT_FALSE(stop.paused());
}

TEST(ControlLines, SkipAndRetryTakeAVariantByItsName)
{
    StopRequest stop;
    EXPECT_EQ(obey("skip max autotune", variants, stop), "");
    EXPECT_EQ(obey("skip default", variants, stop), "");
    EXPECT_EQ(stop.takeSkipped(), StopRequest::bit(1) | StopRequest::bit(2));
    EXPECT_EQ(stop.takeSkipped(), 0U) << "each request is given once";
    EXPECT_EQ(obey("retry default", variants, stop), "");
    EXPECT_EQ(stop.takeRetried(), StopRequest::bit(1));
}

TEST(ControlLines, StopAsOneCtrlC)
{
    StopRequest stop;
    EXPECT_EQ(obey("stop", variants, stop), "");
    EXPECT_TRUE(stop.requested());
    EXPECT_FALSE(stop.killRequested());
}

TEST(ControlLines, RefuseInWordsWhatCannotBeDone)
{
    StopRequest stop;
    EXPECT_THAT(obey("skip eager", variants, stop), HasSubstr("baseline cannot be skipped"));
    EXPECT_THAT(obey("skip other", variants, stop), HasSubstr("no variant \"other\""));
    EXPECT_THAT(obey("faster", variants, stop), HasSubstr("expected pause, continue"));
    EXPECT_THAT(obey("", variants, stop), HasSubstr("is no request"));
    EXPECT_EQ(stop.takeSkipped(), 0U);
}

} // namespace
} // namespace cli
