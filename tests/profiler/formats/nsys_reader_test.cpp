// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/nsys/nsys_reader.h"
#include "tests/support/temporary_folder.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

using namespace profiler;
using Json = nlohmann::json;
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// nsys 2022.2 (schema 2.9.1) on an A100; see the README beside it.
const fs::path sharedExport
    = fs::path(FUSESCOPE_SHARED_DATA) / "traces" / "nsys_saxpy_perlmutter.sqlite";

class NsysFiles : public testing::Test {
protected:
    /// A database of these statements.
    fs::path made(const std::string& sql)
    {
        const auto file = m_folder / "made.sqlite";
        fs::remove(file);
        SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec(sql);
        return file;
    }

    const tests::TemporaryFolder m_folder;
};

std::int64_t sum(const std::vector<std::int64_t>& values)
{
    return std::accumulate(values.begin(), values.end(), std::int64_t {0});
}

struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

std::vector<Interval> deviceWork(const TraceRows& rows)
{
    std::vector<Interval> work;
    for (std::size_t i = 0; i < rows.kernels.size(); ++i)
        work.push_back(
            {rows.kernels.startNs[i], rows.kernels.startNs[i] + rows.kernels.durationNs[i]});
    for (std::size_t i = 0; i < rows.copies.size(); ++i)
        work.push_back(
            {rows.copies.startNs[i], rows.copies.startNs[i] + rows.copies.durationNs[i]});
    std::ranges::sort(work, {}, &Interval::begin);
    return work;
}

std::int64_t busy(const std::vector<Interval>& work)
{
    std::int64_t covered = 0;
    std::int64_t end = work.front().begin;
    for (const auto& one : work) {
        covered += std::max<std::int64_t>(0, one.end - std::max(end, one.begin));
        end = std::max(end, one.end);
    }
    return covered;
}

std::string nameOf(const ImportedTrace& trace, std::int32_t id)
{
    const auto found = std::ranges::find(trace.rows.names, id, &TraceName::id);
    return found == trace.rows.names.end() ? "" : found->text;
}

/// From the start of each API call to the start of what it launched.
std::vector<std::int64_t> launchDelays(const TraceRows& rows)
{
    std::map<std::int32_t, std::int64_t> calls;
    for (std::size_t i = 0; i < rows.apis.size(); ++i)
        calls[rows.apis.correlation[i]] = rows.apis.startNs[i];
    std::vector<std::int64_t> delays;
    for (std::size_t i = 0; i < rows.kernels.size(); ++i)
        delays.push_back(rows.kernels.startNs[i] - calls.at(rows.kernels.correlation[i]));
    for (std::size_t i = 0; i < rows.copies.size(); ++i)
        delays.push_back(rows.copies.startNs[i] - calls.at(rows.copies.correlation[i]));
    return delays;
}

/// The tables of nsys 2024.5 (schema 3.13.2) by their documented columns: two processes, a graph.
const char* const newSchema = R"sql(
CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.5.1'),
    ('EXPORT_SCHEMA_VERSION', '3.13.2');
CREATE TABLE META_DATA_CAPTURE (name TEXT, value TEXT);
INSERT INTO META_DATA_CAPTURE VALUES ('HOST_NAME', 'secret-host');
CREATE TABLE TARGET_INFO_SYSTEM_ENV (globalVid INTEGER, devStateName TEXT, name TEXT,
    nameEnum INTEGER, value TEXT);
INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES (0, 'x', 'Hostname', 1, 'secret-host');
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'void gemm<float>(int)'), (2, 'gemm'),
    (3, 'cudaGraphLaunch_v10000'), (4, 'cuLaunchKernelEx'), (5, 'ProfilerStep#3'),
    (6, 'secret-host');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,
    deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,
    streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
    demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER,
    launchType INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL,
    gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL,
    blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
    dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL,
    localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL, graphNodeId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES
    (3000, 3500, 1, 1, NULL, 7, 21, 16777216, 1, 2, NULL, 0, 32, 8, 4, 2, 128, 1, 1, 16, 1024, 0, 0, 1, 8589934595),
    (1000, 1250, 0, 1, NULL, 7, 20, 16777216, 1, 2, NULL, 0, 32, 8, 4, 2, 128, 1, 1, 16, 1024, 0, 0, 2, NULL),
    (2000, 2100, 0, 1, NULL, 7, 20, 33554432, 1, 2, NULL, 0, 32, 9, 4, 2, 128, 1, 1, 16, 1024, 0, 0, 3, NULL),
    (4000, 3999, 700, 1, NULL, 7, 20, 33554432, 1, 2, NULL, 0, 32, 9, 4, 2, 128, 1, 1, 16, 1024, 0, 0, 3, NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER, deviceId INTEGER,
    contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, value INTEGER,
    bytes INTEGER, graphNodeId INTEGER, memKind INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (1300, 1310, 0, 1, 7, 22, 16777216, 0, 64, NULL, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, eventClass INTEGER,
    globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER,
    callchainId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (900, 950, 0, 16777217, 20, 4, 0, NULL),
    (1900, 1950, 0, 33554437, 20, 3, 1, NULL);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,
    rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER,
    endGlobalTid INTEGER, textId INTEGER, domainId INTEGER);
INSERT INTO NVTX_EVENTS VALUES (800, 1400, 59, 0, 0, 0, NULL, 16777217, NULL, 5, 0),
    (850, 1300, 60, 1, 0, 0, 'crossing', 16777217, NULL, NULL, 0),
    (860, NULL, 59, 1, 0, 0, 'open', 16777217, NULL, NULL, 0),
    (870, NULL, 34, 1, 0, 0, 'mark', 16777217, NULL, NULL, 0);
)sql";

} // namespace

TEST_F(NsysFiles, ofSaxpyHaveTheTrueFigures)
{
    if (!fs::exists(sharedExport))
        GTEST_SKIP() << "the public traces are not in " << FUSESCOPE_SHARED_DATA;
    const auto reference
        = Json::parse(std::ifstream(fs::path(FUSESCOPE_SHARED_DATA) / "traces" / "reference.json"));
    const auto& truth = reference.at("nsys").at("nsys_saxpy_perlmutter.sqlite").at("truth");
    const auto trace = readNsys(sharedExport);
    ASSERT_TRUE(trace) << trace.error().message;
    const auto& rows = trace->rows;
    EXPECT_EQ(rows.kernels.size(), truth.at("kernel").at("count").get<std::size_t>());
    EXPECT_EQ(sum(rows.kernels.durationNs), truth.at("kernel").at("sum_ns").get<std::int64_t>());
    EXPECT_EQ(rows.copies.size(), truth.at("memcpy").at("count").get<std::size_t>());
    EXPECT_EQ(sum(rows.copies.durationNs), truth.at("memcpy").at("sum_ns").get<std::int64_t>());
    const auto work = deviceWork(rows);
    EXPECT_EQ(busy(work), truth.at("busy_union_ns").get<std::int64_t>());
    EXPECT_EQ(std::ranges::max(work, {}, &Interval::end).end - work.front().begin,
        truth.at("span_ns").get<std::int64_t>());
    EXPECT_EQ(rows.apis.size(), truth.at("runtime_rows").get<std::size_t>());
    EXPECT_EQ(trace->categories.at("nvtx"), truth.at("nvtx").get<std::int64_t>());
    auto delays = launchDelays(rows);
    const auto& launch = truth.at("launch_start_to_gpu_start_ns");
    EXPECT_EQ(sum(delays), launch.at("sum").get<std::int64_t>());
    EXPECT_EQ(std::ranges::min(delays), launch.at("min").get<std::int64_t>());
    EXPECT_EQ(std::ranges::max(delays), launch.at("max").get<std::int64_t>());
}

