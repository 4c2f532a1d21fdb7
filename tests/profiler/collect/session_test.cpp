// SPDX-License-Identifier: Apache-2.0
// The collector as a worker loads it, in a process of its own for each scenario (player.cpp), with
// made-up libraries in the place of CUPTI and the driver.
#include "profiler/collect/collector_abi.h"
#include "spool_contents.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using collect_test::readSpool;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Played {
    int exitCode = 0;
    std::string text;
    std::map<std::string, std::string> values; ///< the last of each key

    [[nodiscard]] std::string at(const std::string& key) const
    {
        const auto found = values.find(key);
        return found == values.end() ? "(" + key + " is missing)\n" + text : found->second;
    }

    [[nodiscard]] long long number(const std::string& key) const
    {
        const auto found = values.find(key);
        return found == values.end() ? -1 : std::stoll(found->second);
    }

    [[nodiscard]] bool has(const std::string& line) const
    {
        return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
    }
};

/// For a library whose name is not the first that is looked for.
std::string byPath(const std::string& library)
{
    return "PLAYER_CUPTI_PATH=" + library;
}

class Collector : public testing::Test {
protected:
    [[nodiscard]] fs::path spool() const { return m_folder / "spool"; }

    [[nodiscard]] const fs::path& folder() const { return m_folder.path(); }

    /// `libraries`: folders of made-up libraries beside each other; `environment`: "A=1 B=2".
    [[nodiscard]] Played play(const std::string& scenario, const std::string& environment = "",
        const std::string& libraries = FAKE_CUPTI_13 ":" FAKE_CUDA) const
    {
        const auto command = "env LD_LIBRARY_PATH=" + libraries + " " + environment + " "
            + COLLECTOR_PLAYER + " " + COLLECTOR_FILE + " " + spool().string() + " " + scenario
            + " 2>&1";
        Played played;
        FILE* pipe = ::popen(command.c_str(), "r");
        for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
            played.text += static_cast<char>(c);
        played.exitCode = ::pclose(pipe);
        EXPECT_THAT(played.text, Not(HasSubstr("Sanitizer"))); // TSan, ASan: what they found
        EXPECT_THAT(played.text, Not(HasSubstr("runtime error"))); // UBSan
        std::istringstream lines(played.text);
        std::string line;
        while (std::getline(lines, line)) {
            const auto space = line.find(' ');
            if (space != std::string::npos)
                played.values[line.substr(0, space)] = line.substr(space + 1);
        }
        return played;
    }

private:
    tests::TemporaryFolder m_folder;
};

TEST_F(Collector, OpensAndStartsWhereEverythingIsThere)
{
    const auto played = play("open");
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_OK) << played.text;
    EXPECT_EQ(played.number("start"), FUSESCOPE_COLLECTOR_OK);
    EXPECT_EQ(played.number("cupti_version"), 130000);
    EXPECT_EQ(played.number("driver_version"), 13000);
    EXPECT_THAT(played.at("cupti_file"), HasSubstr(FAKE_CUPTI_13));
    EXPECT_EQ(played.number("again"), FUSESCOPE_COLLECTOR_BUSY) << "a second open is refused";
    EXPECT_THAT(played.at("again_error"), HasSubstr("opened in this process before"));
    EXPECT_EQ(played.at("end"), "reached");
}

TEST_F(Collector, SaysThatThereIsNoDriver)
{
    const auto played = play("open", "", FAKE_CUPTI_13);
    if (played.number("open") == FUSESCOPE_COLLECTOR_OK)
        GTEST_SKIP() << "this machine has a driver";
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_NO_DRIVER);
    EXPECT_THAT(played.at("open_error"), HasSubstr("there is no NVIDIA driver here"));
    EXPECT_EQ(played.number("start"), FUSESCOPE_COLLECTOR_BAD_ORDER);
}

