// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/json/json_time.h"
#include "profiler/formats/torch_log/torch_trace_reader.h"
#include "profiler/model/text/utf8_symbol.h"
#include "tests/support/log_in_memory.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

using namespace profiler;
namespace fs = std::filesystem;

namespace {

/// A real log (torch 2.11, backend aot_eager) with four breaks and two recompiles; see its README.
const fs::path sharedLog = fs::path(FUSESCOPE_SHARED_DATA) / "tlog" / "make_tlog_aot_eager.log";

CompileLog readText(const std::string& text)
{
    CompileLog log;
    const auto source = tests::logOf(text);
    EXPECT_TRUE(readTorchTrace(*source, "a.log", log));
    return log;
}

std::string record(const std::string& json, const std::string& payload = "")
{
    return "V1121 06:46:54.372000 22339 torch/_dynamo/utils.py:2126] " + json + "\n"
        + (payload.empty() ? "" : "\t" + payload + "\n");
}

std::string eventRecord(const std::string& name, const std::string& phase, const std::string& ts)
{
    return record(R"({"chromium_event": {}, "frame_id": 0, "frame_compile_id": 0})",
        R"({"name": ")" + name + R"(", "ts": )" + ts + R"(, "ph": ")" + phase
            + R"(", "pid": 0, "tid": 0})");
}

std::string startOf(const std::string& frame)
{
    return record(R"({"dynamo_start": {"stack": []}, "frame_id": )" + frame
        + R"(, "frame_compile_id": 0, "attempt": 0})");
}

std::vector<std::string> sentences(const CompileLog& log)
{
    std::vector<std::string> all;
    for (const auto& loss : log.losses)
        all.push_back(loss.what);
    return all;
}

class SharedLog : public testing::Test {
protected:
    void SetUp() override
    {
        if (!fs::exists(sharedLog))
            GTEST_SKIP() << "the logs are not in " << FUSESCOPE_SHARED_DATA;
        m_text = tests::textOf(sharedLog);
        m_whole = readText(m_text);
    }

    std::string m_text;
    CompileLog m_whole;
};

template <typename Fact>
bool beginsWith(const std::vector<Fact>& whole, const std::vector<Fact>& part)
{
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

} // namespace

TEST_F(SharedLog, tellsBreaksInTheWordsOfTheWorker)
{
    ASSERT_EQ(m_whole.runs.size(), 1U);
    const auto& run = m_whole.runs.front();
    ASSERT_EQ(run.breaks.size(), 4U);
    const auto& first = run.breaks.front();
    EXPECT_EQ(first.id, "gb0059");
    EXPECT_EQ(first.reason, "Failed to trace builtin operator");
    EXPECT_EQ(first.explanation,
        "Dynamo does not know how to trace builtin operator `print` with argument types ['str'] "
        "(has_kwargs False)");
    EXPECT_THAT(first.hint, testing::StartsWith("Avoid calling builtin `print` with"));
    EXPECT_EQ(first.function, "forward");
    EXPECT_EQ(first.line, 27);
    ASSERT_EQ(run.sources.size(), 2U);
    EXPECT_EQ(run.sources.front().text, "print(\"hello\")                      # break A");
    EXPECT_EQ(run.sources.front().frames.front().function, "<module>");
    EXPECT_TRUE(run.sources.front().frames.at(2).library);
}

TEST_F(SharedLog, tellsTheGuardsThatFailed)
{
    const auto& recompiles = m_whole.runs.front().recompiles;
    ASSERT_EQ(recompiles.size(), 2U);
    EXPECT_EQ(recompiles[0].guard, "tensor 'x' size mismatch at index 0. expected 4, actual 5");
    EXPECT_EQ(recompiles[0].line, 25);
    EXPECT_EQ(recompiles[1].guard, "self.scale == 2");
    EXPECT_EQ(recompiles[1].function, "forward");
}

