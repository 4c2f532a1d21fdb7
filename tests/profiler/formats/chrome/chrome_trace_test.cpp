// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_trace.h"
#include "tests/support/made_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

using namespace profiler;
using Json = nlohmann::json;

namespace {

constexpr std::int64_t begin = 1'764'000'100'000'000'001; // beyond what a double holds exactly

struct Exported {
    std::string text;
    Json document;

    [[nodiscard]] std::vector<Json> events(const std::string& phase) const
    {
        std::vector<Json> found;
        for (const auto& event : document["traceEvents"])
            if (event["ph"] == phase)
                found.push_back(event);
        return found;
    }
};

Exported exported(const TraceRows& rows, const std::vector<TraceCall>& calls = {},
    const EnvironmentFields& environment = {})
{
    Exported result;
    const auto written = writeChromeTrace(
        {.rows = rows, .calls = calls, .environment = environment}, [&](std::string_view piece) {
            result.text += piece;
            return true;
        });
    EXPECT_TRUE(written);
    result.document = Json::parse(result.text);
    return result;
}

} // namespace

TEST(ChromeTrace, KeepsEveryNanosecond)
{
    tests::MadeRows made;
    made.addSpan("aten::add", begin, begin + 12'345);
    made.addKernel("add", begin + 1'000'000'007, begin + 1'000'000'008, 1);
    const auto trace = exported(made.rows);
    EXPECT_NE(trace.text.find(R"("ts":0.001,"dur":12.345)"), std::string::npos) << trace.text;
    EXPECT_NE(trace.text.find(R"("ts":1000000.008,"dur":0.001)"), std::string::npos) << trace.text;
    EXPECT_EQ(trace.document["baseTimeNanoseconds"], begin - 1);
}

TEST(ChromeTrace, ANameIsTextWhateverItHolds)
{
    tests::MadeRows made;
    const std::vector<std::string> names {"a\"b\\c", "line\nend\r\t\x01\x1f", "\xff\xfe broken",
        "größe", "", std::string("nul\0in", 6)};
    for (std::size_t i = 0; i < names.size(); ++i)
        made.addKernel(names[i], begin + 10 * static_cast<std::int64_t>(i), begin + 5, 1);
    const auto kernels = exported(made.rows).events("X");
    ASSERT_EQ(kernels.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(
            kernels[i]["name"], i == 2 ? std::string("\xef\xbf\xbd\xef\xbf\xbd broken") : names[i]);
}

TEST(ChromeTrace, KernelsOfOneGraphLaunchHaveAnArrowEach)
{
    tests::MadeRows made;
    made.addApi("cudaGraphLaunch", begin, begin + 10, 5);
    made.addApi("cuGraphLaunch", begin + 1, begin + 9, 5);
    for (int i = 0; i < 3; ++i)
        made.addKernel("gemm", begin + 20 + i, begin + 21 + i, 5, 7, 12);
    made.addKernel("launched before", begin - 5, begin - 4, 5);
    made.addKernel("launched outside", begin + 90, begin + 95, 6);
    const auto trace = exported(made.rows);
    const auto starts = trace.events("s");
    ASSERT_EQ(starts.size(), 3U);
    std::set<int> ids;
    for (const auto& start : starts) {
        EXPECT_EQ(start["ts"], trace.events("X")[0]["ts"]) << "from the runtime's call";
        ids.insert(start["id"].get<int>());
    }
    EXPECT_EQ(ids.size(), 3U);
    EXPECT_EQ(trace.events("X")[0]["cat"], "cuda_runtime");
    EXPECT_EQ(trace.events("X")[1]["cat"], "cuda_driver");
}

TEST(ChromeTrace, AKernelWithoutTimesIsLeftOutAndCounted)
{
    tests::MadeRows made;
    made.addKernel("timed", begin, begin + 10, 1);
    made.addKernel("untimed", 0, 0, 2);
    made.rows.kernels.flags.back() = kernel_flags::zeroTimestamp;
    const auto trace = exported(made.rows);
    ASSERT_EQ(trace.events("X").size(), 1U);
    EXPECT_EQ(trace.document["baseTimeNanoseconds"], begin - 1) << "time 0 of it means nothing";
    EXPECT_EQ(rowsWithoutTime(made.rows), 1);
}

TEST(ChromeTrace, CallsBecomeSteps)
{
    tests::MadeRows made;
    made.addSpan("aten::add", begin + 5, begin + 10);
    made.addSpan("ProfilerStep#7", begin + 100, begin + 120, SpanKind::Range);
    made.addKernel("add", begin + 8, begin + 130, 1);
    const auto named = [](const Exported& trace) {
        std::vector<std::string> names;
        for (const auto& event : trace.events("X"))
            if (event["cat"] == "user_annotation")
                names.push_back(event["name"]);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(named(exported(made.rows, {{begin, begin + 90}, {begin + 100, begin + 120}})),
        (Names {"ProfilerStep#0", "ProfilerStep#7"}))
        << "one that is there is not told twice";
    EXPECT_EQ(named(exported(made.rows, {{begin + 5, begin + 130}})), Names {"ProfilerStep#7"})
        << "all rows as one call: what an import without steps has";
}

TEST(ChromeTrace, TellsOfTheEnvironmentTheDeviceAndVersionsAlone)
{
    tests::MadeRows made;
    made.addKernel("add", begin, begin + 10, 1);
    const auto trace = exported(made.rows, {},
        {{"device_name", "NVIDIA \"H100\""}, {"compute_capability", "9.0"},
            {"multiprocessors", "132"}, {"cuda", "12.4"}, {"hip_driver", "6.3.42133"},
            {"cupti", "22"}, {"hostname", "secret"}, {"cuda_driver", "no version"}});
    EXPECT_EQ(trace.document["deviceProperties"],
        Json::parse(R"([{"id": 0, "name": "NVIDIA \"H100\"", "computeMajor": 9,
            "computeMinor": 0, "numSms": 132}])"));
    EXPECT_EQ(trace.document["cuda_runtime_version"], 12'040);
    EXPECT_EQ(trace.document["hip_driver_version"], 60'342'133);
    EXPECT_EQ(trace.document["cupti_version"], 22);
    EXPECT_FALSE(trace.document.contains("cuda_driver_version"));
    EXPECT_EQ(trace.text.find("secret"), std::string::npos);
}

TEST(ChromeTrace, AnyBitsMakeADocument)
{
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    tests::MadeRows made;
    made.addSpan("wide", 0, 0, static_cast<SpanKind>(200), -5, most, 9);
    made.rows.operators.startNs = {least};
    made.rows.operators.durationNs = {most};
    made.addKernel("backward", 0, 0, -1, std::numeric_limits<std::int32_t>::max());
    made.rows.kernels.startNs = {most};
    made.rows.kernels.durationNs = {least};
    made.rows.kernels.name = {77};
    made.addCopy(most - 1, most, -1, static_cast<CopyKind>(99));
    made.rows.counters = {{0, 1}, {1, 1}, {std::numeric_limits<double>::quiet_NaN(), 2}};
    const auto trace = exported(made.rows, {{most, least}, {least, most}});
    EXPECT_GE(trace.events("X").size(), 3U);
    EXPECT_EQ(trace.events("C").size(), 1U);
    for (const auto& event : trace.events("X"))
        EXPECT_GE(event["dur"], 0);
}

TEST(ChromeTrace, IsWrittenInPiecesAndStopsWhereTheSinkDoes)
{
    tests::MadeRows made;
    for (int i = 0; i < 20'000; ++i)
        made.addKernel("k", begin + 10 * i, begin + 10 * i + 5, i + 1);
    std::size_t longest = 0;
    int pieces = 0;
    const TraceRows& rows = made.rows;
    EXPECT_TRUE(writeChromeTrace(
        {.rows = rows, .calls = {}, .environment = {}}, [&](std::string_view piece) {
            longest = std::max(longest, piece.size());
            ++pieces;
            return true;
        }));
    EXPECT_LT(longest, 100'000U);
    EXPECT_GT(pieces, 20);
    pieces = 0;
    EXPECT_FALSE(writeChromeTrace({.rows = rows, .calls = {}, .environment = {}},
        [&](std::string_view /*piece*/) { return ++pieces < 3; }));
    EXPECT_EQ(pieces, 3) << "no more is asked of it";
}