TEST_F(Collector, SaysWhatTheDriverRefused)
{
    const auto failed = play("open", "FAKE_CUDA_INIT=999");
    EXPECT_EQ(failed.number("open"), FUSESCOPE_COLLECTOR_NO_DRIVER);
    EXPECT_THAT(failed.at("open_error"), HasSubstr("CUDA error 999"));

    for (const auto* none : {"FAKE_CUDA_INIT=100", "FAKE_CUDA_DEVICES=0"}) {
        const auto played = play("open", none);
        EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_NO_DEVICE) << none;
        EXPECT_THAT(played.at("open_error"), HasSubstr("sees no GPU"));
    }

    const auto old = play("open", "FAKE_CUDA_VERSION=12040");
    EXPECT_EQ(old.number("open"), FUSESCOPE_COLLECTOR_DRIVER_OLD);
    EXPECT_THAT(old.at("open_error"), HasSubstr("knows CUDA 12.4, CUPTI is of CUDA 13"));
}

TEST_F(Collector, RefusesAProcessThatUsedCudaBefore)
{
    const auto played = play("open", "FAKE_CUDA_DEVICES=2 FAKE_CUDA_ACTIVE=1");
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_LATE);
    EXPECT_THAT(played.at("open_error"), HasSubstr("used CUDA before the collector was opened"));
}

TEST_F(Collector, NamesTheOtherProfilerOfTheProcess)
{
    const auto played = play("open", "FAKE_CUPTI_FAIL=cuptiSubscribe=39");
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_OK);
    EXPECT_EQ(played.number("start"), FUSESCOPE_COLLECTOR_BUSY);
    EXPECT_THAT(played.at("start_error"),
        HasSubstr("error 39 (CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)"));
    EXPECT_THAT(played.at("start_error"), HasSubstr("CUPTI for Kineto"));
    EXPECT_EQ(played.at("end"), "reached") << "the process goes on";
}

TEST_F(Collector, SaysWhatCuptiRefused)
{
    const auto uninitialised = play("open", "FAKE_CUPTI_FAIL=cuptiSubscribe=15");
    EXPECT_EQ(uninitialised.number("start"), FUSESCOPE_COLLECTOR_NO_DRIVER);
    EXPECT_THAT(uninitialised.at("start_error"), HasSubstr("CUPTI_ERROR_NOT_INITIALIZED"));

    const auto denied = play("open", "FAKE_CUPTI_FAIL=cuptiActivityEnable=35");
    EXPECT_EQ(denied.number("start"), FUSESCOPE_COLLECTOR_DENIED);
    EXPECT_THAT(denied.at("start_error"), HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
    EXPECT_TRUE(denied.has("again 6")) << denied.text;

    const auto mig = play("open", "FAKE_CUPTI_FAIL=cuptiActivityEnable=43");
    EXPECT_EQ(mig.number("start"), FUSESCOPE_COLLECTOR_UNSUPPORTED);

    const auto silent = play("open", "FAKE_CUPTI_FAIL=cuptiGetVersion=999");
    EXPECT_EQ(silent.number("open"), FUSESCOPE_COLLECTOR_NO_CUPTI);
    EXPECT_THAT(silent.at("open_error"), HasSubstr("error 999 (CUPTI_ERROR_UNKNOWN)"));
}

TEST_F(Collector, NamesTheFunctionThatAnOldCuptiLacks)
{
    const auto played = play("open", "", FAKE_CUPTI_WITHOUT_FLUSH ":" FAKE_CUDA);
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_CUPTI_OLD);
    EXPECT_THAT(played.at("open_error"), HasSubstr("has no cuptiActivityFlushAll"));
}

TEST_F(Collector, RefusesACuptiBefore124)
{
    const auto played = play("open", byPath(FAKE_CUPTI_OLD "/libcupti.so.12"), FAKE_CUDA);
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_CUPTI_OLD);
    EXPECT_THAT(played.at("open_error"), HasSubstr("is version 21"));
}

TEST_F(Collector, TakesTheCuptiThatTheProcessHas)
{
    const auto played = play("two_copies", "PLAYER_FIRST_CUPTI=" FAKE_CUPTI_12 "/libcupti.so.12");
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_OK);
    EXPECT_THAT(played.at("cupti_file"), HasSubstr(FAKE_CUPTI_12));
}

