// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/traffic/traffic_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

namespace {

Result<Traffic> read(const std::string& text, const std::string& column = "")
{
    std::istringstream stream(text);
    return readTraffic(stream, "calls.csv", {.column = column});
}

std::string refusal(const std::string& text, const std::string& column = "")
{
    const auto traffic = read(text, column);
    return traffic ? "it was read" : traffic.error().message;
}

TEST(Traffic, IsReadFromPlainCsv)
{
    const auto traffic = read("time,seq,count\n0.5,16,2\n1.5,32,1\n9.5,16,3\n");
    ASSERT_TRUE(traffic) << traffic.error().message;
    EXPECT_EQ(traffic->size, "seq");
    EXPECT_THAT(traffic->calls, ElementsAre(Pair(16, 5), Pair(32, 1)));
    EXPECT_DOUBLE_EQ(*traffic->seconds, 9);
    EXPECT_DOUBLE_EQ(traffic->total(), 6);
    EXPECT_THAT(read("length\r\n7\r\n7\r\n\r\n")->calls, ElementsAre(Pair(7, 2)));
}

TEST(Traffic, IsReadFromMooncakesTraces)
{
    const auto traffic = read(
        R"({"timestamp": 27482, "input_length": 6955, "output_length": 52, "hash_ids": [46, 47]})"
        "\n"
        R"({"timestamp": 30535, "input_length": 6472, "output_length": 26, "hash_ids": [46]})"
        "\n");
    ASSERT_TRUE(traffic) << traffic.error().message;
    EXPECT_EQ(traffic->size, "input_length");
    EXPECT_THAT(traffic->calls, ElementsAre(Pair(6472, 1), Pair(6955, 1)));
    EXPECT_NEAR(*traffic->seconds, 3.053, 1e-9);
}

TEST(Traffic, IsReadFromAzuresTraces)
{
    const std::string text = "TIMESTAMP,ContextTokens,GeneratedTokens\n"
                             "2023-11-16 18:15:46.6805900,374,44\n"
                             "2023-11-16 18:16:50.9951690,396,109\n";
    const auto traffic = read(text);
    ASSERT_TRUE(traffic) << traffic.error().message;
    EXPECT_THAT(traffic->calls, ElementsAre(Pair(374, 1), Pair(396, 1)));
    EXPECT_NEAR(*traffic->seconds, 64.314579, 1e-6);
    EXPECT_THAT(read(text, "GeneratedTokens")->calls, ElementsAre(Pair(44, 1), Pair(109, 1)));
}

TEST(Traffic, RefusesALineInOneSentence)
{
    EXPECT_THAT(refusal("seq\n12\nabc\n"), HasSubstr("its line 3: its size is \"abc\""));
    EXPECT_THAT(refusal("seq\n0\n"), HasSubstr("no whole number above 0"));
    EXPECT_THAT(refusal("seq\n1.5\n"), HasSubstr("no whole number above 0"));
    EXPECT_THAT(refusal("time,seq\n-1,4\n"), HasSubstr("its time is negative, -1"));
    EXPECT_THAT(refusal("time,seq\nnoon,4\n"), HasSubstr("neither seconds nor a date"));
    EXPECT_THAT(refusal("time,seq\n1\n"), HasSubstr("it has 1 values, the header 2"));
    EXPECT_THAT(refusal("a,b\n1,2\n"), HasSubstr("say it with --column"));
    EXPECT_THAT(refusal("a,b\n1,2\n", "c"), HasSubstr("it has no column \"c\"; it has a, b"));
    EXPECT_THAT(refusal(""), HasSubstr("it holds no calls"));
    EXPECT_THAT(refusal("seq\n"), HasSubstr("it holds no calls"));
    EXPECT_THAT(refusal("{\"seq\": 4}\n[1]\n"), HasSubstr("its line 2: it is no JSON object"));
    EXPECT_THAT(refusal("{\"seq\": 4}\n{}\n"), HasSubstr("its line 2: its size is \"\""));
    EXPECT_THAT(refusal("seq\n" + std::string(2 << 20, '1')), HasSubstr("longer than a MiB"));
    EXPECT_THAT(refusal("seq,count\n4,-2\n"), HasSubstr("its count is \"-2\""));
    EXPECT_FALSE(readTraffic("/nowhere/calls.csv", {}));
    EXPECT_THAT(readTraffic("/nowhere/calls.csv", {}).error().message, HasSubstr("no such file"));
}

std::string refusalOfTimes(const std::string& text)
{
    const tests::TemporaryFolder folder;
    folder.write("requests.csv", text);
    const auto times = readArrivalTimes(folder / "requests.csv");
    return times ? "it was read" : times.error().message;
}

TEST(ArrivalTimes, NeedNoSizesAndBeginWithTheFirst)
{
    const tests::TemporaryFolder folder;
    folder.write("requests.csv", "time,user,prompt,count\n3.5,a,x,1\n1.5,b,y,2\n100,c,z,1\n");
    const auto times = readArrivalTimes(folder / "requests.csv");
    ASSERT_TRUE(times) << times.error().message;
    EXPECT_THAT(*times, ElementsAre(0, 0, 2'000'000'000, 98'500'000'000)) << "gaps stay";
    folder.write("mooncake.jsonl",
        "{\"timestamp\":0,\"input_length\":5}\n"
        "{\"timestamp\":250,\"input_length\":7}\n");
    EXPECT_THAT(*readArrivalTimes(folder / "mooncake.jsonl"), ElementsAre(0, 250'000'000));
}

TEST(ArrivalTimes, AreRefusedInASentence)
{
    EXPECT_THAT(refusalOfTimes("time\n1\n-2\n"), HasSubstr("its line 3: its time is negative"));
    EXPECT_THAT(refusalOfTimes("seq\n1\n2\n"), HasSubstr("none of its columns holds times (seq)"));
    EXPECT_THAT(refusalOfTimes("time\n1\n1\n"), HasSubstr("less than two moments"));
}

} // namespace
