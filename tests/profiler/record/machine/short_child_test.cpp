// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/short_child.h"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;

TEST(ShortChild, HandsBackBothStreamsAndTheExitCode)
{
    const auto output
        = profiler::runShortChild({"/bin/sh", "-c", "echo out; echo error >&2; exit 3"}, 1min);

    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ(output->standardOutput, "out\n");
    EXPECT_EQ(output->standardError, "error\n");
    EXPECT_EQ(output->exitCode, 3);
}

TEST(ShortChild, ReadsMoreThanAPipeHolds)
{
    const auto output = profiler::runShortChild(
        {"/bin/sh", "-c", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"}, 1min);

    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ(output->standardOutput.size(), 1'000'000U);
    EXPECT_EQ(output->standardError.size(), 1'000'000U);
}

TEST(ShortChild, CountsASignalAsAShellDoes)
{
    const auto output = profiler::runShortChild({"/bin/sh", "-c", "kill -9 $$"}, 1min);

    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ(output->exitCode, 128 + 9);
}

TEST(ShortChild, EndsAProgramThatTakesTooLongAndItsChildren)
{
    // The sleeper holds the pipe: were it left alone, the call would last a minute.
    const auto output = profiler::runShortChild({"/bin/sh", "-c", "sleep 60 & wait"}, 100ms);

    ASSERT_FALSE(output);
    EXPECT_NE(output.error().message.find("no answer within"), std::string::npos);
}

TEST(ShortChild, NamesAProgramThatIsNotThere)
{
    const auto output = profiler::runShortChild({"/no/such/program"}, 1min);

    ASSERT_FALSE(output);
    EXPECT_NE(output.error().message.find("/no/such/program"), std::string::npos);
}

} // namespace
