// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/trace_intake.h"
#include "profiler/spool/spool_writer.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace profiler {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class IntakeSink : public CollectingSink {
public:
    Result<void> addTraceChunk(TraceIndex /*trace*/, const TraceChunk& chunk) override
    {
        chunks.push_back(chunk);
        return {};
    }

    template <typename Table>
    [[nodiscard]] std::vector<Table> all() const
    {
        std::vector<Table> found;
        for (const auto& chunk : chunks)
            if (const auto* table = std::get_if<Table>(&chunk))
                found.push_back(*table);
        return found;
    }

    std::vector<TraceChunk> chunks;
};

OperatorColumns operatorAt(std::int64_t start, std::int32_t name, std::int64_t duration = 10)
{
    return {.startNs = {start},
        .durationNs = {duration},
        .name = {name},
        .thread = {1},
        .kind = {0},
        .sequence = {-1},
        .place = {0}};
}

KernelColumns kernelAt(std::int64_t start, std::int32_t name, std::int32_t shape)
{
    return {.startNs = {start},
        .durationNs = {5},
        .name = {name},
        .correlation = {1},
        .device = {0},
        .context = {1},
        .stream = {7},
        .shape = {shape},
        .graph = {0},
        .node = {0},
        .flags = {0}};
}

class Intake : public testing::Test {
protected:
    static std::string file(const std::string& name, const std::vector<TraceChunk>& chunks,
        const std::vector<TraceCall>& calls = {})
    {
        const auto path = testing::TempDir() + "intake-" + name;
        spool::SpoolWriter writer;
        EXPECT_EQ(writer.open(path.c_str()), 0);
        for (const auto& chunk : chunks)
            EXPECT_EQ(writer.write(chunk), 0);
        EXPECT_EQ(writer.writeCalls(calls), 0);
        return path;
    }

    [[nodiscard]] const TraceSummary& summary() const
    {
        return sink.data().processes.at(0).traces.at(0);
    }

    IntakeSink sink;
    Recording recording {sink};
    ProcessIndex process = (recording.begin({}, {}), recording.beginProcess({}));
    TraceIntake intake {recording, process, {}};
};

TEST_F(Intake, IdsOfTwoFilesAreKeptApart)
{
    intake.read(file("a", {TraceNames {{.id = 1, .text = "aten::mm"}}, operatorAt(100, 1)},
        {{.startNs = 90, .endNs = 200}}));
    intake.read(file("b",
        {TraceNames {{.id = 1, .text = "gemm"}}, LaunchShapes {{.id = 1, .registers = 32}},
            kernelAt(110, 1, 1)},
        {{.startNs = 91, .endNs = 201}}));
    intake.end();

    ASSERT_EQ(summary().operators.size(), 1U);
    EXPECT_EQ(summary().operators[0].name, "aten::mm");
    ASSERT_EQ(summary().kernels.size(), 1U);
    EXPECT_EQ(summary().kernels[0].name, "gemm");
    EXPECT_THAT(summary().calls, ElementsAre(TraceCall {.startNs = 90, .endNs = 200}));
    EXPECT_EQ(sink.all<KernelColumns>().at(0).shape.at(0), sink.all<LaunchShapes>().at(0).at(0).id);
}

TEST_F(Intake, TellsOfEachCallWhatTheDeviceDid)
{
    intake.read(file("device",
        {TraceNames {{.id = 1, .text = "triton_poi_fused_add_0"}}, kernelAt(100, 1, 0)},
        {{.startNs = 90, .endNs = 110}, {.startNs = 200, .endNs = 210}}));
    intake.end();
    ASSERT_EQ(summary().deviceCalls.size(), 2U);
    EXPECT_EQ(summary().deviceCalls[0].busyNs.at(WorkKind::Fused), 5);
    EXPECT_EQ(summary().deviceCalls[0].kernels, 1);
    EXPECT_TRUE(summary().deviceCalls[1].busyNs.empty());
}

TEST_F(Intake, RowsGoOnInTheOrderOfTheirStarts)
{
    intake.read(file("order", {operatorAt(300, 1), operatorAt(100, 1), operatorAt(200, 1)}));
    intake.end();
    EXPECT_THAT(sink.all<OperatorColumns>().at(0).startNs, ElementsAre(100, 200, 300));
    EXPECT_EQ(summary().operatorRows, 3);
}

TEST_F(Intake, WhatCannotBeIsLeftOutAndTold)
{
    constexpr auto largest = std::numeric_limits<std::int32_t>::max();
    intake.read(file("strange",
        {TraceNames {{.id = largest, .text = "too large"}, {.id = -1, .text = "negative"},
             {.id = 3, .text = "first"}, {.id = 3, .text = "again"}, {.id = 4, .text = "\xff\xfe"}},
            operatorAt(100, largest, -50), operatorAt(200, 3)}));
    intake.end();

    const auto names = sink.all<TraceNames>().at(0);
    ASSERT_EQ(names.size(), 2U);
    EXPECT_EQ(names[0].text, "first");
    EXPECT_NE(names[1].text, "\xff\xfe");
    EXPECT_EQ(summary().losses.negativeDurations, 1);
    EXPECT_THAT(sink.all<OperatorColumns>().at(0).durationNs, ElementsAre(0, 10));
    EXPECT_THAT(sink.all<OperatorColumns>().at(0).name, ElementsAre(0, 3));
}

TEST_F(Intake, AFileCutAnywhereGivesWhatWasWholeAndSaysSo)
{
    const auto whole = file("whole", {operatorAt(100, 1), operatorAt(200, 1)});
    const auto bytes = std::filesystem::file_size(whole);
    for (std::uintmax_t size = 8; size < bytes; ++size) {
        IntakeSink cutSink;
        Recording cutRecording(cutSink);
        cutRecording.begin({}, {});
        TraceIntake cut(cutRecording, cutRecording.beginProcess({}), {});
        std::filesystem::resize_file(file("cut", {operatorAt(100, 1), operatorAt(200, 1)}), size);
        cut.read(testing::TempDir() + "intake-cut");
        cut.end();
        const auto& kept = cutSink.data().processes.at(0).traces.at(0);
        EXPECT_LT(kept.operatorRows, 2);
        if (kept.losses.reasons.empty())
            EXPECT_EQ((size - 8) % ((bytes - 8) / 2), 0U) << "cut between two chunks at " << size;
        else
            EXPECT_THAT(kept.losses.reasons, Contains(HasSubstr("is not whole")));
    }
}

} // namespace
} // namespace profiler
