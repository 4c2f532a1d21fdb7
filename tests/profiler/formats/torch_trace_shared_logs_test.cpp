// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_frames.h"
#include "profiler/formats/torch_log/torch_trace_reader.h"
#include "profiler/model/compile_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <unistd.h>

using namespace profiler;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path sharedData = FUSESCOPE_SHARED_DATA;

/// Each log with the figures of an independent reader.
struct Reference {
    std::string name;
    fs::path file;
    Json figures;
};

std::vector<Reference> references()
{
    std::vector<Reference> all;
    const auto parsed = [](const fs::path& file) { return Json::parse(std::ifstream(file)); };
    const auto publicLogs = parsed(sharedData / "traces" / "reference.json").at("torch_trace_logs");
    for (const auto& [name, log] : publicLogs.items())
        all.push_back({name, sharedData / "traces" / name, log.at("independent")});
    const auto ownLogs = parsed(sharedData / "tlog" / "expected.json");
    for (const auto& [name, log] : ownLogs.items()) {
        const auto plain = sharedData / "tlog" / (name + ".log");
        const auto packed = fs::path(plain.string() + ".gz");
        all.push_back({name, fs::exists(plain) ? plain : packed, log.at("independent")});
    }
    return all;
}

std::map<std::string, std::int64_t> recordsByType(const CompileLog& log, bool artifacts)
{
    const std::string prefix = "artifact:";
    std::map<std::string, std::int64_t> counts;
    for (const auto& run : log.runs)
        for (const auto& [type, count] : run.records) {
            const bool artifact = type.starts_with(prefix);
            if (artifacts && artifact)
                counts[type.substr(prefix.size())] += count.records;
            if (!artifacts)
                counts[artifact ? "artifact" : type] += count.records;
        }
    return counts;
}

std::map<std::string, std::int64_t> cacheRecords(const CompileLog& log)
{
    auto counts = recordsByType(log, true);
    std::erase_if(
        counts, [](const auto& entry) { return entry.first.find("_cache_") == std::string::npos; });
    return counts;
}

std::set<std::string> compileIds(const CompileLog& log)
{
    std::set<std::string> ids;
    for (const auto& run : log.runs)
        ids.insert(run.compileIds.begin(), run.compileIds.end());
    return ids;
}

template <typename Fact>
std::vector<Fact> allOf(const CompileLog& log, std::vector<Fact> CompileRun::*member)
{
    std::vector<Fact> all;
    for (const auto& run : log.runs)
        all.insert(all.end(), (run.*member).begin(), (run.*member).end());
    return all;
}

void expectMetrics(const LoggedCompile& compile, const Json& truth)
{
    const auto metrics = Json::parse(compile.fact.metricsJson);
    for (const auto& [key, value] : truth.items()) {
        SCOPED_TRACE(key);
        if (key == "record_compile_id") {
            EXPECT_EQ(compile.fact.compileId, value.get<std::string>());
        } else if (value.is_string()) { // the reference cuts its texts
            EXPECT_THAT(metrics.value(key, ""), testing::StartsWith(value.get<std::string>()));
        } else if (key == "restart_reasons") {
            EXPECT_EQ(compile.restartReasons.size(), value.size());
        } else if (!value.is_null()) {
            EXPECT_TRUE(metrics.contains(key) && metrics.at(key) == value);
        }
    }
    EXPECT_EQ(compile.fact.guards.value_or(-1), truth.value("guard_count", std::int64_t {-1}));
    EXPECT_EQ(
        compile.fact.operators.value_or(-1), truth.value("graph_op_count", std::int64_t {-1}));
    EXPECT_EQ(compile.fact.failType, truth.value("fail_type", ""));
    const auto file = truth.at("co_filename").get<std::string>();
    const bool ofTorch = trace_frames::isForeign(file); // such a compile has no place of the user's
    EXPECT_EQ(compile.fact.line, ofTorch ? 0 : truth.at("co_firstlineno").get<int>());
    EXPECT_EQ(compile.fact.file, ofTorch ? "" : file);
}

