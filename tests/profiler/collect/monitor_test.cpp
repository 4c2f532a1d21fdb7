// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/counter_monitor.h"
#include "profiler/collect/counters/host_monitor.h"
#include "profiler/collect/counters/nvml_monitor.h"
#include "profiler/collect/counters/process_tree.h"
#include "profiler/model/clocks.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

/// The made-up libnvidia-ml.so.1 is on the program's search path.
namespace {

namespace fs = std::filesystem;
using profiler::collect::CounterLog;
using profiler::collect::CounterMonitor;
using profiler::collect::CounterSource;
using profiler::collect::hostCounters;
using profiler::collect::nvmlCounters;
using profiler::collect::readTreeTicks;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<double> valuesOf(const CounterLog& log, const std::string& series)
{
    std::vector<double> values;
    for (std::size_t row = 0; row < log.rows().size(); ++row)
        if (log.names().at(static_cast<std::size_t>(log.rows().series[row]) - 1).text == series)
            values.push_back(log.rows().value[row]);
    return values;
}

std::string missing(const CounterLog& log, const std::string& series)
{
    const auto found = log.missing().find(series);
    return found == log.missing().end() ? "" : found->second;
}

constexpr std::int64_t millisecond = 1'000'000;

/// What the made-up library fails at, for one test.
class NvmlFails {
public:
    explicit NvmlFails(const char* what) { ::setenv("FAKE_NVML_FAIL", what, 1); }

    ~NvmlFails() { ::unsetenv("FAKE_NVML_FAIL"); }