TEST_F(SharedLog, tellsAttemptsVersionsAndPhases)
{
    const auto& run = m_whole.runs.front();
    EXPECT_EQ(run.compiles.front().attempts, 2); // the break restarts the analysis
    EXPECT_EQ(run.compiles.at(2).attempts, 1);
    EXPECT_EQ(run.environment.at("torch"), "2.11.0+cu130");
    EXPECT_EQ(run.environment.at("python"), "3.11.7");
    EXPECT_GT(run.compiles.front().fact.phases.at("dynamo").count(), 0);
    const auto whole = std::ranges::find(run.events, "entire_frame_compile", &CompileEvent::name);
    ASSERT_NE(whole, run.events.end());
    const auto took = nanoseconds(*whole->endNs - whole->startNs);
    const auto said = run.compiles.front().fact.duration;
    EXPECT_NEAR(static_cast<double>(took.count()), static_cast<double>(said.count()), 5e6);
    EXPECT_TRUE(std::ranges::all_of(
        run.events, [](const CompileEvent& event) { return event.endNs.has_value(); }));
    EXPECT_TRUE(m_whole.losses.empty());
}

TEST_F(SharedLog, cutAnywhereKeepsItsWholeRecords)
{
    const auto& whole = m_whole.runs.front();
    for (std::size_t cut = 0; cut < m_text.size(); cut += 997) {
        SCOPED_TRACE(cut);
        const auto log = readText(m_text.substr(0, cut));
        if (log.runs.empty())
            continue;
        const auto& run = log.runs.front();
        EXPECT_TRUE(beginsWith(whole.breaks, run.breaks));
        EXPECT_TRUE(beginsWith(whole.compiles, run.compiles));
        EXPECT_LE(log.losses.size(), 1U);
        EXPECT_LE(log.records, m_whole.records);
        const auto next = m_text.find("\nV", cut == 0 ? 0 : cut - 1);
        if (next == std::string::npos)
            continue;
        const auto further = readText(m_text.substr(0, next + 1));
        EXPECT_LE(further.records - log.records, 1);
        EXPECT_TRUE(further.losses.empty());
    }
}

TEST_F(SharedLog, appendedToItselfIsTwoRuns)
{
    const auto log = readText(m_text + m_text);
    ASSERT_EQ(log.runs.size(), 2U);
    EXPECT_EQ(log.runs[0].compiles, m_whole.runs[0].compiles);
    EXPECT_EQ(log.runs[1].compiles, m_whole.runs[0].compiles);
    EXPECT_EQ(log.runs[1].breaks, m_whole.runs[0].breaks);
    EXPECT_EQ(log.runs[1].recompiles, m_whole.runs[0].recompiles);
    EXPECT_TRUE(log.losses.empty());
}

TEST_F(SharedLog, withCrlfIsTheSame)
{
    std::string text;
    for (const char c : m_text)
        text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const auto log = readText(text);
    EXPECT_EQ(log.runs.front().compiles, m_whole.runs.front().compiles);
    EXPECT_EQ(log.runs.front().breaks, m_whole.runs.front().breaks);
    EXPECT_EQ(log.runs.front().events, m_whole.runs.front().events);
    EXPECT_EQ(log.changedPayloads, 0);
}

TEST(TorchTrace, readsAFolderOfRanksAndPackedLogs)
{
    const tests::TemporaryFolder folder;
    folder.write("dedicated_log_torch_trace_rank_1_a.log", startOf("0"));
    folder.write("dedicated_log_torch_trace_rank_0_b.log",
        record(R"({"dynamo_start": {}, "rank": 7, "frame_id": 3, "frame_compile_id": 2})"));
    folder.write("notes.txt", "no log");
    std::int64_t last = 0;
    const auto log = readTorchTrace(folder.path(), [&](std::int64_t read, std::int64_t total) {
        EXPECT_LE(read, total);
        EXPECT_GE(read, last);
        last = read;
        return true;
    });
    ASSERT_TRUE(log) << log.error().message;
    ASSERT_EQ(log->runs.size(), 2U);
    EXPECT_EQ(log->runs[0].rank, 7);
    EXPECT_THAT(log->runs[0].compileIds, testing::ElementsAre("3/2"));
    EXPECT_EQ(log->runs[1].rank, 1);
    EXPECT_GT(last, 0);
}

TEST(TorchTrace, canBeCancelled)
{
    const auto log
        = readTorchTrace(FUSESCOPE_SOURCE_DIR "/tests/profiler/formats/torch_trace_reader_test.cpp",
            [](std::int64_t, std::int64_t) { return false; });
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().kind, ErrorKind::Interrupted);
}

