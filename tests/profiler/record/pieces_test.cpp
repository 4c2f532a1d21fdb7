// SPDX-License-Identifier: Apache-2.0
// The small parts of the recorder, each by itself.
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/record/lanes/clock_step.h"
#include "profiler/record/lanes/lane_shuffle.h"
#include "profiler/record/machine/device_lock.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/machine/quiet_watch.h"
#include "profiler/record/machine/temporary_folder.h"
#include "profiler/record/placement.h"
#include "profiler/record/session/workspace.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/spool_reader.h"
#include "profiler/record/worker_link/text_lines.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <thread>
#include <unistd.h>

using namespace profiler;

namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(LaneShuffle, IsTheSameForTheSameSeedAndRepetition)
{
    LaneShuffle one(7, 3);
    LaneShuffle same(7, 3);
    LaneShuffle other(7, 4);
    std::vector<std::vector<std::size_t>> orders;
    bool differs = false;
    for (int round = 0; round < 50; ++round) {
        orders.push_back(one.order(4));
        EXPECT_EQ(orders.back(), same.order(4));
        EXPECT_THAT(orders.back(), UnorderedElementsAre(0, 1, 2, 3));
        differs = differs || other.order(4) != orders.back();
    }
    EXPECT_TRUE(differs);
    EXPECT_GT(std::set(orders.begin(), orders.end()).size(), 10U);
}

