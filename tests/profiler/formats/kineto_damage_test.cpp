// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/chrome_source.h"
#include "profiler/formats/kineto/kineto_reader.h"
#include "tests/profiler/formats/gzip_text.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <unistd.h>

using namespace profiler;
using testing::HasSubstr;
using tests::packed;

/// Damaged files give their whole events and say what they lack.
namespace {

constexpr std::string_view first = R"({"ph": "X", "cat": "kernel", "name": "first", "pid": 0, )"
                                   R"("tid": 7, "ts": 100.001, "dur": 2.5, )"
                                   R"("args": {"stream": 7, "correlation": 41}})";
constexpr std::string_view second = R"({"ph": "X", "cat": "kernel", "name": "second", "pid": 0, )"
                                    R"("tid": 7, "ts": 110.002, "dur": 3, )"
                                    R"("args": {"stream": 7, "correlation": 42}})";

/// Real events of several versions, cut to a few.
std::string example(const char* name)
{
    return tests::textOf(FUSESCOPE_SOURCE_DIR "/tests/fuzz/kineto_seeds/" + std::string(name));
}

std::string document(const std::string& events)
{
    return R"({"schemaVersion": 1, "baseTimeNanoseconds": 1000000, "traceEvents": [)" + events
        + "]}";
}

std::string both()
{
    return document(std::string(first) + ",\n" + std::string(second));
}

Result<ImportedTrace> readDamaged(std::string text, const KinetoLimits& limits = {})
{
    std::FILE* const file = std::tmpfile();
    EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
    std::rewind(file);
    ChromeSource source(
        ChromeSource::File(file, std::fclose), static_cast<std::int64_t>(text.size()), {});
    return readKineto(source, limits);
}

/// What must be readable.
ImportedTrace readable(const std::string& text)
{
    auto trace = readDamaged(text);
    EXPECT_TRUE(trace) << trace.error().message;
    return trace ? *trace : ImportedTrace {};
}

std::vector<std::string> kernelNames(const ImportedTrace& trace)
{
    std::vector<std::string> names;
    for (const auto name : trace.rows.kernels.name)
        names.push_back(trace.rows.names.at(static_cast<std::size_t>(name) - 1).text);
    return names;
}

const std::vector<std::string> bothNames {"first", "second"};

void expectBothWhole(const std::string& text)
{
    const auto trace = readable(text);
    EXPECT_EQ(kernelNames(trace), bothNames);
    EXPECT_EQ(trace.rows.kernels.startNs, (std::vector<std::int64_t> {1'100'001, 1'110'002}));
    EXPECT_EQ(trace.rows.kernels.durationNs, (std::vector<std::int64_t> {2'500, 3'000}));
    EXPECT_TRUE(trace.losses.empty()) << trace.losses.front().what;
}

std::string replaced(std::string text, std::string_view what, std::string_view with)
{
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

/// Only the first event is there; a sentence says so, with a byte within the text.
void expectFirstAlone(const std::string& text)
{
    const auto trace = readable(text);
    EXPECT_EQ(kernelNames(trace), std::vector<std::string> {"first"});
    ASSERT_EQ(trace.losses.size(), 1U);
    EXPECT_THAT(trace.losses[0].what, HasSubstr("kept"));
    EXPECT_GT(trace.losses[0].byte, 0);
}

/// One field is lost, and neither an event nor another field.
void expectFields(const std::string& text)
{
    const auto trace = readable(text);
    EXPECT_EQ(kernelNames(trace), bothNames);
    EXPECT_EQ(trace.rows.kernels.startNs, (std::vector<std::int64_t> {1'100'001, 1'110'002}));
    ASSERT_EQ(trace.losses.size(), 1U);
    EXPECT_THAT(trace.losses[0].what, HasSubstr("field"));
}

TEST(DamagedTrace, IsNoneWhenItIsWhole)
{
    expectBothWhole(both());
    expectBothWhole(packed(both()));
    expectBothWhole("\xef\xbb\xbf" + both());
    expectBothWhole(replaced(both(), ",\n", ",\r\n"));
    expectBothWhole(packed(both().substr(0, 90)) + packed(both().substr(90)));
}

TEST(DamagedTrace, MayTellItsBaseBehindTheEvents)
{
    auto text = replaced(both(), R"("baseTimeNanoseconds": 1000000, )", "");
    text = replaced(text, "]}", R"(], "traceName": "x", "baseTimeNanoseconds": "1000000"})");
    expectBothWhole(text);
    EXPECT_EQ(readable(text).name, "x");
}

TEST(DamagedTrace, MayBeAList)
{
    const auto trace = readable("[" + std::string(first) + "," + std::string(second) + "]");
    EXPECT_EQ(kernelNames(trace), bothNames);
    EXPECT_EQ(trace.rows.kernels.startNs.front(), 100'001);
    EXPECT_TRUE(trace.losses.empty());
}

TEST(DamagedTrace, IsForgivenWhatStrictReadersRefuse)
{
    expectBothWhole(replaced(both(), "}}]}", "}},]}"));
    expectBothWhole(replaced(both(), R"("stream": 7,)", R"("stream": 7, "x": NaN, "y": N/A, )"));
    expectBothWhole(replaced(both(), R"("ts": 100.001)", R"("ts": "100.001")"));
    expectBothWhole(replaced(both(), R"("dur": 2.5)", R"("dur": 9, "dur": 2.5)"));
    expectBothWhole(replaced(both(), R"("ts": 100.001)", R"("ts": 1.00001e2)"));
    expectBothWhole(replaced(both(), R"("correlation": 41})", R"("correlation": 41,})"));
}

TEST(DamagedTrace, HasNamesOfValidText)
{
    const auto nameOf = [](std::string_view raw) {
        return kernelNames(readable(replaced(both(), "\"first\"", raw))).front();
    };
    EXPECT_EQ(nameOf("\"a\xff\xc3z\""), "a\uFFFD\uFFFDz");
    EXPECT_EQ(nameOf("\"caf\xc3\xa9\""), "café");
    EXPECT_EQ(nameOf("\"a\nb\tc\""), "a\nb\tc");
    EXPECT_EQ(nameOf(R"("\u00e9\ud83d\ude00\"\\")"), "é😀\"\\");
    EXPECT_EQ(nameOf(R"("C:\models\x\ud800")"), "C:\\models\\x\uFFFD");
}

TEST(DamagedTrace, LosesAnEventThatIsBrokenAndKeepsThoseAround)
{
    for (const auto* const broken :
        {R"({"ph": "X", "name": "unescaped "quotes", that hide", "ts": 1, "dur": 1})",
            R"({"ph": "X", "name": "no end, "ts": 1, "dur": 1})", R"({"ph": "X", "args": ]})",
            R"({"ph": "X", "args": [}})", "garbage", "}"}) {
        const auto trace
            = readable(document(std::string(first) + ", " + broken + ", " + std::string(second)));
        EXPECT_EQ(kernelNames(trace), bothNames) << broken;
        ASSERT_EQ(trace.losses.size(), 1U) << broken;
        EXPECT_THAT(trace.losses[0].what, HasSubstr("left out"));
        EXPECT_EQ(
            trace.losses[0].byte, static_cast<std::int64_t>(document(std::string(first)).size()))
            << broken;
    }
}

