// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/trace_log.h"
#include "profiler/spool/trace_spool_reader.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace profiler::agent {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Begins a span now; nullptr where there is no room.
Span* begin(ThreadLog& log, const TraceClock& clock, std::int32_t name)
{
    auto* span = log.next();
    if (span == nullptr)
        return nullptr;
    span->name = name;
    span->start = clock.ticks();
    log.publish();
    return span;
}

class Log : public testing::Test {
protected:
    [[nodiscard]] OperatorColumns drained()
    {
        OperatorColumns columns;
        log.drain(columns, 7, clock);
        return columns;
    }

    TraceClock clock;
    ThreadLog log {4};
};

TEST_F(Log, GivesEndedSpansInTheOrderTheyBegan)
{
    auto* outer = begin(log, clock, 1);
    auto* inner = begin(log, clock, 2);
    ThreadLog::end(*inner, clock.ticks());
    ThreadLog::end(*outer, clock.ticks());

    const auto columns = drained();
    EXPECT_THAT(columns.name, ElementsAre(1, 2));
    EXPECT_THAT(columns.thread, ElementsAre(7, 7));
    EXPECT_GE(columns.durationNs[0], columns.durationNs[1]);
    EXPECT_TRUE(log.isEmpty());
}

TEST_F(Log, KeepsAnOpenSpanAndThoseAfterItForLater)
{
    auto* open = begin(log, clock, 1);
    ThreadLog::end(*begin(log, clock, 2), clock.ticks());
    EXPECT_EQ(drained().size(), 0U);
    ThreadLog::end(*open, clock.ticks());
    EXPECT_THAT(drained().name, ElementsAre(1, 2));
}

TEST_F(Log, CountsWhatHasNoRoomAndGoesOnAfterADrain)
{
    for (int i = 0; i < 4; ++i)
        ThreadLog::end(*begin(log, clock, i), clock.ticks());
    EXPECT_EQ(begin(log, clock, 9), nullptr);
    EXPECT_EQ(begin(log, clock, 9), nullptr);
    EXPECT_EQ(log.takeLost(), 2);
    EXPECT_EQ(log.takeLost(), 0);
    EXPECT_EQ(drained().size(), 4U);
    EXPECT_NE(begin(log, clock, 5), nullptr);
}

TEST_F(Log, AtTheEndOpenSpansAreCountedAndTheOthersGiven)
{
    begin(log, clock, 1);
    ThreadLog::end(*begin(log, clock, 2), clock.ticks());
    OperatorColumns columns;
    EXPECT_EQ(log.drainRest(columns, 7, clock), 1);
    EXPECT_THAT(columns.name, ElementsAre(2));
}

TEST_F(Log, AnotherThreadMayDrainWhileSpansAreWritten)
{
    constexpr int spans = 200'000;
    ThreadLog shared(64);
    std::atomic<bool> done = false;
    std::thread writer([&] {
        for (int i = 0; i < spans;)
            if (auto* span = begin(shared, clock, i)) {
                ThreadLog::end(*span, clock.ticks());
                ++i;
            }
        done = true;
    });
    OperatorColumns columns;
    while (!done)
        shared.drain(columns, 1, clock);
    writer.join();
    shared.drain(columns, 1, clock);
    ASSERT_EQ(columns.size(), static_cast<std::size_t>(spans));
    for (int i = 0; i < spans; ++i)
        ASSERT_EQ(columns.name[static_cast<std::size_t>(i)], i);
}