TEST(MachineState, SubtractsReadings)
{
    MachineReading before {.pressureUs = 1'000, .stealTicks = 5, .allTicks = 100};
    MachineReading after {.pressureUs = 11'000, .stealTicks = 6, .allTicks = 200};
    after.at = before.at + 100ms;
    const auto state = machineStateBetween(before, after, 50ms, 25ms);
    EXPECT_NEAR(*state.cpuPressureRatio, 0.1, 1e-9);
    EXPECT_NEAR(*state.stealRatio, 0.01, 1e-9);
    EXPECT_NEAR(*state.cpuPerWall, 0.5, 1e-9);
    EXPECT_THAT(quietFlags(state, true), ElementsAre("cpu_pressure", "steal", "off_cpu"));
    EXPECT_THAT(quietFlags(state, false), ElementsAre("cpu_pressure", "steal"));
}

TEST(MachineState, PrefersThePressureOfTheCallsAlone)
{
    MachineReading before {.pressureUs = 1'000};
    MachineReading after {.pressureUs = 11'000};
    after.at = before.at + 100ms;
    EXPECT_NEAR(*machineStateBetween(before, after, 50ms, 25ms, 500).cpuPressureRatio, 0.01, 1e-9);
    EXPECT_NEAR(*machineStateBetween(before, after, 50ms, 25ms, -1).cpuPressureRatio, 0.1, 1e-9);
}

TEST(QuietWatch, AsksForTenQuietSeconds)
{
    QuietWatch watch;
    for (int i = 0; i < 9; ++i)
        watch.take(0.02);
    EXPECT_FALSE(watch.isQuiet());
    watch.take(0.02);
    EXPECT_TRUE(watch.isQuiet());
    watch.take(1.7);
    EXPECT_FALSE(watch.isQuiet());
    EXPECT_NEAR(watch.cores(), 0.188, 1e-9);
    for (int i = 0; i < 10; ++i)
        watch.take(0);
    EXPECT_TRUE(watch.isQuiet());
}

MachineState sharing(double pressure, double startedTicks, double foreignTicks)
{
    const MachineReading before {.pressureUs = 0,
        .busyTicks = 1000,
        .worker = collect::TreeTicks {.self = 50, .started = 7}};
    auto after = before;
    after.at += 1s; // 100 ticks of a core, where a tick is 10 ms
    after.pressureUs = static_cast<std::int64_t>(pressure * 1e6);
    after.worker->self += 60;
    after.worker->started += static_cast<std::int64_t>(startedTicks);
    *after.busyTicks += static_cast<std::int64_t>(60 + startedTicks + foreignTicks);
    return machineStateBetween(before, after, 1s, 600ms);
}

TEST(MachineState, TakesLoadersOfDataForPartOfTheWorkload)
{
    const auto loading = sharing(0.8, 90, 2);
    EXPECT_NEAR(*loading.startedCores, 0.9, 1e-9);
    EXPECT_NEAR(*loading.foreignCores, 0.02, 1e-9);
    EXPECT_THAT(quietFlags(loading, true), IsEmpty());
    EXPECT_THAT(quietFlags(sharing(0.8, 90, 30), true), ElementsAre("cpu_pressure", "off_cpu"))
        << "another program ran, too";
    EXPECT_THAT(quietFlags(sharing(0.8, 0, 2), true), ElementsAre("off_cpu"))
        << "its own threads waited for each other; why the process did not run nobody knows";
}

TEST(MachineState, TellsNoShareOfAFewTicks)
{
    const MachineReading before {.busyTicks = 0, .worker = collect::TreeTicks {}};
    auto after = before;
    after.at += 50ms;
    const auto state = machineStateBetween(before, after, 50ms, 50ms);
    EXPECT_FALSE(state.startedCores || state.foreignCores);
}

TEST(MachineState, DoesNotTakeUnknownForDisturbed)
{
    const auto state = machineStateBetween({}, {}, 50ms, std::nullopt);
    EXPECT_FALSE(state.cpuPressureRatio || state.stealRatio || state.cpuPerWall);
    EXPECT_THAT(quietFlags(state, true), IsEmpty());
}

TEST(DeviceState, TakesTheMedianOfClocksAndTheWorstOfTheRest)
{
    MachineState state;
    addDeviceState(state,
        {{"sm_clock_mhz", {1980, 1200, 1980}}, {"memory_clock_mhz", {3201}},
            {"power_watts", {300, 500, 400}}, {"temperature_celsius", {60, 71, 65}},
            {"clock_event_reasons", {0, 4, 64}}, {"compute_processes", {2, 3}}},
        2);
    EXPECT_EQ(state.smClockMhz, 1980);
    EXPECT_EQ(state.memoryClockMhz, 3201);
    EXPECT_EQ(state.powerWatts, 400);
    EXPECT_EQ(state.temperatureCelsius, 71);
    EXPECT_EQ(state.clockEventReasons, 68);
    EXPECT_EQ(state.foreignGpuProcesses, 1);
    EXPECT_THAT(quietFlags(state, false), ElementsAre("gpu_clocks", "gpu_shared"));
}

TEST(DeviceState, CallsOnlyLoweredClocksDisturbed)
{
    // Idle, application clocks, sync boost and display say nothing of a slower device.
    for (const double reason : {0x1, 0x2, 0x10, 0x100}) {
        MachineState state;
        addDeviceState(state, {{"clock_event_reasons", {reason}}, {"compute_processes", {1}}}, 1);
        EXPECT_THAT(quietFlags(state, false), IsEmpty()) << reason;
    }
}

TEST(DeviceState, IsUnknownWhereNothingWasRead)
{
    MachineState state;
    addDeviceState(state, {}, 2);
    EXPECT_EQ(state, MachineState {});
    addDeviceState(state, {{"compute_processes", {1}}}, 2);
    EXPECT_FALSE(state.foreignGpuProcesses) << "a container that does not see even our own";
}

TEST(Placement, GoesToPairsWhenMemoryDoesNotHoldAllLanes)
{
    EXPECT_EQ(placementFor(Placement::Lanes, {30, 30, 30}, 100), Placement::Pairs);
    EXPECT_EQ(placementFor(Placement::Lanes, {30, 30, 20}, 100), Placement::Lanes);
    EXPECT_EQ(placementFor(Placement::Lanes, {90, 90}, 100), Placement::Lanes)
        << "two lanes are a pair already";
    EXPECT_EQ(placementFor(Placement::Lanes, {90, 90, 90}, std::nullopt), Placement::Lanes);
    EXPECT_GT(freeHostBytes().value_or(0), 0);
}

TEST(DeviceLock, IsHeldByOneRecordingAndNamedByUuid)
{
    EXPECT_EQ(lockNameOf("cuda:0", {"cpu", "cuda:0 NVIDIA H200 (GPU-12)"}), "GPU-12");
    EXPECT_EQ(lockNameOf("cuda:1", {"cuda:10 X (GPU-3)"}), "cuda:1");
    {
        const auto ours = DeviceLock::take("lock-test", {});
        EXPECT_FALSE(ours.holder());
        EXPECT_EQ(DeviceLock::take("lock-test", {}).holder(), ::getpid());
    }
    EXPECT_FALSE(DeviceLock::take("lock-test", {}).holder()) << "free again";
    std::filesystem::remove("/tmp/fusescope-lock-test.lock");
}

TEST(ErrorCatalogue, HasARemedyForEveryKey)
{
    EXPECT_EQ(errorEntry("never heard of").key, "other");
    const auto sentence = errorSentence("invalid_backend", "Invalid backend: 'x'.");
    EXPECT_THAT(sentence, HasSubstr("Invalid backend: 'x'; "));
    EXPECT_THAT(sentence, HasSubstr(std::string(errorEntry("invalid_backend").remedy)));
}

TEST(Workspace, RemovesItselfAndWhatDeadRecordersLeft)
{
    namespace fs = std::filesystem;
    // "fusescope-PID-SPACE-XXXXXX"
    const auto own = makeTemporaryFolder()->path().filename().string();
    const auto space = own.substr(own.find('-', std::string("fusescope-").size()));
    const auto leftover = fs::temp_directory_path() / ("fusescope-999999999" + space);
    const auto ofAnotherMachine = fs::temp_directory_path() / "fusescope-999999999-0-abcdef";
    fs::create_directories(ofAnotherMachine);
    const auto foreign = fs::temp_directory_path() / "fusescope-notes";
    fs::create_directories(leftover / "cache-0");
    fs::create_directories(foreign);
    fs::path cache;
    {
        auto workspace = Workspace::create();
        ASSERT_TRUE(workspace) << workspace.error().message;
        EXPECT_FALSE(fs::exists(leftover));
        EXPECT_TRUE(fs::exists(ofAnotherMachine)) << "it may live there";
        EXPECT_TRUE(fs::exists(foreign));
        cache = workspace->newCache();
        EXPECT_TRUE(fs::is_directory(cache));
        const Plan plan {.variants = {{.name = "a"}, {.name = "b", .environment = {{"X", "1"}}}}};
        const auto shared = workspace->sharedCache(plan, plan.variants[0]);
        EXPECT_EQ(workspace->sharedCache(plan, plan.variants[0]), shared);
        EXPECT_NE(workspace->sharedCache(plan, plan.variants[1]), shared);
    }
    EXPECT_FALSE(fs::exists(cache.parent_path()));
    fs::remove(foreign);
    fs::remove(ofAnotherMachine);
}

TEST(ClockStep, AsksForAThousandStepsOfTheClock)
{
    EXPECT_GT(clockStepNs(), 0);
    EXPECT_EQ(callsToSeeClock(1'000'000'000), 1);
    EXPECT_GE(static_cast<double>(callsToSeeClock(1)), 1000 * clockStepNs());
}

class SpoolReader : public testing::Test {
protected:
    template <typename Value>
    void write(std::initializer_list<Value> values)
    {
        std::ofstream file(path, std::ios::binary | std::ios::app);
        for (const Value value : values)
            file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }

    const tests::TemporaryFolder folder;
    const std::filesystem::path path = folder / "spool";
};

TEST_F(SpoolReader, ReadsTheColumnsOfAPiece)
{
    write<std::int64_t>({99}); // what came before
    write<std::int64_t>({10, 20, 11, 21});
    write<std::int32_t>({0, 3});
    const auto columns = readSpool(path, {.offset = 8, .calls = 2});
    ASSERT_TRUE(columns) << columns.error().message;
    EXPECT_THAT(columns->wallNs, ElementsAre(10, 20));
    EXPECT_THAT(columns->cpuNs, ElementsAre(11, 21));
    EXPECT_THAT(columns->switches, ElementsAre(0, 3));
}

TEST_F(SpoolReader, LeavesUnknownColumnsEmpty)
{
    write<std::int64_t>({10, -1});
    write<std::int32_t>({-1});
    const auto columns = readSpool(path, {.offset = 0, .calls = 1});
    ASSERT_TRUE(columns);
    EXPECT_THAT(columns->cpuNs, IsEmpty());
    EXPECT_THAT(columns->switches, IsEmpty());
}

TEST_F(SpoolReader, RefusesPiecesThatTheFileDoesNotHold)
{
    write<std::int64_t>({10, 11});
    write<std::int32_t>({0});
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_TRUE(readSpool(path, {.offset = 0, .calls = 1}));
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = 2}));
    EXPECT_FALSE(readSpool(path, {.offset = 1, .calls = 1}));
    EXPECT_FALSE(readSpool(path, {.offset = -1, .calls = 1}));
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = -1}));
    EXPECT_FALSE(readSpool(path, {.offset = most, .calls = most}));
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = most}));
}