TEST(TorchTrace, refusesWhatIsNoLogInOneSentence)
{
    EXPECT_EQ(readTorchTrace("/nowhere/a.log").error().kind, ErrorKind::NotFound);
    EXPECT_EQ(readTorchTrace("/dev/zero").error().kind, ErrorKind::BadInput);
    const auto source = readTorchTrace(
        FUSESCOPE_SOURCE_DIR "/tests/profiler/formats/torch_trace_reader_test.cpp");
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().kind, ErrorKind::BadData);
    EXPECT_THAT(source.error().message, testing::HasSubstr("holds no record of TORCH_TRACE"));
}

TEST(TorchTrace, pairsPhasesByNameAndKeepsWhatNeverEnds)
{
    const auto lost = eventRecord("outer", "B", "1755896451921168.5")
        + eventRecord("inner", "B", "1755896451921169")
        + eventRecord("inner", "E", "1755896451921170.25")
        + eventRecord("mark", "i", "1755896451921171");
    const auto log = readText(lost + eventRecord("lost", "E", "1755896451921172"));
    ASSERT_EQ(log.runs.size(), 1U);
    const auto& events = log.runs.front().events;
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].name, "outer");
    EXPECT_EQ(events[0].startNs, 1755896451921168500);
    EXPECT_FALSE(events[0].endNs.has_value());
    EXPECT_EQ(*events[1].endNs - events[1].startNs, 1250);
    EXPECT_TRUE(events[2].instant);
    ASSERT_EQ(log.losses.size(), 1U);
    const auto byte = static_cast<std::int64_t>(lost.size());
    EXPECT_EQ(log.losses[0].byte, byte);
    EXPECT_THAT(log.losses[0].what,
        testing::AllOf(testing::HasSubstr("1 phase ends"),
            testing::HasSubstr("at byte " + std::to_string(byte))));
}

TEST(TorchTrace, ofACompileTakesTheIdThatItsRecordTells)
{
    const auto log = readText(record(R"({"compilation_metrics": {"compile_id": "0/1", )"
                                     R"("co_name": "f"}, "frame_id": 0, "frame_compile_id": 1})")
        + record(R"({"compilation_metrics": {"compile_id": "0/1", "co_name": "f"}, )"
                 R"("frame_id": 0, "frame_compile_id": 2})"));
    const auto& compiles = log.runs.front().compiles;
    ASSERT_EQ(compiles.size(), 2U);
    EXPECT_EQ(compiles[0].fact.compileId, "0/1");
    EXPECT_EQ(compiles[1].fact.compileId, "0/2");
}

TEST(TorchTrace, keepsOfMetricsOnlyWhatIsKnown)
{
    const auto log
        = readText(record(R"({"compilation_metrics": {"compile_id": "0/0", )"
                          R"("guard_count": 3, "hostname": "SECRET", "user": "SECRET", )"
                          R"("environ": {"HF_TOKEN": "SECRET"}, )"
                          R"("cache_size": {"HF_TOKEN": "SECRET"}, "ir_count": "SECRET", )"
                          R"("restart_reasons": [{"HF_TOKEN": "SECRET"}]}, )"
                          R"("frame_id": 0, "frame_compile_id": 0})"));
    const auto& fact = log.runs.front().compiles.front().fact;
    EXPECT_EQ(fact.metricsJson, R"({"compile_id":"0/0","guard_count":3})");
}

TEST(TorchTrace, leavesOutBrokenRecordsAndKeepsUnknownOnes)
{
    const auto log = readText(startOf("0") + record(R"({"dynamo_start": {"stack": [}})")
        + record(
            R"({"new_in_torch_9": {"a": 1}, "frame_id": 0, "frame_compile_id": 0, "has_payload": "00"})",
            "text")
        + record(R"({"compilation_metrics": [1], "frame_id": 0, "frame_compile_id": 0})"));
    ASSERT_EQ(log.runs.size(), 1U);
    EXPECT_EQ(log.runs.front().records.at("new_in_torch_9").records, 1);
    EXPECT_EQ(log.runs.front().records.at("new_in_torch_9").payloadBytes, 4);
    EXPECT_EQ(log.records, 3);
    EXPECT_THAT(sentences(log),
        testing::ElementsAre(testing::HasSubstr("1 record is not valid JSON"),
            testing::HasSubstr("1 record has content that cannot be read"),
            testing::HasSubstr("1 payload has another hash")));
    EXPECT_EQ(log.losses.front().byte, static_cast<std::int64_t>(startOf("0").size()));
}

