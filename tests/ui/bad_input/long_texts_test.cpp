// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of a megabyte in a file: every page lays out their beginnings, the file keeps them whole.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/ui/bad_input/opened_file.h"
#include "ui/pages/list/page_list.h"
#include "ui/window/main_window.h"

#include <QAbstractItemView>
#include <QLabel>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace {

using testing::HasSubstr;

constexpr std::size_t length = 1'000'000;
constexpr qsizetype longestShown = 30'000; ///< of one label or cell

struct TextColumn {
    const char* table;
    const char* column;
};

constexpr TextColumn columns[] {{"comparison", "name"}, {"comparison", "stop_reason"},
    {"comparison", "command"}, {"comparison", "tool_version"}, {"process", "reason"},
    {"environment", "value"}, {"steady", "reason"}, {"compile", "function"}, {"compile", "file"},
    {"graph_break", "reason"}, {"graph_break", "explanation"}, {"graph_break", "hint"},
    {"graph_break", "file"}, {"numerics", "path"}, {"notice", "sentence"}};

void lengthen(const std::filesystem::path& file, const std::string& text)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    for (const auto& each : columns) {
        const std::string name = each.column;
        SQLite::Statement change(database,
            std::string("UPDATE ") + each.table + " SET " + name + " = " + name + " || ? WHERE "
                + name + " = (SELECT " + name + " FROM " + each.table + " WHERE " + name
                + " IS NOT NULL LIMIT 1)");
        change.bind(1, text);
        change.exec();
    }
    // A plan is JSON; the second variant's name stands in it once.
    SQLite::Statement rename(database,
        "UPDATE comparison SET plan_json = json_set(plan_json, '$.variants[1].name', "
        "json_extract(plan_json, '$.variants[1].name') || ?)");
    rename.bind(1, std::string(length, 'W'));
    rename.exec();
}

/// Of all labels and tables there are.
qsizetype longestTextIn(const QWidget& window)
{
    qsizetype longest = 0;
    for (const auto* label : window.findChildren<QLabel*>())
        longest = std::max({longest, label->text().size(), label->toolTip().size()});
    for (const auto* view : window.findChildren<QAbstractItemView*>()) {
        const auto* model = view->model();
        for (int row = 0; model != nullptr && row < model->rowCount(); ++row)
            for (int column = 0; column < model->columnCount(); ++column)
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                    longest
                        = std::max(longest, model->index(row, column).data(role).toString().size());
    }
    return longest;
}

class LongTexts : public ui_test::OpenedFile, public testing::WithParamInterface<const char*> { };

} // namespace

INSTANTIATE_TEST_SUITE_P(Kinds, LongTexts, testing::Values("W", "word ", "line\n"));

TEST_P(LongTexts, AreCutOnEveryPageAndWholeInACopy)
{
    std::string text;
    while (text.size() < length)
        text += GetParam();
    ui_test::recordInto(file(), "mine");
    lengthen(file(), text);
    open(file());
    ASSERT_TRUE(waitFor([&] { return !shownName().empty(); })) << status();
    EXPECT_THAT(shownName(), HasSubstr(" characters)"));
    for (const auto& page : ui::pageList()) {
        m_shown->showPage(page.id);
        EXPECT_TRUE(m_shown->showsSomething());
        EXPECT_LT(longestTextIn(window()), longestShown) << page.id.word;
    }
    expectUsable();
    window().control().saving.saveCopy(QString::fromStdString(path("copy.fscope").string()));
    ASSERT_TRUE(waitFor([&] {
        const auto copy = storage::loadComparison(path("copy.fscope"), "");
        return copy && copy->info.name.size() > length;
    }));
    const auto copy = storage::loadComparison(path("copy.fscope"), "");
    EXPECT_TRUE(copy->info.name.ends_with(text));
    EXPECT_TRUE(copy->info.command.ends_with(text));
}