TEST(DamagedTrace, KeepsNamesWithQuotesThatOldTorchDidNotEscape)
{
    const auto text = replaced(both(), "\"first\"", R"("my "range" a", "x": "C:\\")");
    const auto trace = readable(text);
    EXPECT_EQ(kernelNames(trace), (std::vector<std::string> {R"(my "range" a)", "second"}));
    EXPECT_TRUE(trace.losses.empty());
    for (const std::size_t size : {1U, 500U})
        EXPECT_EQ(readDamaged(text, {.blockBytes = size})->rows, trace.rows) << size;
}

TEST(DamagedTrace, LosesOneEventForEachThatIsNotClosed)
{
    std::string events;
    constexpr int count = 300;
    for (int i = 0; i < count; ++i)
        events += std::string(first) + ",\n" + std::string(second).substr(0, second.size() - 1)
            + ",\n";
    const auto trace = readable(document(events + std::string(first)));
    EXPECT_EQ(trace.rows.kernels.size(), static_cast<std::size_t>(count) + 1);
}

TEST(DamagedTrace, GoesOnBehindAListThatIsClosedEarly)
{
    const auto trace = readable(replaced(both(), ",\n", "], "));
    EXPECT_EQ(kernelNames(trace), bothNames);
    ASSERT_EQ(trace.losses.size(), 1U);
    EXPECT_THAT(trace.losses[0].what, HasSubstr("closed before byte"));
}

TEST(DamagedTrace, KeepsTheFieldsBehindOneThatIsBroken)
{
    const auto broken = R"("metadata": {"env": "x"y"}, )";
    expectFields(replaced(both(), R"("baseTime)", std::string(broken) + R"("baseTime)"));
    auto last = replaced(both(), R"("baseTimeNanoseconds": 1000000, )", "");
    last = replaced(last, "]}", "], " + std::string(broken) + R"("baseTimeNanoseconds": 1000000})");
    expectFields(last);
}

TEST(DamagedTrace, MayTellIntegersWithAnExponent)
{
    expectBothWhole(replaced(both(), "1000000,", "1.000000e+06,"));
    const auto correlationOf = [](std::string_view number) {
        return readable(replaced(both(), "41}", std::string(number) + "}"))
            .rows.kernels.correlation.front();
    };
    EXPECT_EQ(correlationOf("4.1e1"), 41);
    EXPECT_EQ(correlationOf("410E-1"), 41);
    EXPECT_EQ(correlationOf("41.0"), 41);
    for (const auto* const none : {"1e99", "1e", "4.1.1e1", "9.9e18e"})
        EXPECT_EQ(correlationOf(none), 0) << none;
}