TEST_F(NsysFiles, ofSaxpyTellTimesDevicesAndRanges)
{
    if (!fs::exists(sharedExport))
        GTEST_SKIP() << "the public traces are not in " << FUSESCOPE_SHARED_DATA;
    const auto trace = readNsys(sharedExport);
    ASSERT_TRUE(trace) << trace.error().message;
    EXPECT_EQ(trace->rows.kernels.startNs.front(), 1687813257637297504 + 924922186);
    ASSERT_EQ(trace->devices.size(), 1U);
    EXPECT_EQ(trace->devices[0].name, "NVIDIA A100-SXM4-40GB");
    EXPECT_EQ(trace->devices[0].multiprocessors, 108);
    EXPECT_EQ(trace->devices[0].computeMajor, 8);
    EXPECT_EQ(trace->environment.at("nsys"), "2022.2.1.31");
    EXPECT_THAT(nameOf(*trace, trace->rows.kernels.name.front()), HasSubstr("saxpy"));
    EXPECT_EQ(nameOf(*trace, trace->rows.apis.name.back()), "cudaHostUnregister");
    EXPECT_EQ(trace->rows.operators.size(), 22U); // 24 less a mark and the naming of a domain
    EXPECT_EQ(trace->rows.copies.kind.front(), static_cast<std::uint8_t>(CopyKind::HostToDevice));
    EXPECT_EQ(trace->rows.shapes.front().block[0], 512);
    EXPECT_TRUE(trace->losses.empty());
}

TEST_F(NsysFiles, ofTheNewerSchemaAreRead)
{
    const auto trace = readNsys(made(newSchema));
    ASSERT_TRUE(trace) << trace.error().message;
    const auto& kernels = trace->rows.kernels;
    EXPECT_THAT(kernels.startNs, ElementsAre(1000, 2000, 3000));
    EXPECT_THAT(kernels.durationNs, ElementsAre(250, 100, 500));
    EXPECT_THAT(kernels.device, ElementsAre(0, 0, 1));
    EXPECT_THAT(kernels.graph, ElementsAre(0, 0, 2));
    EXPECT_THAT(kernels.shape, ElementsAre(1, 2, 1));
    EXPECT_EQ(nameOf(*trace, kernels.name[0]), "void gemm<float>(int)");
    EXPECT_EQ(trace->rows.apis.correlation[0], kernels.correlation[0]);
    EXPECT_EQ(trace->rows.apis.correlation[1], kernels.correlation[1]); // same id, other process
    EXPECT_NE(kernels.correlation[0], kernels.correlation[1]);
    EXPECT_EQ(nameOf(*trace, trace->rows.apis.name[1]), "cudaGraphLaunch");
    EXPECT_THAT(trace->rows.apis.thread, ElementsAre(1, 5));
    EXPECT_THAT(trace->rows.copies.kind, ElementsAre(static_cast<std::uint8_t>(CopyKind::Memset)));
    EXPECT_THAT(trace->rows.copies.bytes, ElementsAre(64));
    ASSERT_EQ(trace->steps.size(), 1U);
    EXPECT_EQ(trace->steps[0], (TraceStep {"ProfilerStep#3", 800, 1400}));
    EXPECT_EQ(trace->rows.operators.size(), 1U);
    EXPECT_EQ(trace->environment.at("nsys_schema"), "3.13.2");
    EXPECT_EQ(trace->losses.size(), 3U); // no session start, device 700, a range without end
}

TEST_F(NsysFiles, tellNothingOfTheHost)
{
    const auto trace = readNsys(made(newSchema));
    ASSERT_TRUE(trace) << trace.error().message;
    for (const auto& name : trace->rows.names)
        EXPECT_THAT(name.text, testing::Not(HasSubstr("secret")));
    for (const auto& [field, value] : trace->environment)
        EXPECT_THAT(value, testing::Not(HasSubstr("secret")));
}

