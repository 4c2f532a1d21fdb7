// SPDX-License-Identifier: Apache-2.0
// Files whose schema is not ours: what somebody planted there never runs, whoever opens the file.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "storage/file/sql_query.h"
#include "storage/sqlite/migrations.h"
#include "tests/storage/refusals.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <random>
#include <sqlite3.h>

namespace tests {
namespace {

using namespace profiler;
using testing::HasSubstr;

namespace fs = std::filesystem;

struct Planted {
    const char* what;
    std::string sql;
    std::string message; ///< in the refusal
};

const std::string rewrite = "PRAGMA writable_schema = ON; ";

/// A text of the schema changed behind SQLite's back.
std::string rewritten(const std::string& table, const std::string& from, const std::string& to)
{
    return rewrite + "UPDATE sqlite_schema SET sql = replace(sql, '" + from + "', '" + to
        + "') WHERE name = '" + table + "'";
}

// NOLINTNEXTLINE(readability-function-size): one list
std::vector<Planted> plants()
{
    const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) ";
    return {
        {"a trigger that falsifies what is added",
            "CREATE TRIGGER t AFTER INSERT ON comparison BEGIN UPDATE comparison SET name = 'x'; "
            "END",
            "its trigger \"t\" is none of ours"},
        {"a trigger on a counter",
            "CREATE TRIGGER n AFTER UPDATE ON change BEGIN DELETE FROM "
            "comparison; END",
            "its trigger \"n\""},
        {"a trigger instead of a change of a view of ours",
            "CREATE TRIGGER v INSTEAD OF INSERT ON call_summary BEGIN DELETE FROM notice; END",
            "its trigger \"v\""},
        {"an endless view in the place of a table",
            "DROP TABLE notice; CREATE VIEW notice AS " + endless
                + "SELECT i AS id, 1 AS comparison_id, NULL AS variant_index, NULL AS case_index, "
                  "'r' AS rule, 's' AS sentence FROM n",
            "its view \"notice\" is none of ours"},
        {"another view under a name of ours",
            "DROP VIEW call_summary; CREATE VIEW call_summary AS " + endless + "SELECT * FROM n",
            "its view \"call_summary\" is another one"},
        {"a view more", "CREATE VIEW extra AS SELECT 1", "its view \"extra\" is none of ours"},
        {"a table more", "CREATE TABLE extra (id INTEGER)", "its table \"extra\" is none of ours"},
        {"a table that hides our virtual one", "CREATE TABLE kernel (id INTEGER)",
            "its table \"kernel\""},
        {"a virtual table", "CREATE VIRTUAL TABLE search USING fts5(text)", "its table \"search"},
        {"an index on an expression", "CREATE INDEX e ON notice (abs(variant_index))",
            "its index \"e\" is none of ours"},
        {"an index on some rows", "CREATE INDEX p ON notice (rule) WHERE length(sentence) > 3",
            "its index \"p\""},
        {"an index more in a name of ours",
            "DROP INDEX notice_comparison; CREATE INDEX notice_comparison ON notice (rule)",
            "its index \"notice_comparison\" is another one"},
        {"a computed column", "ALTER TABLE notice ADD COLUMN twice INTEGER AS (variant_index * 2)",
            "its table \"notice\" is another one"},
        {"a column more", "ALTER TABLE notice ADD COLUMN more TEXT", "its table \"notice\""},
        {"a CHECK", rewritten("notice", "rule TEXT NOT NULL", "rule TEXT NOT NULL CHECK (abs(1))"),
            "its table \"notice\" is another one"},
        {"a default that computes",
            rewritten("notice", "sentence TEXT NOT NULL", "sentence TEXT DEFAULT (hex(rule))"),
            ""}, // SQLite refuses it by itself
        {"a foreign key less",
            rewritten("notice", " REFERENCES comparison (id) ON DELETE CASCADE", ""),
            "its table \"notice\" is another one"},
        {"a page of no table",
            rewrite + "UPDATE sqlite_schema SET rootpage = 0 WHERE name = 'notice'", ""},
        {"the page of another table",
            rewrite
                + "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE "
                  "name = 'phase') WHERE name = 'notice'",
            "its table \"notice\" has no place of its own"},
        {"an entry twice",
            rewrite + "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'memory'",
            ""},
        {"a table less", "DROP TABLE numerics", "its table numerics is missing"},
        {"an index less", "DROP INDEX notice_comparison", "its index notice_comparison is missing"},
        {"a view less", "DROP VIEW call_summary", "its view call_summary is missing"},
        {"the number of an older schema", "PRAGMA user_version = 2", ""},
        {"no number", "PRAGMA user_version = 0", ""},
        {"a number below all", "PRAGMA user_version = -1", "holds no tables of Fusescope"},
        {"a name with an end of line", "CREATE TABLE \"a\nb\x1b[2J\" (id INTEGER)",
            "its table \"a?b?[2J\""},
        {"statistics of the planner", "ANALYZE", "its table \"sqlite_stat1\""},
    };
}

} // namespace

class PlantedSchema : public testing::TestWithParam<Planted> { };

INSTANTIATE_TEST_SUITE_P(Each, PlantedSchema, testing::ValuesIn(plants()), [](const auto& planted) {
    std::string name;
    for (const char c : std::string(planted.param.what))
        name += c == ' ' ? '_' : std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : 'X';
    return name;
});

TEST_P(PlantedSchema, IsRefusedInWordsAndNothingOfItRuns)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    recordedFile(file);
    execute(file, GetParam().sql);
    expectRefused(file, {ErrorKind::BadData, GetParam().message});
    const auto asked
        = storage::readSql(file, "SELECT count(*) FROM notice", {[](auto&) {}, [](auto&) {}});
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().kind, ErrorKind::BadData) << asked.error().message;
}