void expectBreaks(const CompileLog& log, const Json& truth)
{
    const auto breaks = allOf(log, &CompileRun::breaks);
    ASSERT_EQ(breaks.size(), truth.at("graph_break_records").get<std::size_t>());
    std::set<std::string> places;
    for (std::size_t i = 0; i < breaks.size(); ++i) {
        const auto& expected = truth.at("graph_breaks").at(i);
        const auto place = breaks[i].file + ":" + std::to_string(breaks[i].line);
        EXPECT_EQ(breaks[i].compileId, expected.at("compile_id").get<std::string>());
        const auto reason = expected.at("reason").get<std::string>();
        EXPECT_THAT(reason, testing::HasSubstr(breaks[i].reason));
        EXPECT_THAT(reason, testing::HasSubstr(place + "\n"));
        EXPECT_FALSE(breaks[i].reason.empty());
        places.insert(place + breaks[i].id);
    }
    EXPECT_EQ(places.size(), truth.at("distinct_graph_break_reasons").get<std::size_t>());
}

void expectRecompiles(const CompileLog& log, const Json& truth)
{
    const auto recompiles = allOf(log, &CompileRun::recompiles);
    ASSERT_EQ(recompiles.size(), truth.at("n_recompile_records").get<std::size_t>());
    for (std::size_t i = 0; i < recompiles.size(); ++i) {
        const auto& expected = truth.at("recompiles").at(i);
        EXPECT_EQ(recompiles[i].compileId, expected.at("compile_id").get<std::string>());
        EXPECT_FALSE(recompiles[i].guard.empty());
        EXPECT_THAT(
            expected.at("reasons").get<std::string>(), testing::HasSubstr(recompiles[i].guard));
        EXPECT_TRUE(recompiles[i].duration.has_value());
    }
}

void expectCompiles(const CompileLog& log, const Json& truth)
{
    const auto compiles = allOf(log, &CompileRun::compiles);
    ASSERT_EQ(compiles.size(), truth.at("n_compilation_metrics").get<std::size_t>());
    for (std::size_t i = 0; i < compiles.size(); ++i) {
        SCOPED_TRACE(compiles[i].fact.compileId);
        expectMetrics(compiles[i], truth.at("compilation_metrics").at(i));
    }
}

std::map<std::string, std::int64_t> countsIn(const Json& json)
{
    return json.get<std::map<std::string, std::int64_t>>();
}

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

/// What the log does not hold, or a live worker knows otherwise.
bool differsByNature(const std::string& key, const Json& value, bool ofTorch)
{
    // Here the worker's code does not know where the torch of the log lay, as a live one does.
    if (ofTorch && (key == "file" || key == "line"))
        return true;
    return (key == "compile_id" && value == "") // NOLINT: before metrics named it; the record does
        || (key == "cache" && value.is_null()) // before metrics counted it; other records tell
        || (key == "duration_ns" && value == 0); // metrics do not say it; phases do
}

void expectSameCompiles(const std::vector<LoggedCompile>& compiles, const Json& worker)
{
    ASSERT_EQ(compiles.size(), worker.size());
    for (std::size_t i = 0; i < compiles.size(); ++i) {
        const bool ofTorch = trace_frames::isForeign(worker.at(i).at("file").get<std::string>());
        const auto ours = factJson(compiles[i].fact);
        for (const auto& [key, value] : worker.at(i).items()) {
            if (differsByNature(key, value, ofTorch))
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

TEST(SharedTorchTraceLogs, haveTheFiguresOfAnIndependentReader)
{
    if (!fs::exists(sharedData / "traces" / "reference.json"))
        GTEST_SKIP() << "the public logs are not in " << sharedData;
    for (const auto& [name, file, truth] : references()) {
        SCOPED_TRACE(name);
        const auto log = readTorchTrace(file);
        ASSERT_TRUE(log) << log.error().message;
        EXPECT_EQ(recordsByType(*log, false), countsIn(truth.at("record_kinds")));
        EXPECT_EQ(recordsByType(*log, true), countsIn(truth.at("artifacts")));
        EXPECT_EQ(cacheRecords(*log), countsIn(truth.at("cache")));
        EXPECT_EQ(compileIds(*log), truth.at("compile_ids").get<std::set<std::string>>());
        if (truth.contains("payload_md5")) {
            EXPECT_EQ(log->changedPayloads, truth.at("payload_md5").at("bad").get<std::int64_t>());
        }
        EXPECT_EQ(log->strayLines, truth.at("unparsed_lines").get<std::int64_t>());
        expectCompiles(*log, truth);
        expectBreaks(*log, truth);
        expectRecompiles(*log, truth);
    }
}

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