TEST_F(Collector, RefusesTwoCopiesOfCupti)
{
    const auto copy = folder() / "libcupti.so.13";
    fs::copy_file(FAKE_CUPTI_13 "/libcupti.so.13", copy);
    const auto both = play("two_copies",
        "PLAYER_FIRST_CUPTI=" FAKE_CUPTI_12 "/libcupti.so.12 PLAYER_SECOND_CUPTI=" + copy.string());
    EXPECT_EQ(both.number("open"), FUSESCOPE_COLLECTOR_TWO_CUPTI) << both.text;
    EXPECT_THAT(both.at("open_error"), HasSubstr(copy.string()));
    EXPECT_THAT(both.at("open_error"), HasSubstr(FAKE_CUPTI_12));
}

TEST_F(Collector, OpensTheCuptiOfThePathItIsGiven)
{
    const auto played = play("open", byPath(FAKE_CUPTI_13 "/libcupti.so.13"), FAKE_CUDA);
    EXPECT_EQ(played.number("open"), FUSESCOPE_COLLECTOR_OK) << played.text;
    EXPECT_THAT(played.at("cupti_file"), HasSubstr(FAKE_CUPTI_13));
}

TEST_F(Collector, SwitchesOnWhatIsNeededAndNothingElse)
{
    const auto played = play("two_threads");
    for (const auto* line : {"enable 10", "enable 1", "enable 2", "enable 17", "runtime 211",
             "runtime 505", "runtime 430", "runtime 311", "driver 307", "driver 652", "driver 514",
             "attribute 5 1", "thread ids 1", "callback 3 18 1"})
        EXPECT_TRUE(played.has(line)) << line << "\n" << played.text;
    for (const auto* line : {"enable 3", "enable 4", "enable 5", "enable 51"})
        EXPECT_FALSE(played.has(line)) << line;
    EXPECT_LT(played.text.find("thread ids"), played.text.find("register"));
    EXPECT_LT(played.text.find("attribute"), played.text.find("register"));
    EXPECT_LT(played.text.find("subscribe"), played.text.find("register"));
    EXPECT_LT(played.text.find("register"), played.text.find("enable 10"));
}

TEST_F(Collector, AsksAnOldCuptiForAllCallsAndKeepsTheListed)
{
    const auto played = play("two_threads", byPath(FAKE_CUPTI_12_4 "/libcupti.so.12"), FAKE_CUDA);
    EXPECT_TRUE(played.has("enable 4")) << played.text;
    EXPECT_TRUE(played.has("enable 5"));
}

TEST_F(Collector, AsksForEveryCallAndWholeReplaysOnDemand)
{
    const auto played = play("all_apis");
    EXPECT_TRUE(played.has("enable 5"));
    EXPECT_FALSE(played.has("runtime 211"));
    EXPECT_TRUE(played.has("enable 51"));
}

TEST_F(Collector, StoresTheLaunchesAndKernelsOfTwoThreads)
{
    const auto played = play("two_threads");
    EXPECT_EQ(played.number("complete"), 1) << played.text;
    EXPECT_EQ(played.number("kernels"), 2000);
    EXPECT_EQ(played.number("dirty_buffers"), 0);
    EXPECT_EQ(played.number("buffers_out"), played.number("buffers_back"));
    EXPECT_EQ(played.number("bytes"), 2000 * (40 + 216)) << "all that was delivered was decoded";

    const auto trace = readSpool(spool());
    EXPECT_THAT(trace.fault, IsEmpty());
    ASSERT_EQ(trace.kernels.size(), 2000U);
    EXPECT_EQ(trace.apis.size(), 2000U);
    EXPECT_THAT(std::set(trace.apis.thread.begin(), trace.apis.thread.end()), ElementsAre(41, 42));
    EXPECT_EQ(std::set(trace.kernels.correlation.begin(), trace.kernels.correlation.end()),
        std::set(trace.apis.correlation.begin(), trace.apis.correlation.end()));
    ASSERT_EQ(trace.calls.size(), 2U);
    EXPECT_LT(trace.calls[0].startNs, trace.calls[0].endNs);
    EXPECT_LE(trace.calls[0].endNs, trace.calls[1].startNs);
    ASSERT_TRUE(trace.losses.has_value());
    EXPECT_TRUE(profiler::isComplete(*trace.losses))
        << testing::PrintToString(trace.losses->reasons);
}