TEST_F(SpoolReader, RefusesWhatIsNoFileAndTimesBelowZero)
{
    EXPECT_FALSE(readSpool("/nowhere/spool", {.offset = 0, .calls = 0}));
    EXPECT_FALSE(readSpool("/dev/zero", {.offset = 0, .calls = 1}));
    EXPECT_FALSE(readSpool("/tmp", {.offset = 0, .calls = 0}));
    write<std::int64_t>({-5, 1});
    write<std::int32_t>({0});
    EXPECT_FALSE(readSpool(path, {.offset = 0, .calls = 1}));
}

TEST(CleanText, KeepsUtf8AndReplacesTheRest)
{
    EXPECT_EQ(cleanText("8×3 — naïve"), "8×3 — naïve");
    EXPECT_EQ(cleanText("a\xFFz"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(cleanText("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "overlong";
    EXPECT_EQ(cleanText("\xED\xA0\x80").size(), 9U) << "a surrogate is no character";
    EXPECT_EQ(cleanText("cut \xE2\x82"), "cut \xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(CleanText, TakesCommandsToATerminalAway)
{
    EXPECT_EQ(cleanText("\x1B[31mred\tline\x07"), "[31mred\tline");
}

TEST(Shortened, CutsBetweenCharactersAndSaysSo)
{
    EXPECT_EQ(shortened("abc", 3), "abc");
    EXPECT_EQ(shortened("abcdef", 5), "ab…");
    EXPECT_EQ(shortened("aéé", 4), "a…");
    EXPECT_EQ(shortened("aééé", 5), "a…") << "never half a character";
}

TEST(LineSplitter, JoinsPiecesToLines)
{
    LineSplitter splitter(100);
    EXPECT_THAT(splitter.push("one\ntw"), ElementsAre("one"));
    EXPECT_THAT(splitter.push("o\r\n\nthree"), ElementsAre("two", ""));
    EXPECT_EQ(splitter.rest(), "three");
    EXPECT_EQ(splitter.rest(), "");
}

TEST(LineSplitter, TakesTheLastStateOfAProgressBar)
{
    LineSplitter splitter(100);
    EXPECT_THAT(splitter.push("10 %\r50 %\r100 %\n"), ElementsAre("100 %"));
}

TEST(LineSplitter, BoundsALine)
{
    LineSplitter splitter(4);
    EXPECT_THAT(splitter.push("123456789"), IsEmpty());
    EXPECT_THAT(splitter.push("0\nab\n"), ElementsAre("1234", "ab"));
}

} // namespace
