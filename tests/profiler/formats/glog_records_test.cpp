// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/glog_records.h"
#include "tests/support/log_in_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace profiler;
using testing::ElementsAre;

namespace {

struct SeenRecord {
    std::string json;
    std::string payload;
    std::string md5;
    std::int64_t bytes = 0;
    bool unfinished = false;
};

struct Seen {
    std::vector<SeenRecord> records;
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> strays;
};

class Collector : public GlogSink {
public:
    explicit Collector(std::size_t wanted)
        : m_wanted(wanted)
    {
    }

    std::size_t begin(std::string_view json, std::int64_t byte) override
    {
        seen.starts.push_back(byte);
        seen.records.push_back({.json = std::string(json)});
        return m_wanted;
    }

    void end(const GlogPayload& payload) override
    {
        seen.records.back().payload = payload.text;
        seen.records.back().md5 = payload.md5;
        seen.records.back().bytes = payload.bytes;
        seen.records.back().unfinished = payload.unfinished;
    }

    void stray(std::int64_t byte, bool) override { seen.strays.push_back(byte); }

    Seen seen;

private:
    std::size_t m_wanted;
};

const std::string head = "V1121 06:46:54.372000 22339 torch/_dynamo/utils.py:2126] ";

Seen collected(const std::string& text, std::size_t wanted = 1000)
{
    Collector collector(wanted);
    const auto source = tests::logOf(text);
    EXPECT_TRUE(readGlog(*source, collector));
    return collector.seen;
}

} // namespace

TEST(GlogRecords, joinPayloadLinesWithoutTheirTabs)
{
    const auto seen = collected(head + "{\"a\": 1}\n\tone\n\t\n\t\ttwo\n" + head + "{}\n");
    ASSERT_EQ(seen.records.size(), 2U);
    EXPECT_EQ(seen.records[0].json, "{\"a\": 1}");
    EXPECT_EQ(seen.records[0].payload, "one\n\n\ttwo");
    EXPECT_EQ(seen.records[0].bytes, 9);
    EXPECT_EQ(seen.records[0].md5, "2e5eb29fb22da7a6cd2cec53c51e51ef"); // by md5sum
    EXPECT_EQ(seen.records[1].md5, "");
    EXPECT_FALSE(seen.records[1].unfinished);
}

TEST(GlogRecords, areTheSameWithCrlf)
{
    const auto seen = collected("\xEF\xBB\xBF" + head + "{}\r\n\tone\r\n\ttwo\r\n");
    ASSERT_EQ(seen.records.size(), 1U);
    EXPECT_EQ(seen.records[0].payload, "one\ntwo");
    EXPECT_TRUE(seen.strays.empty());
}

TEST(GlogRecords, tellLinesOfNoRecordByTheirBytes)
{
    const auto seen = collected("free text\n\tof none\n" + head + "{}\n\tone\nmore\n\ttwo\n");
    EXPECT_EQ(seen.records.size(), 1U);
    const auto third = static_cast<std::int64_t>(19 + head.size() + 3 + 5);
    EXPECT_THAT(seen.strays, ElementsAre(0, 10, third));
    EXPECT_THAT(seen.starts, ElementsAre(19));
    EXPECT_EQ(seen.records[0].payload, "one\ntwo"); // an edited log has such lines inside a payload
}

TEST(GlogRecords, knowThatTheLogEndsInsideOfOne)
{
    EXPECT_TRUE(collected(head + "{}\n\tone").records.back().unfinished);
    EXPECT_TRUE(collected(head + "{}").records.back().unfinished);
}

TEST(GlogRecords, hashAllOfAPayloadAndKeepWhatIsWanted)
{
    const std::string longLine(std::size_t {20} << 20U, 'x');
    const auto seen = collected(head + "{}\n\t" + longLine + "\n\ty\n" + head + "{}\n", 5);
    ASSERT_EQ(seen.records.size(), 2U);
    EXPECT_EQ(seen.records[0].payload, "xxxxx");
    EXPECT_EQ(seen.records[0].bytes, static_cast<std::int64_t>(longLine.size()) + 2);
    EXPECT_EQ(seen.records[0].md5, "ef10c0789dc1a5f7632677d0818c7c5f"); // by md5sum
    EXPECT_TRUE(seen.strays.empty());
}

TEST(GlogRecords, mayNameTheRankBeforeTheLine)
{
    const auto seen = collected("[rank0]:" + head + "[0/0] {\"b\": 2}\n");
    ASSERT_EQ(seen.records.size(), 1U);
    EXPECT_EQ(seen.records[0].json, "{\"b\": 2}");
}