TEST(HostileSchema, OfAReleasedVersionIsRefusedToo)
{
    for (const auto* released : {"run_schema_1", "run_schema_2"}) {
        const TemporaryFolder folder;
        const auto file = folder / "run.fscope";
        fs::copy_file(
            fs::path(FUSESCOPE_SOURCE_DIR) / "tests/data" / (std::string(released) + ".fscope"),
            file);
        ASSERT_TRUE(storage::listComparisons(file));
        execute(file, "CREATE TRIGGER t AFTER UPDATE ON change BEGIN DELETE FROM comparison; END");
        expectRefused(file, {ErrorKind::BadData, "its trigger \"t\" is none of ours"});
    }
}

TEST(HostileSchema, WithOurMarkAndNoVersionIsNotMigrated)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    for (const auto* version : {"0", "-1"}) {
        fs::remove(file);
        execute(file,
            fmt::format("PRAGMA application_id = {}; CREATE TABLE t (a); "
                        "PRAGMA user_version = {}",
                storage::applicationId, version));
        const auto sink = storage::openForRecording(file);
        ASSERT_FALSE(sink) << version;
        EXPECT_EQ(sink.error().kind, ErrorKind::BadData);
        EXPECT_FALSE(storage::listComparisons(file));
    }
}

/// What a person made with SQLite's own tools.
TEST(OurSchema, StaysOursInCopiesAndAfterVacuum)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto copy = folder / "copy.fscope";
    recordedFile(file);
    execute(file, "VACUUM");
    EXPECT_TRUE(storage::loadComparison(file));
    execute(file, "VACUUM INTO '" + copy.string() + "'");
    EXPECT_TRUE(storage::loadComparison(copy));
    execute(copy, "PRAGMA page_size = 1024; VACUUM; PRAGMA journal_mode = WAL");
    EXPECT_TRUE(storage::loadComparison(copy));
    EXPECT_TRUE(storage::storeNote(copy, {1}, "text"));
    EXPECT_TRUE(*storage::compact(copy) == 0);
}

TEST(OurSchema, HasItsViewsForPeople)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    recordedFile(file);
    for (const auto* view : {"speaking_trace", "kernel_summary", "device_summary",
             "operator_summary", "kernel_change", "operator_change", "call_summary"}) {
        int rows = 0;
        const auto asked = storage::readSql(file, std::string("SELECT count(*) FROM ") + view,
            {[](auto&) {}, [&](auto&) { ++rows; }});
        EXPECT_TRUE(asked) << view << ": " << asked.error().message;
        EXPECT_EQ(rows, 1);
    }
}

/// Random statements of SQL's data definition on a file of ours: whatever they did, it is refused
/// or as it was.
TEST(HostileSchema, OfRandomStatementsIsRefusedOrUnchanged)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    recordedFile(file);
    const auto sound = bytesOf(file);
    const auto before = storage::loadComparison(file);
    ASSERT_TRUE(before);
    std::mt19937_64 engine(11);
    const auto one
        = [&engine](const std::vector<std::string>& of) { return of[engine() % of.size()]; };
    const std::vector<std::string> tables {"comparison", "notice", "process", "block", "change",
        "kernel_stat", "trace", "log_chunk", "sample_chunk", "environment"};
    const std::vector<std::string> bodies {"DELETE FROM notice", "UPDATE comparison SET name = 'x'",
        "INSERT INTO change VALUES (2, 2)", "SELECT 1"};
    int refused = 0;
    for (int i = 0; i < 150; ++i) {
        writeBytes(file, sound);
        const auto table = one(tables);
        const std::vector<std::string> statements {
            "CREATE TRIGGER t" + one({" BEFORE ", " AFTER "}) + one({"INSERT", "UPDATE", "DELETE"})
                + " ON " + table + " BEGIN " + one(bodies) + "; END",
            "CREATE VIEW " + one({"v", "kernel", "x"}) + " AS SELECT * FROM " + table,
            "CREATE INDEX i ON " + table + " (" + one({"1", "rowid + 1", "'a'"}) + ")",
            "DROP TABLE " + table,
            "ALTER TABLE " + table + " RENAME TO " + one({"a", "b"}),
            "ALTER TABLE " + table + " ADD COLUMN z " + one({"TEXT", "INTEGER AS (1)"}),
            "CREATE TABLE " + one({"kernel", "z"}) + " AS SELECT * FROM " + table,
            rewrite + "DELETE FROM sqlite_schema WHERE tbl_name = '" + table + "'",
            rewrite + "UPDATE sqlite_schema SET type = 'view' WHERE name = '" + table + "'",
            rewrite + "UPDATE sqlite_schema SET rootpage = 0 WHERE name = '" + table + "'",
        };
        try {
            execute(file, one(statements));
        } catch (const SQLite::Exception&) {
            writeBytes(file, sound); // SQLite did not take it
        }
        const auto loaded = storage::loadComparison(file);
        const auto note = storage::storeNote(file, {1}, "");
        const auto log = wholeLog(file, {1});
        if (loaded) {
            EXPECT_EQ(loaded->processes, before->processes);
            continue;
        }
        ++refused;
        EXPECT_EQ(loaded.error().kind, ErrorKind::BadData) << loaded.error().message;
        EXPECT_FALSE(note);
        EXPECT_FALSE(log);
    }
    EXPECT_GT(refused, 80);
}

} // namespace tests