    NvmlFails(const NvmlFails&) = delete;
    NvmlFails& operator=(const NvmlFails&) = delete;
    NvmlFails(NvmlFails&&) = delete;
    NvmlFails& operator=(NvmlFails&&) = delete;
};

TEST(CounterMonitor, WaitsLongerWhereReadingTakesLong)
{
    using namespace std::chrono_literals;
    EXPECT_EQ(profiler::collect::pauseAfter(100us, 50ms, 0.004), 50ms);
    EXPECT_EQ(profiler::collect::pauseAfter(1ms, 50ms, 0.004), 250ms);
    EXPECT_EQ(profiler::collect::pauseAfter(0ns, 50ms, 0.004), 50ms);
}

/// A counter that counts how often it was read.
class ReadCount final : public CounterSource {
public:
    void read(std::int64_t timeNs, CounterLog& log) override
    {
        log.add("reads", timeNs, static_cast<double>(++m_reads));
    }

private:
    std::atomic<int> m_reads {0};
};

TEST(CounterMonitor, ReadsOnceMoreWhereNothingWasReadMeanwhile)
{
    CounterMonitor monitor(std::make_unique<ReadCount>(), std::chrono::hours(1));
    while (valuesOf(monitor.take(), "reads").empty())
        std::this_thread::yield(); // its first reading
    const auto now = profiler::realTimeNow();
    EXPECT_THAT(monitor.readings(now, now + millisecond)["reads"], ElementsAre(2));
    EXPECT_THAT(monitor.readings(now, INT64_MAX)["reads"], ElementsAre(2)) << "it is known now";
    EXPECT_THAT(valuesOf(monitor.take(), "reads"), ElementsAre(2)) << "and stored as all others";
}

TEST(NvmlMonitor, ReadsWhatADeviceTells)
{
    const auto gpu = nvmlCounters("GPU-1234");
    ASSERT_TRUE(gpu.has_value()) << gpu.error().message;
    CounterLog log;
    (*gpu)->read(1000 * millisecond, log);
    EXPECT_THAT(valuesOf(log, "sm_clock_mhz"), ElementsAre(1980));
    EXPECT_THAT(valuesOf(log, "memory_clock_mhz"), ElementsAre(2619));
    EXPECT_THAT(valuesOf(log, "power_watts"), ElementsAre(350.5));
    EXPECT_THAT(valuesOf(log, "energy_joules"), ElementsAre(5e9));
    EXPECT_THAT(valuesOf(log, "temperature_celsius"), ElementsAre(61));
    EXPECT_THAT(valuesOf(log, "clock_event_reasons"), ElementsAre(4)) << "by its older name";
    EXPECT_THAT(valuesOf(log, "device_busy_ratio"), ElementsAre(0.75));
    EXPECT_THAT(valuesOf(log, "memory_used_bytes"), ElementsAre(10.0 * (1ULL << 30U)));
    EXPECT_THAT(valuesOf(log, "compute_processes"), ElementsAre(2));
    EXPECT_THAT(log.missing(), IsEmpty());
    EXPECT_EQ(log.rows().timeNs.front(), 1000 * millisecond);
}

TEST(NvmlMonitor, ReadsActivityFromSamplesThatAreFarEnoughApart)
{
    const auto gpu = nvmlCounters("GPU-1234");
    ASSERT_TRUE(gpu.has_value());
    CounterLog log;
    for (int i = 0; i < 5; ++i) // every 50 ms: each second reading has one
        (*gpu)->read((1000 + 50 * i) * millisecond, log);
    EXPECT_THAT(valuesOf(log, "sm_active_ratio"), ElementsAre(0.02, 0.02));
    EXPECT_THAT(valuesOf(log, "sm_occupancy_ratio"), ElementsAre(0.03, 0.03));
    EXPECT_THAT(valuesOf(log, "tensor_active_ratio"), ElementsAre(0.05, 0.05));
    EXPECT_THAT(valuesOf(log, "dram_active_ratio"), ElementsAre(0.1, 0.1));
}

TEST(NvmlMonitor, SaysWhyThereIsNoActivity)
{
    {
        const NvmlFails refused("nvmlGpmSampleGet=4");
        const auto gpu = nvmlCounters("GPU-1234");
        CounterLog log;
        (*gpu)->read(1000 * millisecond, log);
        EXPECT_THAT(missing(log, "sm_active_ratio"), HasSubstr("lets only the administrator"));
        EXPECT_THAT(valuesOf(log, "power_watts"), ElementsAre(350.5)) << "the rest is read";
    }
    const NvmlFails unsupported("gpm_supported=1");
    const auto gpu = nvmlCounters("GPU-1234");
    CounterLog log;
    (*gpu)->read(1000 * millisecond, log);
    EXPECT_THAT(missing(log, "tensor_active_ratio"), HasSubstr("Hopper and later"));
}

TEST(NvmlMonitor, AsksNoMoreForWhatADeviceDoesNotTell)
{
    const auto gpu = nvmlCounters("GPU-1234");
    CounterLog log;
    {
        const NvmlFails silent("nvmlDeviceGetPowerUsage=3");
        (*gpu)->read(1000 * millisecond, log);
    }
    (*gpu)->read(1050 * millisecond, log);
    EXPECT_THAT(valuesOf(log, "power_watts"), IsEmpty());
    EXPECT_THAT(missing(log, "power_watts"), HasSubstr("Not Supported"));
    EXPECT_THAT(valuesOf(log, "temperature_celsius"), ElementsAre(61, 61));
}

TEST(NvmlMonitor, SaysWhenThereIsNoSuchDevice)
{
    const auto other = nvmlCounters("GPU-5678");
    ASSERT_FALSE(other.has_value());
    EXPECT_THAT(other.error().message, HasSubstr("does not know the GPU GPU-5678"));

    const NvmlFails noDriver("nvmlInit_v2=9");
    const auto none = nvmlCounters("GPU-1234");
    ASSERT_FALSE(none.has_value());
    EXPECT_THAT(none.error().message, HasSubstr("nvidia-smi"));
}

/// A made-up /proc and /sys.
class HostMonitor : public testing::Test {
protected:
    HostMonitor() { fs::create_directories(m_root / "proc/pressure"); }

    void write(const std::string& file, const std::string& text) const { m_root.write(file, text); }

    [[nodiscard]] const fs::path& root() const { return m_root.path(); }

private:
    tests::TemporaryFolder m_root;
};

TEST_F(HostMonitor, ReadsUsePressureAndSteal)
{
    const auto host = hostCounters(root());
    CounterLog log;
    write("proc/stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 2 3\n");
    write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000\n");
    host->read(1000 * millisecond, log);
    EXPECT_THAT(log.rows().timeNs, IsEmpty()) << "a share needs two readings";

    write("proc/stat", "cpu  130 10 110 735 105 5 0 5 0 0\ncpu0 1 2 3\n");
    write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=6000\n");
    host->read(1050 * millisecond, log);
    EXPECT_THAT(valuesOf(log, "cpu_busy_ratio"), ElementsAre(0.6));
    EXPECT_THAT(valuesOf(log, "cpu_steal_ratio"), ElementsAre(0.05));
    EXPECT_THAT(valuesOf(log, "cpu_pressure_ratio"), ElementsAre(0.1));
}

TEST_F(HostMonitor, ReadsTheClockOfTheCores)
{
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "3000000\n");
    write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "4000000\n");
    CounterLog log;
    hostCounters(root())->read(1000 * millisecond, log);
    EXPECT_THAT(valuesOf(log, "cpu_clock_mhz"), ElementsAre(3500));
}