TEST(TraceClock, IsTheClockOfTheSystem)
{
    TraceClock clock;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    clock.anchor();
    const auto before = realTimeNow();
    const auto ticks = clock.ticks();
    const auto after = realTimeNow();
    clock.measureRate();
    EXPECT_GE(clock.toNs(ticks), before - 2'000);
    EXPECT_LE(clock.toNs(ticks), after + 2'000);
    EXPECT_EQ(clock.step(), 0);
}

TEST(SpanNames, AreKindsByWhatTorchCallsThem)
{
    const auto kindOf = [](std::string_view name, SpanScope scope = SpanScope::Function) {
        return readSpanName(scope, name, false).kind;
    };
    EXPECT_EQ(readSpanName(SpanScope::Function, "aten::add", true).kind, SpanKind::Operator);
    EXPECT_EQ(
        readSpanName(SpanScope::Function, "graph_0_cpp_fused_add_0", true).kind, SpanKind::Operator)
        << "an operator of the user's may have any name";
    EXPECT_EQ(kindOf("graph_0_cpp_fused_add_0"), SpanKind::Kernel);
    EXPECT_EQ(kindOf("cpp_fused_add_0"), SpanKind::Kernel);
    EXPECT_EQ(kindOf("graph_cpp_x"), SpanKind::Operator);
    EXPECT_EQ(kindOf("TorchDynamo Cache Lookup"), SpanKind::Lookup);
    EXPECT_EQ(kindOf("CompiledFunction"), SpanKind::CompiledFunction);
    EXPECT_EQ(kindOf("CompiledFunctionBackward", SpanScope::Backward), SpanKind::CompiledFunction);
    EXPECT_EQ(kindOf("AddmmBackward0", SpanScope::Backward), SpanKind::Backward);
    EXPECT_EQ(kindOf("autograd::engine::evaluate_function: AddmmBackward0"), SpanKind::Backward);
    EXPECT_EQ(kindOf("my range", SpanScope::User), SpanKind::Range);
    const auto region = readSpanName(SpanScope::Function, "Torch-Compiled Region: 3/1", false);
    EXPECT_EQ(region.kind, SpanKind::Region);
    EXPECT_EQ(region.text, "3/1");
}

TEST(NameTable, GivesANameOneIdAndTellsItOnce)
{
    NameTable names;
    const auto& first = names.intern(SpanScope::Function, "aten::add", true);
    EXPECT_EQ(&names.intern(SpanScope::Function, "aten::add", true), &first);
    EXPECT_NE(names.intern(SpanScope::User, "aten::add", false).id, first.id);
    EXPECT_THAT(names.takeNew(), SizeIs(2));
    EXPECT_THAT(names.takeNew(), IsEmpty());
}

TEST(NameCache, TellsNamesApartThatShareAPlace)
{
    NameTable names;
    NameCache cache;
    for (int i = 0; i < 5'000; ++i) {
        const auto text = "autograd::engine::evaluate_function: Node" + std::to_string(i);
        if (cache.find(SpanScope::Function, text) == nullptr)
            cache.keep(names.intern(SpanScope::Function, text, false));
        const auto* known = cache.find(SpanScope::Function, text);
        ASSERT_NE(known, nullptr);
        EXPECT_EQ(known->id, names.intern(SpanScope::Function, text, false).id);
    }
}

TEST(NameTable, IsBounded)
{
    NameTable names;
    for (int i = 0; i < 60'000; ++i)
        static_cast<void>(names.intern(SpanScope::User, "step " + std::to_string(i), false));
    EXPECT_LE(names.takeNew().size(), 50'001U);
}

class Spooled : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(trace.open(file.c_str()), 0); }

    void TearDown() override { std::filesystem::remove(file); }

    void span(std::int32_t name)
    {
        auto* state = trace.stateOfThisThread();
        ASSERT_NE(state, nullptr);
        if (auto* span = begin(state->log, trace.clock(), name))
            ThreadLog::end(*span, trace.clock().ticks());
    }

    [[nodiscard]] std::vector<spool::SpoolEntry> entries() const
    {
        std::vector<spool::SpoolEntry> found;
        auto reader = spool::TraceSpoolReader::open(file);
        while (auto entry = reader->next())
            found.push_back(std::move(*entry));
        EXPECT_EQ(reader->fault(), "");
        return found;
    }

    template <typename Table>
    [[nodiscard]] std::vector<Table> tables() const
    {
        std::vector<Table> found;
        for (const auto& entry : entries())
            if (const auto* chunk = std::get_if<TraceChunk>(&entry))
                if (const auto* table = std::get_if<Table>(chunk))
                    found.push_back(*table);
        return found;
    }

    std::string file = testing::TempDir() + "trace-"
        + testing::UnitTest::GetInstance()->current_test_info()->name();
    TraceLog trace {16};
};

TEST_F(Spooled, HoldsEachCallWithTheSpansBeforeIt)
{
    span(1);
    ASSERT_EQ(trace.keep({.startNs = 5, .endNs = 9}), 0);
    span(2);
    span(3);
    ASSERT_EQ(trace.keep({.startNs = 15, .endNs = 19}), 0);

    const auto rows = tables<OperatorColumns>();
    ASSERT_THAT(rows, SizeIs(2));
    EXPECT_THAT(rows[1].name, ElementsAre(2, 3));
    EXPECT_EQ(std::get<spool::TraceCalls>(entries().back()).at(0).startNs, 15);
}

TEST_F(Spooled, ForgetsWhatIsDropped)
{
    span(1);
    trace.drop();
    EXPECT_EQ(trace.spansOfLastCall(), 1);
    span(2);
    ASSERT_EQ(trace.finish(), 0);
    EXPECT_THAT(tables<OperatorColumns>().at(0).name, ElementsAre(2));
}

TEST_F(Spooled, SpansOfAllThreadsAreInTheOrderOfTheirStarts)
{
    span(1);
    std::thread([this] { span(2); }).join();
    span(3);
    ASSERT_EQ(trace.keep({}), 0);
    const auto rows = tables<OperatorColumns>().at(0);
    EXPECT_THAT(rows.name, ElementsAre(1, 2, 3));
    EXPECT_EQ(rows.thread[0], rows.thread[2]);
    EXPECT_NE(rows.thread[0], rows.thread[1]);
}

TEST_F(Spooled, TellsWhatWasLost)
{
    for (int i = 0; i < 20; ++i)
        span(i);
    ASSERT_EQ(trace.keep({}), 0);
    EXPECT_EQ(trace.lostInThisCall(), 4);
    ASSERT_EQ(trace.finish(), 0);
    EXPECT_EQ(std::get<TraceLosses>(entries().back()).spansLost, 4);
}

TEST_F(Spooled, ManyThreadsThatComeAndGoCostNoMemoryForEver)
{
    for (int i = 0; i < 2'000; ++i) {
        std::thread([this, i] { span(i); }).join();
        if (i % 100 == 0) {
            ASSERT_EQ(trace.keep({}), 0);
        }
    }
    ASSERT_EQ(trace.finish(), 0);
    EXPECT_EQ(trace.lost(), 0);
    EXPECT_EQ(trace.spans(), 2'000);
}

TEST_F(Spooled, ASecondTraceGivesTheThreadANewLog)
{
    span(1);
    ASSERT_EQ(trace.finish(), 0);
    TraceLog second(16);
    EXPECT_NE(second.stateOfThisThread(), nullptr);
    EXPECT_NE(second.stateOfThisThread(), trace.stateOfThisThread());
}

} // namespace
} // namespace profiler::agent
