// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_frames.h"
#include "profiler/formats/torch_log/torch_trace_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

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