TEST_F(HostMonitor, ReadsTheClockOfAVirtualMachineOnceASecond)
{
    write("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2400.5\n\ncpu MHz\t\t: 2600.5\n");
    const auto host = hostCounters(root());
    CounterLog log;
    for (int i = 0; i < 30; ++i)
        host->read((2000 + 50 * i) * millisecond, log);
    EXPECT_THAT(valuesOf(log, "cpu_clock_mhz"), ElementsAre(2500.5, 2500.5));
}

TEST_F(HostMonitor, SaysWhatAMachineDoesNotTell)
{
    fs::remove_all(root() / "proc");
    CounterLog log;
    hostCounters(root())->read(1000 * millisecond, log);
    EXPECT_THAT(missing(log, "cpu_busy_ratio"), HasSubstr("/proc/stat"));
    EXPECT_THAT(missing(log, "cpu_pressure_ratio"), HasSubstr("psi=1"));
    EXPECT_THAT(missing(log, "cpu_clock_mhz"), HasSubstr("does not tell"));
}

std::string statOf(int pid, const std::string& name, int parent, const std::string& ticks)
{
    return std::to_string(pid) + " (" + name + ") S " + std::to_string(parent)
        + " 1 1 0 -1 4194304 10 20 0 0 " + ticks + " 20 0 1 0 100\n";
}

TEST_F(HostMonitor, AddsUpWhatAProcessStarted)
{
    write("proc/10/stat", statOf(10, "python", 1, "500 20 30 4"));
    write("proc/11/stat", statOf(11, "a) b (c", 10, "7 1 0 0"));
    write("proc/12/stat", statOf(12, "loader", 11, "100 0 2 0"));
    write("proc/13/stat", statOf(13, "another", 1, "9999 0 0 0"));
    write("proc/14/stat", "14 (cut");
    write("proc/version", "of the kernel");
    const auto ticks = readTreeTicks(10, root());
    ASSERT_TRUE(ticks);
    EXPECT_EQ(ticks->self, 520);
    EXPECT_EQ(ticks->started, 34 + 8 + 102);
    EXPECT_FALSE(readTreeTicks(14, root()));
    EXPECT_FALSE(readTreeTicks(99, root()));
}

TEST_F(HostMonitor, ReadsThisMachine)
{
    const auto host = hostCounters();
    CounterLog log;
    host->read(1000 * millisecond, log);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    host->read(1060 * millisecond, log);
    const auto busy = valuesOf(log, "cpu_busy_ratio");
    ASSERT_EQ(busy.size(), 1U);
    EXPECT_GE(busy[0], 0);
    EXPECT_LE(busy[0], 1);
}

class CountingSource final : public CounterSource {
public:
    explicit CountingSource(std::atomic<int>& reads)
        : m_reads(reads)
    {
    }

    void read(std::int64_t timeNs, CounterLog& log) override
    {
        log.add("reads", timeNs, ++m_reads);
        log.addMissing("other", "there is none");
    }

private:
    std::atomic<int>& m_reads;
};

TEST(CounterMonitorThread, HandsOverEachReadingOnce)
{
    std::atomic<int> reads {0};
    CounterMonitor monitor(std::make_unique<CountingSource>(reads), std::chrono::milliseconds(1));
    std::vector<double> values;
    while (values.size() < 20) {
        const auto log = monitor.take();
        const auto some = valuesOf(log, "reads");
        values.insert(values.end(), some.begin(), some.end());
        EXPECT_EQ(missing(log, "other"), some.empty() ? "" : "there is none");
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(values[i], static_cast<double>(i) + 1);
}

TEST(CounterMonitorThread, StopsAtOnceHoweverLongItsPeriod)
{
    std::atomic<int> reads {0};
    {
        const CounterMonitor monitor(
            std::make_unique<CountingSource>(reads), std::chrono::hours(1));
        while (reads == 0)
            std::this_thread::yield();
    }
    EXPECT_EQ(reads, 1);
}

} // namespace
