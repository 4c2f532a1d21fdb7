// SPDX-License-Identifier: Apache-2.0
// The small parts of the recorder, each by itself.
#include "profiler/record/lanes/repetition.h"
#include "profiler/record/machine/device_lock.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/schedule.h"
#include "profiler/record/session/time_estimate.h"
#include "profiler/record/session/workspace.h"
#include "profiler/record/worker_link/error_catalogue.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

namespace profiler {
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

TEST(TimeEstimate, LearnsFromWhatWasSeen)
{
    TimeEstimate estimate;
    constexpr TimeEstimate::Sort sort {.kind = ProcessKind::Cold, .variant = 0};
    estimate.plan(sort, 3, 10s);
    EXPECT_EQ(estimate.left(), 30s);
    estimate.begin(sort);
    std::this_thread::sleep_for(20ms);
    estimate.done(sort);
    EXPECT_GE(estimate.left(), 40ms);
    EXPECT_LT(estimate.left(), 10s) << "the guess is no longer used";
    estimate.drop(sort);
    EXPECT_EQ(estimate.left(), 0s);
}

TEST(ErrorCatalogue, HasOneRemedyForEachKey)
{
    std::set<std::string_view> keys;
    for (const auto& entry : errorCatalogue()) {
        EXPECT_TRUE(keys.insert(entry.key).second) << entry.key;
        EXPECT_FALSE(entry.title.empty() || entry.remedy.empty()) << entry.key;
    }
    EXPECT_EQ(errorEntry("never heard of").key, "other");
    const auto sentence = errorSentence("invalid_backend", "Invalid backend: 'x'.");
    EXPECT_THAT(sentence, HasSubstr("Invalid backend: 'x'; "));
    EXPECT_THAT(sentence, HasSubstr(std::string(errorEntry("invalid_backend").remedy)));
}

TEST(Workspace, RemovesItselfAndWhatDeadRecordersLeft)
{
    namespace fs = std::filesystem;
    const auto leftover = fs::temp_directory_path() / "fusescope-999999999-abcdef";
    const auto foreign = fs::temp_directory_path() / "fusescope-notes";
    fs::create_directories(leftover / "cache-0");
    fs::create_directories(foreign);
    fs::path cache;
    {
        auto workspace = Workspace::create();
        ASSERT_TRUE(workspace) << workspace.error().message;
        EXPECT_FALSE(fs::exists(leftover));
        EXPECT_TRUE(fs::exists(foreign));
        cache = workspace->newCache();
        EXPECT_TRUE(fs::is_directory(cache));
        const Plan plan {.variants = {{.name = "a"}, {.name = "b", .environment = {{"X", "1"}}}}};
        const auto shared = workspace->sharedCache(plan, plan.variants[0]);
        EXPECT_EQ(workspace->sharedCache(plan, plan.variants[0]), shared);
        EXPECT_NE(workspace->sharedCache(plan, plan.variants[1]), shared);
        workspace->dropSharedCache(plan, plan.variants[0]);
        EXPECT_NE(workspace->sharedCache(plan, plan.variants[0]), shared);
    }
    EXPECT_FALSE(fs::exists(cache.parent_path()));
    fs::remove(foreign);
}

TEST(ClockStep, AsksForAThousandStepsOfTheClock)
{
    EXPECT_GT(clockStepNs(), 0);
    EXPECT_EQ(callsToSeeClock(1'000'000'000), 1);
    EXPECT_GE(static_cast<double>(callsToSeeClock(1)), 1000 * clockStepNs());
}

} // namespace
} // namespace profiler