TEST(DamagedTrace, LosesAnEventWithoutATime)
{
    for (const auto* const time : {"NaN", "N/A", "\"\"", "1e400", "99999999999999999999"}) {
        const auto trace = readable(replaced(both(), "110.002", time));
        EXPECT_EQ(kernelNames(trace), std::vector<std::string> {"first"}) << time;
        ASSERT_EQ(trace.losses.size(), 1U);
        EXPECT_THAT(trace.losses[0].what, HasSubstr("no time"));
    }
}

TEST(DamagedTrace, KeepsWhatStandsBeforeItsEnd)
{
    const auto text = both();
    expectFirstAlone(text.substr(0, text.size() - 10));
    expectFirstAlone(text.substr(0, text.find(second)));
    expectFirstAlone(text.substr(0, text.find("\"second")));
    const auto unclosed = readable(text.substr(0, text.size() - 2));
    EXPECT_EQ(kernelNames(unclosed), bothNames);
    ASSERT_EQ(unclosed.losses.size(), 1U);
    EXPECT_THAT(unclosed.losses[0].what, HasSubstr("closing"));
}

TEST(DamagedTrace, LosesNoMoreThanTheEventThatIsCutWhereverThatIs)
{
    for (const auto* const name : {"nvidia_2026.json", "memory.json", "amd_compiled.json"}) {
        const auto text = example(name);
        const auto whole = readable(text).events;
        const auto list = text.find("\"traceEvents\": [") + 16;
        std::int64_t before = 0;
        for (auto length = list; length < text.size(); ++length) {
            const auto trace = readable(text.substr(0, length));
            EXPECT_GE(trace.events, before) << name << " cut at " << length;
            EXPECT_LE(trace.events, whole);
            EXPECT_EQ(trace.losses.size(), 1U) << name << " cut at " << length;
            before = trace.events;
        }
        EXPECT_EQ(before, whole);
    }
}

TEST(DamagedTrace, SaysThatItsCompressedDataEndEarly)
{
    const auto text = example("memory.json");
    const auto events = readable(text).events;
    const auto whole = packed(text);
    std::int64_t before = 0;
    for (std::size_t length = whole.size() / 2; length < whole.size(); ++length) {
        const auto trace = readable(whole.substr(0, length));
        ASSERT_EQ(trace.losses.size(), 1U) << length;
        EXPECT_THAT(trace.losses[0].what, HasSubstr("compressed data are cut off"));
        EXPECT_GE(trace.events, std::max<std::int64_t>(before, 1)) << length;
        before = trace.events;
    }
    EXPECT_EQ(before, events);
}

TEST(DamagedTrace, IsTheSameInBlocksOfAnySize)
{
    for (const auto* const name : {"nvidia_2021.json", "nvidia_2026.json", "decimals.json",
             "broken.json", "list.json", "packed_cut.json.gz"}) {
        const auto text = example(name);
        const auto large = readDamaged(text);
        ASSERT_TRUE(large) << name;
        EXPECT_GT(large->events, 0);
        for (const std::size_t size : {1U, 500U, 777U, 1000U})
            EXPECT_EQ(readDamaged(text, {.blockBytes = size})->rows, large->rows)
                << name << ' ' << size;
    }
}

