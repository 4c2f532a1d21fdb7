// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "tests/app/cli/program.h"
#include "tests/support/stored_example.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tests {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A file with the example in it, and the program beside it.
class ExampleFile : public ::testing::Test {
protected:
    void SetUp() override { storedIn(file, recorded_example::recordedExample()); }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
    std::string file = (folder.path() / "example.fscope").string();
};

/// The commands that read, on a stored example, without torch.
class StoredFile : public ExampleFile {
protected:
    [[nodiscard]] Ended done(const std::vector<std::string>& words) const
    {
        auto ended = program.run(words);
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(ended.err, "");
        return ended;
    }

    [[nodiscard]] std::string refusalOf(const std::vector<std::string>& words, int code) const
    {
        const auto ended = program.run(words);
        EXPECT_EQ(ended.code, code) << ended.err;
        EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: "));
        return ended.lastErrorLine();
    }
};

/// What somebody mails: files that would run, never end or fill the memory.
class HostileFile : public ExampleFile {
protected:
    void change(const std::string& sql) const
    {
        SQLite::Database(file, SQLite::OPEN_READWRITE).exec(sql);
    }

    void expectRefused(
        const std::vector<std::string>& words, int code, const std::string& message) const
    {
        const auto before = textOf(file);
        const auto ended = program.run(words);
        EXPECT_EQ(ended.code, code) << words.front() << ": " << ended.err;
        EXPECT_EQ(ended.out, "") << words.front();
        EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: "));
        EXPECT_THAT(ended.lastErrorLine(), HasSubstr(message));
        EXPECT_EQ(textOf(file), before) << words.front() << " changed the file";
    }

    std::string trace = (folder.path() / "trace.json").string();
};

} // namespace

