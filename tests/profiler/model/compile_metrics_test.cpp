// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/compile_metrics.h"

#include <gtest/gtest.h>

using namespace profiler;

TEST(CompileMetrics, KeepsWhatIsNamedAndDropsWhatAProducerAdded)
{
    EXPECT_EQ(keptMetrics(R"({"co_name": "f", "HOSTNAME": "box", "guard_count": 2, "user": "me"})"),
        R"({"co_name":"f","guard_count":2})");
}

TEST(CompileMetrics, DropsAValueThatIsNotOfTheKindOfItsField)
{
    EXPECT_EQ(
        keptMetrics(R"({"guard_count": "token", "co_name": ["token"], "is_forward": {}})"), "{}");
    EXPECT_EQ(keptMetrics(R"({"restart_reasons": ["a", {"TOKEN": "b"}]})"), "{}");
    EXPECT_EQ(keptMetrics(R"({"restart_reasons": ["a"], "is_forward": false})"),
        R"({"restart_reasons":["a"],"is_forward":false})");
}

TEST(CompileMetrics, OfWhatIsNoObjectAreNone)
{
    EXPECT_EQ(keptMetrics(""), "");
    EXPECT_EQ(keptMetrics("TOKEN=abc"), "");
    EXPECT_EQ(keptMetrics(R"(["TOKEN"])"), "");
}
