// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_database.h"
#include "tests/app/cli/program.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

/// What somebody mails: files that would run, never end or fill the memory.
namespace tests {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class HostileFile : public ::testing::Test {
protected:
    void SetUp() override
    {
        auto sink = storage::openForRecording(file);
        ASSERT_TRUE(sink) << sink.error().message;
        const auto stored
            = recorded_example::storeExample(recorded_example::recordedExample(), **sink);
        ASSERT_TRUE(stored) << stored.error().message;
    }

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

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
    std::string file = (folder.path() / "mailed.fscope").string();
    std::string trace = (folder.path() / "trace.json").string();
};

} // namespace

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
