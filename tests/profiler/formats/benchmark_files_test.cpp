// SPDX-License-Identifier: Apache-2.0
// Files as pytest-benchmark 2.5, asv (version 2 of its results) and PyTorch's benchmarks/dynamo
// write them, shortened by hand.
#include "profiler/formats/benchmarks/benchmark_files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

using namespace profiler;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::TemporaryFolder;

namespace {

constexpr auto pytestBenchmark = R"json({
    "machine_info": {"node": "secret-host", "processor": "x86_64", "machine": "x86_64",
        "python_version": "3.11.2", "system": "Linux", "release": "6.1.0",
        "cpu": {"brand_raw": "AMD EPYC 7B13"}},
    "commit_info": {"id": "b87b9aae14ff14a7887a6bbaa9731b9a8760555d", "dirty": true,
        "branch": "main"},
    "benchmarks": [
        {"group": null, "name": "test_forward[8]", "fullname": "tests/test_model.py::test_forward[8]",
            "stats": {"min": 0.010, "median": 0.0113, "iqr": 0.0001, "rounds": 88}},
        {"fullname": "tests/test_model.py::test_broken", "stats": {}},
        "no benchmark"
    ],
    "datetime": "2026-08-14T16:06:07.146833",
    "version": "5.1.0"
})json";

constexpr auto asv
    = R"json({"commit_hash": "3f2a1c9d04b6", "env_name": "virtualenv-py3.11-torch2.11.0",
    "date": 1786700000000, "params": {"machine": "secret-host", "cpu": "AMD EPYC 7B13", "os": "Linux 6.1"},
    "python": "3.11", "requirements": {"torch": "2.11.0"}, "env_vars": {"TOKEN": "secret"},
    "result_columns": ["result", "params", "version", "started_at"],
    "results": {
        "model.Suite.time_forward": [[0.0113, null, NaN, 0.02], [["8", "16"], ["'eager'", "'default'"]], "a1", 1],
        "model.peakmem_forward": [[123456789], [], "a2", 1],
        "model.track_accuracy": [[0.9], [], "a3", 1],
        "model.time_failed": [null, [], "a4", 1]},
    "durations": {}, "version": 2})json";

constexpr auto dynamo
    = "dev,name,batch_size,speedup,abs_latency,compilation_latency,compression_ratio,"
      "eager_peak_mem,dynamo_peak_mem\n"
      "cuda,resnet50,32,1.630000,11.310000,24.800000,0.980000,2.100000,2.200000\n"
      "cuda,\"odd, \"\"name\"\"\",1,0.000000,0.000000,0.000000,0.0,0.0,0.0\n"
      "cuda,cut short,1,1.5";

Result<std::vector<HistoryPoint>> readAs(
    const char* name, std::string_view text, HistoryMetric metric = HistoryMetric::Median)
{
    const TemporaryFolder folder;
    return readBenchmarks(beginOf(folder.write(name, text)), metric);
}

} // namespace

TEST(BenchmarkFiles, OfPytestBenchmarkAreACaseForEachBenchmark)
{
    const auto points = readAs("0001.json", pytestBenchmark);
    ASSERT_TRUE(points) << points.error().message;
    ASSERT_EQ(points->size(), 1U) << "one without a median is left out";
    const auto& point = points->front();
    EXPECT_EQ(point.caseName, "tests/test_model.py::test_forward[8]");
    EXPECT_EQ(point.tool, "pytest-benchmark 5.1.0");
    EXPECT_NEAR(point.value->value, 11.3e6, 1);
    EXPECT_FALSE(point.value->low) << "the spread of calls of one process is no interval";
    EXPECT_EQ(point.started.ns, 1'786'723'567'000'000'000);
    EXPECT_EQ(point.environment.at("device_name"), "AMD EPYC 7B13");
    EXPECT_EQ(point.environment.at("git_dirty"), "1");
    for (const auto& [field, value] : point.environment)
        EXPECT_EQ(value.find("secret"), std::string::npos) << field;
}

TEST(BenchmarkFiles, OfAsvAreACaseForEachCombinationOfParameters)
{
    const auto points = readAs("3f2a-env.json", asv);
    ASSERT_TRUE(points) << points.error().message;
    ASSERT_EQ(points->size(), 2U) << "what failed or was skipped is left out";
    EXPECT_EQ((*points)[0].caseName, "model.Suite.time_forward(8, 'eager')");
    EXPECT_EQ((*points)[1].caseName, "model.Suite.time_forward(16, 'default')");
    EXPECT_NEAR((*points)[1].value->value, 20e6, 1);
    EXPECT_EQ((*points)[0].environment.at("torch"), "2.11.0");
    EXPECT_EQ((*points)[0].started.ns, 1'786'700'000'000'000'000);
    const auto memory = readAs("3f2a-env.json", asv, HistoryMetric::Memory);
    ASSERT_EQ(memory->size(), 1U);
    EXPECT_EQ(memory->front().value->value, 123456789);
}

TEST(BenchmarkFiles, OfPytorchAreAModelForEachRow)
{
    const auto points = readAs("inductor_torchbench.csv", dynamo);
    ASSERT_TRUE(points) << points.error().message;
    ASSERT_EQ(points->size(), 1U) << "of a model that failed all numbers are 0";
    EXPECT_EQ(points->front().workload, "resnet50");
    EXPECT_EQ(points->front().caseName, "batch 32");
    EXPECT_EQ(points->front().variant, "inductor_torchbench");
    EXPECT_NEAR(points->front().value->value, 11.31e6, 1);
    EXPECT_EQ(readAs("a.csv", dynamo, HistoryMetric::SpeedUp)->size(), 2U);
    EXPECT_NEAR(readAs("a.csv", dynamo, HistoryMetric::Compile)->front().value->value, 24.8e9, 1);
    EXPECT_THAT(*readAs("a.csv", dynamo, HistoryMetric::Breaks), IsEmpty());
}

TEST(BenchmarkFiles, ThatAreDamagedAreRefusedInASentence)
{
    for (const std::string whole : {pytestBenchmark, asv}) {
        for (const std::size_t length : {std::size_t {60}, whole.size() / 2, whole.size() - 1}) {
            const auto points = readAs("a.json", whole.substr(0, length));
            ASSERT_FALSE(points);
            EXPECT_THAT(points.error().message, HasSubstr("damaged"));
        }
    }
}

TEST(BenchmarkFiles, ThatAreHostileCostNothing)
{
    const auto nested = R"({"machine_info": )" + std::string(1'000'000, '[');
    EXPECT_FALSE(readAs("deep.json", nested));
    const auto odd = readAs("odd.json",
        R"({"machine_info": 1, "commit_info": [], "datetime": "9999-99-99T99:99:99",
            "benchmarks": [{"fullname": "a", "stats": {"median": 1e308}},
                {"fullname": 3, "stats": {"median": 1}}, {"fullname": "b", "stats": {"median": -1}}]})");
    ASSERT_TRUE(odd) << odd.error().message;
    EXPECT_LE(odd->size(), 1U);
}

TEST(BenchmarkFiles, AreKnownByTheirFirstBytes)
{
    const TemporaryFolder folder;
    EXPECT_FALSE(isBenchmarkFile(beginOf(folder.write("a.json", R"({"traceEvents": []})"))));
    EXPECT_FALSE(isBenchmarkFile(beginOf(folder.write("a.csv", "name,dev\n"))));
    EXPECT_FALSE(isBenchmarkFile(beginOf(folder / "nothing.json")));
    EXPECT_TRUE(isBenchmarkFile(beginOf(folder.write("b.json", asv))));
}