TEST(TorchTrace, takesCachesFromTheirRecordsWhereMetricsDoNotCountThem)
{
    const auto cache = [](const std::string& name) {
        return record(R"({"artifact": {"name": ")" + name
            + R"(", "encoding": "json"}, "frame_id": 0, "frame_compile_id": 0})");
    };
    const auto metrics = record(
        R"({"compilation_metrics": {"co_name": "f"}, "frame_id": 0, "frame_compile_id": 0})");
    const auto log = readText(cache("fx_graph_cache_hit") + cache("aotautograd_cache_bypass")
        + metrics + cache("fx_graph_cache_miss") + metrics + metrics);
    const auto& compiles = log.runs.front().compiles;
    ASSERT_EQ(compiles.size(), 3U);
    EXPECT_EQ(compiles[0].fact.cache, "hit");
    EXPECT_EQ(compiles[0].graphCache.hits, 1);
    EXPECT_EQ(compiles[0].autogradCache.bypasses, 1);
    EXPECT_EQ(compiles[1].fact.cache, "miss");
    EXPECT_FALSE(compiles[2].fact.cache.has_value());
}

TEST(TorchTrace, takesTheTimeOfACompileFromItsPhaseWhereMetricsDoNotSayIt)
{
    const auto metrics = [](const std::string& more) {
        return record(R"({"compilation_metrics": {"co_name": "f")" + more
            + R"(}, "frame_id": 0, "frame_compile_id": 0})");
    };
    const auto begin = eventRecord("entire_frame_compile", "B", "1000");
    const auto end = eventRecord("entire_frame_compile", "E", "3500");
    const auto durationIn = [](const std::string& text) {
        return readText(text).runs.front().compiles.front().fact.duration.count();
    };
    EXPECT_EQ(durationIn(begin + end + metrics("")), 2'500'000);
    EXPECT_EQ(durationIn(begin + metrics(R"(, "duration_us": 7)") + end), 7000);
    EXPECT_EQ(durationIn(metrics(R"(, "dynamo_cumulative_compile_time_us": 9)")), 9000);
}

TEST(TorchTrace, aRecompileThatWasRefusedIsANotice)
{
    const auto log = readText(
        record(
            R"({"artifact": {"name": "recompile_reasons"}, "frame_id": 0, "frame_compile_id": 8})",
            R"(["0/7: size changed  # a.py:3", "0/6: other"])")
        + record(R"({"compilation_metrics": {"compile_id": "0/8", "co_name": "f", "fail_type": )"
                 R"("Unsupported", "fail_reason": "Dynamo recompile limit exceeded"}, )"
                 R"("frame_id": 0, "frame_compile_id": 8})"));
    const auto& run = log.runs.front();
    EXPECT_TRUE(run.recompiles.empty());
    ASSERT_EQ(run.notices.size(), 1U);
    EXPECT_EQ(run.notices.front().sentence,
        "f reached the recompile limit and runs eagerly for this case; the last guard that failed: "
        "size changed.");
}

TEST(TorchTrace, neverKeepsPayloadsThatHoldTheEnvironment)
{
    const auto log = readText(record(
        R"({"artifact": {"name": "fx_graph_runnable", "encoding": "string"}, "frame_id": 0})",
        "os.environ['TOKEN'] = 'secret'"));
    EXPECT_EQ(log.runs.front().records.at("artifact:fx_graph_runnable").payloadBytes, 30);
    EXPECT_LT(log.keptBytes, 5000U);
}

TEST(TorchTrace, keepsOfCacheKeysNamesAndHashesAndValuesThatAreNoSecret)
{
    const auto answer = [](const std::string& number, const std::string& size) {
        return record(
            R"({"artifact": {"name": "fx_graph_cache_miss", "encoding": "json"}, "frame_id": 0, )"
            R"("frame_compile_id": )"
                + number + "}",
            R"({"key": "fabc", "components": ["[aaa] gm: def f(): return 'secret'", "[)" + size
                + R"(] example_inputs[0]: )" + size
                + R"(", "[ccc] inductor_config[token]: 'secret'"]})");
    };
    const auto log = readText(answer("0", "[4]") + answer("1", "[5]"));
    const auto& lookups = log.runs.front().caches.lookups;
    ASSERT_EQ(lookups.size(), 2U);
    EXPECT_EQ(lookups[0].parts.size(), 3U);
    EXPECT_EQ(lookups[0].parts[0].value + lookups[0].parts[2].value, "");
    ASSERT_EQ(lookups[1].parts.size(), 1U);
    EXPECT_EQ(lookups[1].parts[0].value, "[5]");
}