TEST_F(NsysFiles, withWholeGraphsSaySo)
{
    const auto trace = readNsys(made(
        "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
        "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
        "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER);"
        "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1700000000000000000);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId "
        "INTEGER, graphId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, "
        "globalPid INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (10, 30, 0, 5, 1, 7, 3, 0)"));
    ASSERT_TRUE(trace) << trace.error().message;
    EXPECT_THAT(trace->rows.kernels.startNs, ElementsAre(1700000000000000010));
    EXPECT_THAT(trace->rows.kernels.graph, ElementsAre(5));
    ASSERT_EQ(trace->losses.size(), 1U);
    EXPECT_THAT(trace->losses[0].what, HasSubstr("--cuda-graph-trace=node"));
}

TEST_F(NsysFiles, loseTimesThatNoClockTells)
{
    const auto trace = readNsys(made(
        "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
        "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
        "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER);"
        "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1700000000000000000);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER, deviceId INTEGER, "
        "contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes "
        "INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (10, 30, 0, 1, 7, 3, 0, 64), (50, 40, 0, 1, "
        "7, 4, 0, 64),"
        "(-9223372036854775808, 9223372036854775807, 0, 1, 7, 5, 0, 64), (20, 9223372036854775807, "
        "0, 1, 7, 6, 0, 64)"));
    ASSERT_TRUE(trace) << trace.error().message;
    EXPECT_THAT(trace->rows.copies.durationNs, ElementsAre(20, 0));
    EXPECT_EQ(trace->negativeDurations, 1);
    ASSERT_EQ(trace->losses.size(), 1U);
    EXPECT_THAT(trace->losses[0].what, HasSubstr("2 events have a time that no clock can tell"));
}

TEST_F(NsysFiles, mayLackAllButTheirMark)
{
    const auto trace = readNsys(made("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
                                     "CREATE TABLE EXPORT_META_DATA (name TEXT, value TEXT)"));
    ASSERT_TRUE(trace) << trace.error().message;
    EXPECT_EQ(trace->events, 0);
}

TEST_F(NsysFiles, thatAreNoneAreRefusedInOneSentence)
{
    EXPECT_EQ(readNsys(m_folder / "none.sqlite").error().kind, ErrorKind::NotFound);
    EXPECT_EQ(readNsys(m_folder.path()).error().kind, ErrorKind::BadInput);
    const auto other = readNsys(made("CREATE TABLE t (a)"));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().kind, ErrorKind::BadData);
    EXPECT_THAT(other.error().message, HasSubstr("is no export of Nsight Systems"));
    EXPECT_EQ(
        readNsys(FUSESCOPE_SOURCE_DIR "/tests/profiler/formats/nsys_reader_test.cpp").error().kind,
        ErrorKind::BadData);
}

TEST_F(NsysFiles, thatHaveSomethingElseInThePlaceOfATableAreRefused)
{
    const std::string mark = "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
                             "CREATE TABLE EXPORT_META_DATA (name TEXT, value TEXT);";
    for (const std::string planted :
        {"CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE endless(start) AS "
         "(SELECT 1 UNION ALL SELECT start + 1 FROM endless) SELECT * FROM endless",
            "CREATE VIEW cupti_activity_kind_kernel AS SELECT 1 AS start",
            "CREATE VIRTUAL TABLE CUPTI_ACTIVITY_KIND_MEMCPY USING fts5(start)",
            "CREATE TABLE NVTX_EVENTS (id INTEGER, start INTEGER AS (id + 1))"}) {
        const auto trace = readNsys(made(mark + planted));
        ASSERT_FALSE(trace) << planted;
        EXPECT_EQ(trace.error().kind, ErrorKind::BadData);
        EXPECT_THAT(trace.error().message, HasSubstr("is no export of Nsight Systems ("));
        EXPECT_THAT(trace.error().message, HasSubstr("table")) << planted;
    }
    EXPECT_FALSE(readNsys(made("CREATE VIEW StringIds AS SELECT 1 AS id, 'x' AS value;"
                               "CREATE TABLE EXPORT_META_DATA (name TEXT, value TEXT)")));
}