TEST_F(Collector, KeepsTracesApart)
{
    const auto played = play("two_traces");
    EXPECT_EQ(played.number("complete"), 1) << played.text;
    const auto first = readSpool(spool());
    const auto second = readSpool(spool().string() + ".second");
    EXPECT_EQ(first.kernels.size(), 100U);
    EXPECT_EQ(second.kernels.size(), 200U) << "what ran between belongs to neither";
    EXPECT_THAT(second.kernels.correlation, Not(Contains(1001)));
    EXPECT_EQ(second.names.begin()->first, 1) << "names are numbered anew";
}

TEST_F(Collector, SaysWhatWasRefusedWhenBuffersRunOut)
{
    const auto played = play("starved");
    EXPECT_GT(played.number("refused"), 0) << played.text;
    EXPECT_GT(played.number("lost"), 0);
    EXPECT_EQ(played.number("complete"), 0);
    EXPECT_LE(played.number("pool_peak"), 2);
    EXPECT_EQ(played.at("end"), "reached");
    const auto trace = readSpool(spool());
    EXPECT_THAT(trace.fault, IsEmpty());
    ASSERT_TRUE(trace.losses.has_value());
    EXPECT_EQ(trace.losses->refused, played.number("refused"));
}

TEST_F(Collector, NeverRefusesAnOldCuptiButSaysThatItTookMore)
{
    const auto played = play("starved", byPath(FAKE_CUPTI_12_4 "/libcupti.so.12"), FAKE_CUDA);
    EXPECT_EQ(played.number("refused"), 0) << played.text;
    EXPECT_EQ(played.number("lost"), 0);
    EXPECT_EQ(played.number("kernels"), 160'000);
    EXPECT_EQ(played.number("complete"), 0);
    const auto trace = readSpool(spool());
    ASSERT_TRUE(trace.losses.has_value());
    EXPECT_THAT(trace.losses->reasons, ElementsAre(HasSubstr("CUPTI before 12.9")));
}

TEST_F(Collector, GrowsItsPoolBeforeAnythingIsLost)
{
    const auto played = play("growing");
    EXPECT_EQ(played.number("lost"), 0) << played.text;
    EXPECT_EQ(played.number("complete"), 1);
    EXPECT_GT(played.number("pool_peak"), 2);
}

TEST_F(Collector, ForcesWhatIsHeldBackAtTheEndOfATrace)
{
    const auto played = play("flush_only_forced");
    EXPECT_TRUE(played.has("complete 1")) << played.text;
    EXPECT_EQ(readSpool(spool()).kernels.size(), 20'000U);
}

TEST_F(Collector, StopsWhileBuffersAreOutAndTakesThemLate)
{
    const auto played = play("stop_while_out");
    EXPECT_EQ(played.exitCode, 0) << played.text;
    EXPECT_TRUE(played.has("complete 0"));
    EXPECT_EQ(played.at("end"), "reached");
    const auto trace = readSpool(spool());
    EXPECT_THAT(trace.fault, IsEmpty());
    ASSERT_TRUE(trace.losses.has_value());
    EXPECT_THAT(trace.losses->reasons, Contains(HasSubstr("before its trace was ended")));
}

TEST_F(Collector, CountsWhatCuptiDroppedDuringTheTrace)
{
    const auto played = play("dropping");
    EXPECT_EQ(played.number("complete"), 0) << played.text;
    EXPECT_TRUE(played.has("dropped 7")) << "what was dropped before the trace is not its loss";
    EXPECT_EQ(readSpool(spool()).losses.value().dropped, 7);
}

TEST_F(Collector, NumbersGraphsByTheirCreation)
{
    const auto played = play("graphs");
    EXPECT_EQ(played.number("complete"), 1) << played.text;
    EXPECT_THAT(readSpool(spool()).kernels.graph, ElementsAre(1, 2));
}

TEST_F(Collector, LeavesAReadableFileWhenItIsKilled)
{
    const auto played = play("killed");
    EXPECT_NE(played.exitCode, 0);
    const auto trace = readSpool(spool());
    EXPECT_THAT(trace.fault, IsEmpty());
    EXPECT_EQ(trace.kernels.size(), 100U);
    EXPECT_EQ(trace.calls.size(), 1U);
    EXPECT_FALSE(trace.losses.has_value()) << "the trace was not ended";
}

TEST_F(Collector, WritesItsLastRowsWhenTheProcessLeaves)
{
    const auto played = play("leaves");
    EXPECT_EQ(played.exitCode, 0) << played.text;
    const auto trace = readSpool(spool());
    EXPECT_EQ(trace.kernels.size(), 100U);
    ASSERT_TRUE(trace.losses.has_value());
    EXPECT_THAT(trace.losses->reasons, ElementsAre(HasSubstr("before its trace was ended")));
}

TEST_F(Collector, AsksNothingOfADriverThatIsShutDown)
{
    const auto played = play("leaves", "FAKE_CUDA_CURRENT=4"); // deinitialised
    EXPECT_EQ(played.exitCode, 0) << played.text;
    EXPECT_TRUE(readSpool(spool()).losses.has_value());
}

TEST_F(Collector, IsLeftAloneByAForkedChild)
{
    const auto played = play("forks");
    EXPECT_EQ(played.number("child"), 0) << played.text;
    EXPECT_EQ(played.number("complete"), 1);
    EXPECT_EQ(readSpool(spool()).kernels.size(), 100U);
}

TEST_F(Collector, RefusesStepsOutOfTurn)
{
    const auto played = play("out_of_turn");
    for (const auto* step : {"trace_begin_early", "flush_early", "start_again", "trace_end",
             "trace_begin_again", "trace_begin_late"})
        EXPECT_EQ(played.number(step), FUSESCOPE_COLLECTOR_BAD_ORDER) << step << played.text;
    EXPECT_EQ(played.number("no_folder"), FUSESCOPE_COLLECTOR_IO);
    EXPECT_THAT(played.at("no_folder_error"), HasSubstr("No such file"));
    EXPECT_EQ(played.number("trace_begin"), FUSESCOPE_COLLECTOR_OK);
    EXPECT_EQ(played.number("stop"), FUSESCOPE_COLLECTOR_OK);
}

TEST_F(Collector, CutAtAnyByteItsFileGivesWhatWasWholeBefore)
{
    (void)play("two_threads");
    const auto whole = readSpool(spool());
    const auto size = fs::file_size(spool());
    std::size_t rows = whole.kernels.size();
    for (auto at = size; at-- > 0;) {
        fs::resize_file(spool(), at);
        if (at % 97 != 0) // each cut is made, one in 97 is read
            continue;
        const auto cut = readSpool(spool());
        ASSERT_LE(cut.kernels.size(), rows);
        ASSERT_TRUE(std::equal(
            cut.kernels.startNs.begin(), cut.kernels.startNs.end(), whole.kernels.startNs.begin()));
        ASSERT_TRUE(cut.namesCameFirst);
        rows = cut.kernels.size();
    }
    EXPECT_EQ(rows, 0U);
}

TEST_F(Collector, CarriesMillionsOfRecords)
{
    const auto played = play("many", "PLAYER_LAUNCHES=" + std::to_string(COLLECTOR_MANY_LAUNCHES));
    EXPECT_EQ(played.number("complete"), 1) << played.text;
    EXPECT_EQ(played.number("kernels"), COLLECTOR_MANY_LAUNCHES);
    EXPECT_EQ(played.number("apis"), COLLECTOR_MANY_LAUNCHES);
    EXPECT_EQ(played.number("lost"), 0);
    EXPECT_EQ(played.number("dirty_buffers"), 0);
    auto reader = profiler::spool::TraceSpoolReader::open(spool());
    ASSERT_TRUE(reader.has_value());
    std::size_t kernels = 0;
    while (const auto entry = reader->next())
        if (const auto* chunk = std::get_if<profiler::TraceChunk>(&*entry))
            if (const auto* rows = std::get_if<profiler::KernelColumns>(chunk))
                kernels += rows->size();
    EXPECT_THAT(reader->fault(), IsEmpty());
    EXPECT_EQ(kernels, static_cast<std::size_t>(COLLECTOR_MANY_LAUNCHES));
}

} // namespace