TEST(DamagedTrace, IsReadToItsEndHoweverItIsNested)
{
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += R"(,{"ph":[1)";
    const auto trace = readable(document(std::string(first) + deep));
    EXPECT_EQ(kernelNames(trace), std::vector<std::string> {"first"});
    EXPECT_LE(trace.losses.size(), 21U);
    std::string wide = R"(,{"ph":1,"args":[)";
    for (int i = 0; i < 100'000; ++i)
        wide += R"({"ph":1},)";
    auto unclosed = document(std::string(first) + wide);
    unclosed.resize(unclosed.size() - 2);
    EXPECT_EQ(readable(unclosed).events, 100'001);
}

TEST(DamagedTrace, IsLeftOutBeyondWhatOneCanHold)
{
    const auto trace = readDamaged(both(), {.events = 1});
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->events, 1);
    EXPECT_THAT(trace->losses.at(0).what, HasSubstr("more than 1 events"));
}

TEST(DamagedTrace, SkipsAFieldThatIsTooLongAndKeepsItsEvents)
{
    const auto text = replaced(both(), "{\"schema",
        R"({"metadata": {"env": ")" + std::string(100'000, 'x') + R"("}, "schema)");
    const auto trace = readDamaged(text, {.blockBytes = 1000, .valueBytes = 5000});
    ASSERT_TRUE(trace);
    EXPECT_EQ(kernelNames(*trace), bothNames);
    EXPECT_THAT(trace->losses.at(0).what, HasSubstr("too long"));
}

TEST(DamagedTrace, IsRefusedInWordsWhereItHoldsNothing)
{
    const auto refusal = [](const std::string& text) {
        const auto trace = readDamaged(text);
        EXPECT_FALSE(trace);
        return trace ? std::string() : trace.error().message;
    };
    EXPECT_THAT(refusal(""), HasSubstr("empty"));
    EXPECT_THAT(refusal(" \n"), HasSubstr("empty"));
    EXPECT_THAT(refusal("SQLite format 3"), HasSubstr("no trace"));
    EXPECT_THAT(refusal(R"({"schemaVersion": 1})"), HasSubstr("no trace"));
    EXPECT_THAT(refusal(packed(both()).substr(0, 20)), HasSubstr("cut off"));
    EXPECT_THAT(refusal("\x1f\x8bnonsense"), HasSubstr("damaged"));
}

TEST(DamagedTrace, ThatIsOneObjectALineIsCalledByItsName)
{
    const auto trace = readDamaged(std::string(first) + "\n" + std::string(second) + "\n");
    ASSERT_FALSE(trace);
    EXPECT_THAT(trace.error().message, HasSubstr("NDJSON"));
}

TEST(DamagedTrace, TellsOfBytesBehindItsCompressedData)
{
    const auto trace = readable(packed(both()) + "other bytes");
    EXPECT_EQ(kernelNames(trace), bothNames);
    ASSERT_EQ(trace.losses.size(), 1U);
    EXPECT_THAT(trace.losses[0].what, HasSubstr("other bytes follow its compressed data"));
}

TEST(DamagedTrace, TellsWhereTheFirstEventStandsThatBeginsAlone)
{
    const auto alone = R"({"ph": "B", "cat": "cpu_op", "name": "a", "pid": 0, "tid": 7, "ts": 1})";
    const auto text = document(std::string(first) + "," + alone + "," + alone);
    const auto trace = readable(text);
    ASSERT_EQ(trace.losses.size(), 1U);
    const auto byte = static_cast<std::int64_t>(text.find(alone));
    EXPECT_EQ(trace.losses[0].byte, byte);
    EXPECT_THAT(trace.losses[0].what, HasSubstr("2 events tell"));
    EXPECT_THAT(trace.losses[0].what, HasSubstr("at byte " + std::to_string(byte)));
}

/// As many zeros as the file has, of which nothing is stored.
TEST(DamagedTrace, OfZerosIsNotReadToItsEnd)
{
    constexpr std::int64_t bytes = std::int64_t {1} << 40U;
    for (const std::string begin : {"{", "[", R"({"traceEvents": [)", R"({"a)", R"({"a": )"}) {
        SCOPED_TRACE(begin);
        std::FILE* const file = std::tmpfile();
        std::fwrite(begin.data(), 1, begin.size(), file);
        ASSERT_EQ(std::fseek(file, 0, SEEK_SET), 0);
        if (ftruncate(fileno(file), bytes) != 0)
            GTEST_SKIP() << "the file system has no sparse files";
        std::int64_t readDamaged = 0;
        ChromeSource source(
            ChromeSource::File(file, std::fclose), bytes, [&](std::int64_t taken, std::int64_t) {
                readDamaged = taken;
                return taken < std::int64_t {1} << 30U;
            });
        const auto trace = readKineto(source, {});
        EXPECT_LT(readDamaged, std::int64_t {1} << 30U);
        EXPECT_TRUE(!trace || trace->events == 0);
    }
}

TEST(DamagedTrace, IsNotFoundOrNoFile)
{
    EXPECT_EQ(readKineto("/no/such/trace.json").error().kind, ErrorKind::NotFound);
    EXPECT_EQ(readKineto(FUSESCOPE_SOURCE_DIR).error().kind, ErrorKind::BadInput);
}

TEST(ReadingATrace, TellsHowFarItIsAndStopsWhenAsked)
{
    const std::string file
        = std::string(FUSESCOPE_SOURCE_DIR) + "/tests/fuzz/kineto_seeds/memory.json";
    std::int64_t last = -1;
    std::int64_t all = 0;
    ASSERT_TRUE(readKineto(file, [&](std::int64_t readDamaged, std::int64_t of) {
        EXPECT_GE(readDamaged, last);
        last = readDamaged;
        all = of;
        return true;
    }));
    EXPECT_EQ(last, all);
    EXPECT_EQ(all, static_cast<std::int64_t>(example("memory.json").size()));
    const auto stopped = readKineto(file, [](std::int64_t, std::int64_t) { return false; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Interrupted);
}

} // namespace