TEST_F(NsysFiles, thatAreDamagedGiveWhatIsWhole)
{
    if (!fs::exists(sharedExport))
        GTEST_SKIP() << "the public traces are not in " << FUSESCOPE_SHARED_DATA;
    const auto file = m_folder / "damaged.sqlite";
    for (std::uintmax_t part = 1; part < 16; ++part) {
        fs::copy_file(sharedExport, file, fs::copy_options::overwrite_existing);
        fs::permissions(file, fs::perms::owner_all);
        fs::resize_file(file, fs::file_size(sharedExport) * part / 16);
        const auto trace = readNsys(file);
        if (trace) {
            EXPECT_LE(trace->rows.kernels.size(), 5U);
        } else {
            EXPECT_EQ(trace.error().kind, ErrorKind::BadData);
        }
    }
}

TEST_F(NsysFiles, canBeCancelled)
{
    const auto trace = readNsys(made(newSchema), [](std::int64_t, std::int64_t) { return false; });
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().kind, ErrorKind::Interrupted);
}

TEST_F(NsysFiles, thatAreReportsNeedNsys)
{
    const std::string path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe)
    const auto report = m_folder / "a report.nsys-rep";
    std::ofstream(report) << "binary";
    setenv("PATH", "/nowhere", 1); // NOLINT(concurrency-mt-unsafe)
    const auto without = readNsys(report);
    setenv("PATH", (m_folder.path().string() + ":" + path).c_str(),
        1); // NOLINT(concurrency-mt-unsafe)
    const auto exported = made(newSchema);
    std::ofstream(m_folder / "nsys") << "#!/bin/sh\nfor word; do case \"$word\" in --output=*) cp '"
            + exported.string() + "' \"${word#--output=}\";; esac; done\n[ \"$1\" = export ]\n";
    fs::permissions(m_folder / "nsys", fs::perms::owner_all);
    const auto with = readNsys(report);
    std::ofstream(m_folder / "nsys") << "#!/bin/sh\nexit 3\n";
    const auto failing = readNsys(report);
    setenv("PATH", path.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    ASSERT_FALSE(without);
    EXPECT_EQ(without.error().kind, ErrorKind::Unavailable);
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_EQ(with->rows.kernels.size(), 3U);
    EXPECT_EQ(with->name, "a report");
    ASSERT_FALSE(failing);
    EXPECT_THAT(failing.error().message, HasSubstr("exit code 3"));
}

TEST_F(NsysFiles, thatNsysNeverExportsAreGivenUp)
{
    const std::string path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe)
    std::ofstream(m_folder / "nsys")
        << "#!/bin/sh\necho $$ > '" << m_folder.path().string() << "/pid'\nexec sleep 1000\n";
    fs::permissions(m_folder / "nsys", fs::perms::owner_all);
    setenv("PATH", (m_folder.path().string() + ":" + path).c_str(),
        1); // NOLINT(concurrency-mt-unsafe)
    const auto late = exportNsysReport(
        m_folder / "a.nsys-rep", m_folder / "a.sqlite", {}, std::chrono::milliseconds(500));
    pid_t group = 0;
    std::ifstream(m_folder / "pid") >> group;
    const auto cancelled = exportNsysReport(
        m_folder / "a.nsys-rep", m_folder / "a.sqlite",
        [](std::int64_t, std::int64_t) { return false; }, std::chrono::hours(1));
    setenv("PATH", path.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    ASSERT_FALSE(late);
    EXPECT_THAT(late.error().message, HasSubstr("within 0 s"));
    EXPECT_GT(group, 0);
    EXPECT_NE(::kill(-group, 0), 0) << "it still runs";
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::Interrupted);
    EXPECT_GT(nsysTimeLimit(std::uintmax_t {1} << 30U), nsysTimeLimit(0));
}
