// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_frames.h"
#include "profiler/formats/torch_log/torch_trace_reader.h"
#include "profiler/model/compile_metrics.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>

using namespace profiler;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// What the worker's own Python makes of the log.
Json workerLogFacts(const fs::path& log)
{
    const auto target = fs::temp_directory_path()
        / ("worker-words-" + log.filename().string() + std::to_string(::getpid()));
    const auto command = std::string(FUSESCOPE_PYTHON) + " " FUSESCOPE_SOURCE_DIR
        + "/tests/profiler/formats/torch_trace_worker_log.py " + log.string() + " > "
        + target.string();
    EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT(concurrency-mt-unsafe)
    auto json = Json::parse(std::ifstream(target), nullptr, false);
    fs::remove(target);
    return json;
}

Json factJson(const GraphBreakFact& fact)
{
    return {{"id", fact.id}, {"reason", fact.reason}, {"explanation", fact.explanation},
        {"hint", fact.hint}, {"file", fact.file}, {"line", fact.line}, {"function", fact.function}};
}

Json factJson(const RecompileFact& fact)
{
    return {{"guard", fact.guard}, {"reason", fact.reason}};
}

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json factJson(const CompileFact& fact)
{
    Json phases = Json::object();
    for (const auto& [phase, time] : fact.phases)
        phases[phase] = time.count();
    return {{"compile_id", fact.compileId}, {"function", fact.function}, {"file", fact.file},
        {"line", fact.line}, {"duration_ns", fact.duration.count()}, {"phases", phases},
        {"cache", orNull(fact.cache)}, {"nodes", orNull(fact.nodes)},
        {"operators", orNull(fact.operators)}, {"guards", orNull(fact.guards)},
        {"fail_type", fact.failType}, {"fail_reason", fact.failReason},
        {"metrics_json", Json::parse(fact.metricsJson)}};
}

void expectSameCompiles(const std::vector<LoggedCompile>& compiles, const Json& worker)
{
    ASSERT_EQ(compiles.size(), worker.size());
    for (std::size_t i = 0; i < compiles.size(); ++i) {
        // Here the worker's code does not know where the torch of the log lay, as a live one does.
        const bool ofTorch = trace_frames::isForeign(worker.at(i).at("file").get<std::string>());
        const auto ours = factJson(compiles[i].fact);
        for (const auto& [key, value] : worker.at(i).items()) {
            if (key == "compile_id" && value == "") // before metrics named it; the record does
                continue;
            if (ofTorch && (key == "file" || key == "line"))
                continue;
            if (key == "cache" && value.is_null()) // before metrics counted it; other records tell
                continue;
            if (key == "duration_ns" && value == 0) // metrics do not say it; phases do
                continue;
            // The worker sends what torch has; what is kept of it, the recorder decides.
            const auto kept
                = key == "metrics_json" ? Json::parse(keptMetrics(value.dump())) : value;
            EXPECT_EQ(ours.at(key), kept) << key;
        }
    }
}

class WorkerLogs : public testing::TestWithParam<const char*> { };

} // namespace

TEST_P(WorkerLogs, comeOutOfALogAsOfTheLiveRecords)
{
    const fs::path file = fs::path(FUSESCOPE_SHARED_DATA) / GetParam();
    if (!fs::exists(file))
        GTEST_SKIP() << "the logs are not in " << FUSESCOPE_SHARED_DATA;
    const auto log = readTorchTrace(file);
    ASSERT_TRUE(log) << log.error().message;
    const auto worker = workerLogFacts(file);
    Json breaks = Json::array();
    Json recompiles = Json::array();
    std::vector<LoggedCompile> compiles;
    for (const auto& run : log->runs) {
        for (const auto& fact : run.breaks)
            breaks.push_back(factJson(fact));
        for (const auto& fact : run.recompiles)
            recompiles.push_back(factJson(fact));
        compiles.insert(compiles.end(), run.compiles.begin(), run.compiles.end());
    }
    EXPECT_EQ(breaks, worker.at("breaks"));
    EXPECT_EQ(recompiles, worker.at("recompiles"));
    expectSameCompiles(compiles, worker.at("compiles"));
}

INSTANTIATE_TEST_SUITE_P(, WorkerLogs,
    testing::Values("tlog/make_tlog_aot_eager.log", "traces/tlparse_graph_exec_rank0.log",
        "traces/tlparse_comp_failure.log", "traces/tlparse_comp_metrics.log",
        "traces/tlparse_autotune_with_compile_id.log", "traces/tlparse_simple.log"));