TEST_F(StoredFile, CompareEndsWithTheVerdictSentence)
{
    const auto text = done({"compare", file}).out;
    EXPECT_THAT(text, HasSubstr("max-autotune"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b[")));
    const auto last = text.substr(text.rfind("\n\n") + 2);
    EXPECT_THAT(last, AllOf(StartsWith("On AMD EPYC"), HasSubstr("pays")));
}

TEST_F(StoredFile, CompareJsonIsADocument)
{
    const auto document = json::parse(done({"compare", file, "--json"}).out);
    EXPECT_EQ(document["schema"], 1);
    EXPECT_EQ(document["cases"][0]["variants"].size(), 4U);
}

TEST_F(StoredFile, SeveralAreComparedSideBySideWithoutAVerdict)
{
    const auto text = done({"compare", file, file + "@1"}).out;
    EXPECT_THAT(text,
        AllOf(HasSubstr("baseline"), HasSubstr("paired: same recording"), HasSubstr("unpaired"),
            HasSubstr("no verdict follows")));
    const auto document = json::parse(done({"compare", file, file + "@1", "--json"}).out);
    EXPECT_TRUE(document["verdict"].is_null());
    const auto& rows = document["cases"][0]["rows"];
    ASSERT_EQ(rows.size() % 2, 0U);
    EXPECT_EQ(rows[0]["median_ns"], rows[rows.size() / 2]["median_ns"]) << "the same recording";
    EXPECT_NE(rows[0]["run"], rows[rows.size() / 2]["run"]);
    EXPECT_TRUE(rows[1]["paired"]);
    EXPECT_FALSE(rows[rows.size() / 2]["paired"]);
    EXPECT_THAT(refusalOf({"compare", file, file + "@7"}, 1), HasSubstr("7"));
}

TEST_F(StoredFile, EveryPartOfShowIsTextAndJson)
{
    for (const auto* part : {"environment", "log", "calls", "compiles", "breaks", "recompiles",
             "numerics", "memory", "trace", "kernels", "operators", "slow", "ledger", "findings"}) {
        EXPECT_NE(done({"show", file, part}).out, "") << part;
        EXPECT_EQ(json::parse(done({"show", file, part, "--json"}).out)["schema"], 1) << part;
    }
}

TEST_F(StoredFile, PartsThatAreNotThereAreASentence)
{
    EXPECT_THAT(done({"show", file, "trace"}).out, HasSubstr("No calls were traced"));
    EXPECT_THAT(done({"show", file, "gpu"}).out, HasSubstr("its calls were not traced"));
    EXPECT_THAT(done({"show", file, "ledger"}).out, HasSubstr("its calls were not traced"));
    EXPECT_THAT(refusalOf({"show", file, "kernel"}, 2), HasSubstr("no part \"kernel\""));
}

TEST_F(StoredFile, SqlAnswersOneQueryAndChangesNothing)
{
    const std::string query = "SELECT variant, count(*) AS processes, NULL AS none FROM "
                              "call_summary WHERE kind = 'timed' GROUP BY variant";
    EXPECT_THAT(done({"sql", file, query}).out, StartsWith("variant"));
    const auto document = json::parse(done({"sql", file, query, "--json"}).out);
    EXPECT_EQ(document["columns"], (std::vector<std::string> {"variant", "processes", "none"}));
    EXPECT_EQ(document["rows"].size(), 4U);
    EXPECT_TRUE(document["rows"][0][2].is_null());
    EXPECT_THAT(
        done({"sql", file, "SELECT 'a,\"b', 1.5", "--csv"}).out, HasSubstr("\"a,\"\"b\",1.5\n"));
    EXPECT_THAT(done({"sql", file, "SELECT count(*) FROM kernel"}).out, HasSubstr("0"));
    const auto before = textOf(file);
    for (const auto* refused : {"DELETE FROM comparison", "SELECT 1; DROP TABLE trace",
             "ATTACH 'new.db' AS x", "PRAGMA user_version = 1", "SELECT * FROM nothing_there", ""})
        EXPECT_NE(refusalOf({"sql", file, refused}, 1), "") << refused;
    EXPECT_THAT(refusalOf({"sql", file + "@1", "SELECT 1"}, 2), HasSubstr("whole file"));
    EXPECT_EQ(textOf(file), before);
}

TEST_F(StoredFile, ListShowsWhatIsThere)
{
    EXPECT_THAT(done({"list", file}).out, HasSubstr("reduce-overhead"));
    const auto row = json::parse(done({"list", file, "--json"}).out)["comparisons"][0];
    for (const auto* key :
        {"id", "name", "time", "workload", "device", "torch", "cases", "variants", "status"})
        EXPECT_TRUE(row.contains(key)) << key;
    EXPECT_EQ(row["status"], "complete");
    EXPECT_THAT(done({"list"}).out, HasSubstr("No comparisons yet"));
}

TEST_F(StoredFile, AComparisonIsNamedByNumberOrName)
{
    EXPECT_EQ(done({"compare", file + "@1"}).out, done({"compare", file}).out);
    EXPECT_EQ(done({"compare", file + "@resnet50"}).out, done({"compare", file}).out);
    EXPECT_THAT(refusalOf({"compare", file + "@7"}, 1), HasSubstr("7"));
}

TEST_F(StoredFile, ExportWritesCsvJsonAndAReport)
{
    EXPECT_THAT(done({"export", file, "--as", "csv"}).out, StartsWith("case,inputs,variant,"));
    EXPECT_THAT(done({"export", file, "--as", "csv", "--part", "calls"}).out,
        StartsWith("variant,again,case,"));
    EXPECT_EQ(
        json::parse(done({"export", file, "--as", "json", "--part", "breaks"}).out)["schema"], 1);
    const auto report = (folder.path() / "report.html").string();
    EXPECT_EQ(done({"export", file, "--as", "report", "-o", report}).out, "");
    EXPECT_THAT(textOf(report), StartsWith("<!doctype html>"));
    EXPECT_THAT(
        refusalOf({"export", file, "--as", "xlsx"}, 2), HasSubstr("csv, json, chrome or report"));
    EXPECT_THAT(refusalOf({"export", file, "--as", "chrome"}, 1), HasSubstr("holds no trace"));
    const auto markdown = (folder.path() / "report.md").string();
    EXPECT_EQ(
        done({"export", file, "--as", "report", "--template", "one-page", "-o", markdown}).out, "");
    EXPECT_THAT(textOf(markdown), AllOf(StartsWith("# resnet50"), HasSubstr("report_files/")));
    EXPECT_FALSE(std::filesystem::is_empty(folder.path() / "report_files"));
    EXPECT_THAT(
        refusalOf({"export", file, "--as", "report", "-o", "r.pdf"}, 2), HasSubstr("fusescope-ui"));
    EXPECT_THAT(refusalOf({"export", file, "--as", "report", "--template", "x"}, 2),
        HasSubstr("one-page, full or regression"));
}

TEST_F(StoredFile, ExportNeverWritesOverADatabase)
{
    const auto before = textOf(file);
    EXPECT_THAT(
        refusalOf({"export", file, "--as", "csv", "-o", file}, 1), HasSubstr("not overwritten"));
    EXPECT_EQ(textOf(file), before);
}

TEST_F(StoredFile, ReproduceGivesAPlanThatCanBeReadAgain)
{
    const auto plan = (folder.path() / "plan.json").string();
    EXPECT_THAT(done({"reproduce", file, "-o", plan}).out,
        AllOf(HasSubstr("fusescope record plan.json"), HasSubstr("Seeds")));
    EXPECT_EQ(json::parse(textOf(plan))["variants"].size(), 4U);
    const auto document = json::parse(done({"reproduce", file, "--json"}).out);
    for (const auto* key : {"command", "tool_version", "seeds", "environment", "plan"})
        EXPECT_TRUE(document.contains(key)) << key;
}

TEST_F(StoredFile, AFileFromANewerProgramIsRefused)
{
    auto bytes = textOf(file);
    bytes[62] = 1; // user_version, big-endian, at offset 60 of SQLite's header
    writeText(file, bytes);
    EXPECT_THAT(refusalOf({"compare", file}, 1), HasSubstr("newer"));
    EXPECT_EQ(textOf(file), bytes);
}

TEST_F(StoredFile, AFileThatIsNoneOfOursIsRefused)
{
    const auto text = (folder.path() / "a.txt").string();
    writeText(text, "words");
    EXPECT_THAT(refusalOf({"compare", text}, 1), HasSubstr("a.txt"));
    EXPECT_THAT(refusalOf({"list", text}, 1), HasSubstr("a.txt"));
    EXPECT_THAT(refusalOf({"show", "none.fscope", "log"}, 1), HasSubstr("none.fscope"));
}

TEST_F(StoredFile, EnvironmentsAreListedAndForgotten)
{
    EXPECT_THAT(done({"env", "list"}).out, HasSubstr("No environments yet"));
    EXPECT_THAT(refusalOf({"env", "remove", "x"}, 1), HasSubstr("no environment \"x\""));
    EXPECT_THAT(refusalOf({"env", "add", "x", "/nowhere/python"}, 1), HasSubstr("/nowhere"));
}

TEST_F(StoredFile, WithoutADesktopProgramUiSaysSo)
{
    program.environment = {"PATH=/nowhere"};
    if (std::filesystem::exists(FUSESCOPE_BINARY_DIR "/bin/fusescope-ui"))
        GTEST_SKIP() << "this build has the desktop program";
    EXPECT_THAT(refusalOf({"ui"}, 1), HasSubstr("no desktop program"));
}

TEST_F(HostileFile, RunsNoTriggerAndNoViewOfItsOwn)
{
    std::ofstream(trace) << R"({"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm",
        "pid": 1, "tid": 1, "ts": 1, "dur": 2}]})";

    struct Planted {
        const char* sql;
        const char* message;
    };

    for (const Planted& planted : {Planted {"CREATE TRIGGER spring AFTER INSERT ON comparison "
                                            "BEGIN UPDATE comparison SET name = 'x'; END",
                                       "its trigger \"spring\" is none of ours"},
             Planted {"DROP TRIGGER spring; DROP TABLE notice; CREATE VIEW notice AS WITH "
                      "RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) "
                      "SELECT id, 1 AS comparison_id FROM n",
                 "its view \"notice\" is none of ours"}}) {
        change(planted.sql);
        for (const auto& words : std::vector<std::vector<std::string>> {{"list", file},
                 {"compare", file}, {"show", file, "log"}, {"show", file, "findings", "--json"},
                 {"sql", file, "SELECT count(*) FROM notice"}, {"export", file, "--as", "csv"},
                 {"export", file, "--as", "json", "--part", "log"}, {"reproduce", file},
                 {"import", trace, "-o", file}})
            expectRefused(words, 1, planted.message);
    }
}

TEST_F(HostileFile, MayBeAnExportOfNsysWithAView)
{
    const auto exported = (folder.path() / "report.sqlite").string();
    SQLite::Database(exported, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
              "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
              "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT 1 AS start, 2 AS end");
    expectRefused({"import", exported, "-o", file}, 1,
        "a view or a virtual table stands in the place of its table CUPTI_ACTIVITY_KIND_KERNEL");
}

} // namespace tests
