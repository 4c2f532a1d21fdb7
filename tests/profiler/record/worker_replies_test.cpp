// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/worker_messages.h"

#include <gmock/gmock.h>

#include <random>
#include <string>

namespace profiler {
namespace {

using testing::HasSubstr;

constexpr auto setupText
    = R"({"done":"setup","phases":[{"phase":"import","wall_ns":5,"cpu_ns":4}],"environment":{"torch":"2.11","threads":1},
"memory":[{"phase":"build","case":null,"host_peak_bytes":7}],"agent":{"used":false,"reason":"none"},"notices":[],
"cases":[{"name":"a","inputs":[{"name":"x","shape":[8,3],"dtype":"float32"}],"items":8,"sets":2}]})";

TEST(WorkerReplies, ReadSetup)
{
    const auto reply = setupReplyFrom(setupText);
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->phases.at(0).cpu, nanoseconds(4));
    EXPECT_EQ(reply->environment.at("threads"), "1") << "numbers are kept as text";
    EXPECT_EQ(reply->memory.at(0).hostPeakBytes, 7);
    EXPECT_FALSE(reply->memory.at(0).devicePeakBytes) << "not told is not zero";
    EXPECT_EQ(reply->agentReason, "none");
    EXPECT_EQ(reply->cases.at(0).sets, 2);
    EXPECT_EQ(reply->cases.at(0).value.inputs.at(0).shape, (std::vector<std::int64_t> {8, 3}));
}

TEST(WorkerReplies, ReadEventsAndComplaints)
{
    const auto event = messageFrom(
        R"({"event":"graph_break","id":"gb0059","reason":"print","file":"m.py","line":12,"case":1})");
    ASSERT_TRUE(event);
    const auto& fact = std::get<GraphBreakFact>(std::get<WorkerEvent>(*event));
    EXPECT_EQ(fact.id, "gb0059");
    EXPECT_EQ(fact.line, 12);
    EXPECT_EQ(fact.caseIndex, 1);
    const auto complaint = messageFrom(
        R"({"error":{"class":"unsupported","sentence":"no","exception":"E","stage":"warmup","case":0}})");
    ASSERT_TRUE(complaint);
    EXPECT_EQ(std::get<WorkerComplaint>(*complaint).errorClass, "unsupported");
    EXPECT_TRUE(std::holds_alternative<UnknownMessage>(*messageFrom(R"({"event":"new"})")));
}

TEST(WorkerReplies, ReadSourcesWithinTheirBounds)
{
    const auto event = messageFrom(
        R"json({"event":"source","file":"m.py","line":12,"first_line":10,"text":"a\nb\nc",)json"
        R"json("frames":[{"file":"l.py","line":3,"function":"f","text":"g()","library":true}]})json");
    ASSERT_TRUE(event) << event.error().message;
    const auto& fact = std::get<SourceFact>(std::get<WorkerEvent>(*event));
    EXPECT_EQ(fact.firstLine, 10);
    EXPECT_EQ(fact.text, "a\nb\nc");
    ASSERT_EQ(fact.frames.size(), 1U);
    EXPECT_TRUE(fact.frames[0].library);
    const std::string large = R"({"event":"source","file":"m.py","line":1,"text":")"
        + std::string(longestSource + 1, 'x') + R"("})";
    EXPECT_FALSE(messageFrom(large)) << "an excerpt is never so large";
    std::string deep = R"({"event":"source","file":"m.py","line":1,"text":"","frames":[{})";
    for (std::size_t i = 0; i < mostSourceFrames; ++i)
        deep += ",{}";
    EXPECT_FALSE(messageFrom(deep + "]}"));
}

TEST(WorkerReplies, NameTheFirstOffence)
{
    const auto errorOf
        = [](const auto& reply) { return reply ? std::string("accepted") : reply.error().message; };
    EXPECT_THAT(
        errorOf(blockReplyFrom(R"({"spool":{"offset":0,"calls":1}})")), HasSubstr("start_utc_ns"));
    EXPECT_THAT(errorOf(blockReplyFrom(R"({"start_utc_ns":1,"wall_ns":1,"compile_count":0})")),
        HasSubstr("spool"));
    EXPECT_THAT(
        errorOf(warmUpReplyFrom(
            R"({"spool":{"offset":0,"calls":2},"start_utc_ns":1,"compile_count":0,"compiled":[2]})")),
        HasSubstr("compiled"));
    EXPECT_THAT(errorOf(proofReplyFrom(R"({"compile_count":0,"regions":{"0/0":-1}})")),
        HasSubstr("regions"));
    EXPECT_THAT(errorOf(compareReplyFrom(R"({"numerics":[{"role":"wrong"}]})")), HasSubstr("role"));
    EXPECT_THAT(errorOf(setupReplyFrom(R"({"cases":[]})")), HasSubstr("cases"));
    EXPECT_THAT(
        errorOf(blockReplyFrom(
            R"({"spool":{"offset":18446744073709551615,"calls":1},"start_utc_ns":1,"wall_ns":1,"compile_count":0})")),
        HasSubstr("offset"));
    EXPECT_THAT(errorOf(messageFrom("[1,2]")), HasSubstr("object"));
    EXPECT_THAT(errorOf(messageFrom("{}")), HasSubstr("neither"));
}

TEST(WorkerReplies, KeepOfMetricsOnlyWhatIsKnown)
{
    const auto message = messageFrom(R"({"event": "compile", "compile_id": "0/0", "metrics_json": )"
                                     R"("{\"guard_count\": 3, \"hostname\": \"SECRET\"}"})");
    ASSERT_TRUE(message);
    const auto& fact = std::get<CompileFact>(std::get<WorkerEvent>(*message));
    EXPECT_EQ(fact.metricsJson, R"({"guard_count":3})");
}

TEST(WorkerReplies, StandAnyDamage)
{
    std::mt19937 generator(1);
    for (int i = 0; i < 20'000; ++i) {
        std::string text = setupText;
        for (int changes = 0; changes < 3; ++changes)
            text[generator() % text.size()] = static_cast<char>(generator() % 256);
        text.resize(text.size() - generator() % 20);
        // No crash is what is asked; an answer may still be a good one.
        if (const auto reply = setupReplyFrom(text)) {
            EXPECT_FALSE(reply->cases.empty());
        }
        EXPECT_FALSE(messageFrom(text).has_value() && text.empty());
    }
}

TEST(WorkerReplies, DropWhatIsNestedTooDeep)
{
    const std::string deep(1'000'000, '[');
    EXPECT_FALSE(messageFrom(deep));
    EXPECT_FALSE(messageFrom(R"({"done":"x","a":)" + deep + std::string(1'000'000, ']')));
}

} // namespace
} // namespace profiler