TEST(TorchTrace, keepsTheCodeThatInductorWrote)
{
    const auto log = readText(record(
        R"({"inductor_output_code": {"filename": "/a.py"}, "frame_id": 0, "frame_compile_id": 1})",
        "def call(args):\n\t    return ()"));
    ASSERT_EQ(log.runs.front().code.size(), 1U);
    EXPECT_EQ(log.runs.front().code.front().compileId, "0/1");
    EXPECT_EQ(log.runs.front().code.front().code, "def call(args):\n    return ()");
}

TEST(TorchTrace, tellsWhatAutotuningChose)
{
    const auto begin = eventRecord("mm_template_autotuning", "B", "1000");
    const auto end = record(R"({"chromium_event": {}, "frame_id": 0, "frame_compile_id": 0})",
        R"({"name": "mm_template_autotuning", "ts": 3000, "ph": "E", "pid": 0, "tid": 0, "args": )"
        R"({"autotune_choices_stats": "{\"num_choices\": 3, \"best_kernel\": \"mm\", )"
        R"(\"best_time\": 0.0123}"}})");
    const auto log = readText(begin + end);
    ASSERT_EQ(log.runs.front().caches.autotunes.size(), 1U);
    const auto& run = log.runs.front().caches.autotunes.front();
    EXPECT_EQ(run.work, "mm");
    EXPECT_EQ(run.tried, 3);
    ASSERT_EQ(run.choices.size(), 1U);
    EXPECT_EQ(run.choices.front().time, std::chrono::nanoseconds(12'300));
}

TEST(TorchTraceText, isValidUtf8WhateverTheLogHolds)
{
    const auto readable = [](const char* text) { return json_text::readable(text); };
    EXPECT_EQ(readable("a\tb\n\u00e9\u20ac\U0001F600"), "a\tb\n\u00e9\u20ac\U0001F600");
    EXPECT_EQ(readable("a\x1b[31m"), "a[31m"); // a terminal must not obey
    EXPECT_EQ(readable("\xC0\x80"), "\uFFFD\uFFFD"); // a longer form than needed
    EXPECT_EQ(readable("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD"); // a surrogate
    EXPECT_EQ(readable("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD"); // beyond Unicode
    EXPECT_EQ(readable("\xE2\x82"), "\uFFFD\uFFFD"); // cut
    EXPECT_EQ(json_text::textOf(R"("\ud83d\ude00\ud83d \u00e9\/")"), "\U0001F600\uFFFD \u00e9/");
    EXPECT_EQ(firstSymbols("\u00e9\u20acx", 2), "\u00e9\u20ac");
}

TEST(TorchTraceText, timesKeepTheirDecimals)
{
    const auto nanosecondsOf = nanosecondsOfMicroseconds;
    EXPECT_EQ(nanosecondsOf("1755896451921168.5"), 1755896451921168500);
    EXPECT_EQ(nanosecondsOf("-1.0019"), -1002);
    EXPECT_EQ(nanosecondsOf("7"), 7000);
    EXPECT_EQ(nanosecondsOf("1e3"), 1'000'000);
    EXPECT_EQ(nanosecondsOf("99999999999999999"), std::nullopt); // beyond 64 bits
    EXPECT_EQ(nanosecondsOf("NaN"), std::nullopt);
    EXPECT_EQ(nanosecondsOf("\"7\""), std::nullopt);
}
