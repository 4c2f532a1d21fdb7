// SPDX-License-Identifier: GPL-3.0-or-later
#include "storage/file/run_database.h"
#include "tests/support/stored_example.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/patience.h"
#include "ui/charts/history_chart.h"
#include "ui/comparison/comparison_view.h"
#include "ui/pages/history/history_page.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"

#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

fs::path stored(const fs::path& file, int day)
{
    fs::create_directories(file.parent_path());
    return tests::storedIn(file, tests::nightRecording(day, 11));
}

class PlaceOfHistory : public testing::Test {
protected:
    void enter(const fs::path& file)
    {
        ui::ComparisonView view;
        view.file = ui::qt(file.string());
        page.enter(view);
        wait();
    }

    void click(const QString& text)
    {
        for (auto* button : page.findChildren<ui::Button*>())
            if (button->text() == text)
                button->click();
        wait();
    }

    void wait()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return page.isReady(); }, ui_test::patience));
    }

    [[nodiscard]] int rows() const { return page.table().dataModel().rowCount(); }

    [[nodiscard]] std::string place() const { return page.placeText().toStdString(); }

    TemporaryFolder folder;
    ui::Theme theme {ui::ThemeChoice::Dark};
    ui::HistoryPage page {theme};
};

TEST_F(PlaceOfHistory, IsTheFolderInWhichTheOpenFileLies)
{
    const auto file = stored(folder / "runs/monday.fscope", 0);
    stored(folder / "runs/tuesday.fscope", 1);
    stored(folder / "runs/older/sunday.fscope", 2);
    enter(file);
    EXPECT_EQ(rows(), 2);
    EXPECT_THAT(place(), HasSubstr((folder / "runs").string()));
    EXPECT_THAT(place(), EndsWith("without the folders in it"));

    page.setPlace(ui::qt((folder / "runs").string()));
    wait();
    EXPECT_EQ(rows(), 3);
    EXPECT_THAT(place(), EndsWith("all folders in it"));
}

TEST_F(PlaceOfHistory, FollowsTheOpenFileUntilAnotherPlaceIsChosen)
{
    const auto first = stored(folder / "first/run.fscope", 0);
    const auto second = stored(folder / "second/run.fscope", 0);
    stored(folder / "second/other.fscope", 1);
    enter(first);
    EXPECT_EQ(rows(), 1);
    enter(second);
    EXPECT_EQ(rows(), 2);
    click(QStringLiteral("This file"));
    EXPECT_EQ(rows(), 1);
    EXPECT_EQ(place(), "The file " + second.string());
    enter(first);
    EXPECT_EQ(place(), "The file " + second.string());
    click(QStringLiteral("This folder"));
    EXPECT_THAT(place(), HasSubstr((folder / "first").string()));
}

TEST_F(PlaceOfHistory, IsTheLibraryWhereThatOrNothingIsOpen)
{
    const QByteArray home = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", QByteArray::fromStdString(folder.path().string()));
    enter({});
    EXPECT_THAT(place(), StartsWith("The library, "));
    stored(storage::libraryPath(), 0);
    const auto sample = stored(storage::libraryPath().parent_path() / "sample.fscope", 1);
    enter(storage::libraryPath());
    EXPECT_THAT(place(), StartsWith("The library, "));
    EXPECT_EQ(rows(), 1);
    enter(sample);
    EXPECT_EQ(place(), "The file " + sample.string());
    qputenv("XDG_DATA_HOME", home);
}

TEST_F(PlaceOfHistory, IsReadIntoTheIndexThatThePageHas)
{
    const auto index = folder / "cache/history.sqlite";
    page.setIndex(index);
    enter(stored(folder / "runs/run.fscope", 0));
    EXPECT_EQ(rows(), 1);
    EXPECT_TRUE(fs::exists(index));
    click(QStringLiteral("Read again"));
    EXPECT_EQ(rows(), 1);
}

} // namespace
