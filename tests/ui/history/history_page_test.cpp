// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stored_example.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/patience.h"
#include "ui/charts/history_chart.h"
#include "ui/pages/history/history_page.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/widgets/field.h"
#include "ui/widgets/sentence_panel.h"

#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using tests::nightRecording;
using tests::storedNight;
using tests::TemporaryFolder;

class HistoryPage : public testing::Test {
protected:
    void show(const QString& place)
    {
        page.resize(1100, 900);
        page.setPlace(place);
        ASSERT_TRUE(QTest::qWaitFor([this] { return page.isReady(); }, ui_test::patience));
    }

    ui::Theme theme {ui::ThemeChoice::Dark};
    ui::HistoryPage page {theme};
};

TEST_F(HistoryPage, SaysWhatChangedAndOpensTheRecordingOfARow)
{
    const TemporaryFolder folder;
    for (int day = 0; day < 10; ++day)
        storedNight(folder.path(), nightRecording(day, day < 6 ? 11 : 13));
    show(ui::qt(folder.path().string()));
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("rose from"));
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("night-6"));
    EXPECT_EQ(page.table().dataModel().rowCount(), 10);
    EXPECT_EQ(page.chart().table().rows.size(), 10);
    ASSERT_EQ(page.chart().history().changes.size(), 1U);

    QSignalSpy chosen(&page, &ui::HistoryPage::recordingChosen);
    Q_EMIT const_cast<ui::DataTable&>(page.table()).rowChosen(3);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_TRUE(chosen.front().front().toString().endsWith(QStringLiteral("night-3.fscope")));
}

TEST_F(HistoryPage, SaysInASentenceWhyThereIsNothing)
{
    const TemporaryFolder folder;
    show(ui::qt(folder.path().string()));
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("No recording is there"));
    EXPECT_FALSE(page.chart().emptyText().isEmpty());
    show(ui::qt((folder / "nowhere").string()));
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("There is no file"));
}

TEST_F(HistoryPage, NamesTheFilesThatCannotBeRead)
{
    const TemporaryFolder folder;
    storedNight(folder.path(), nightRecording(0, 11));
    folder.write("damaged.fscope", "nothing of ours");
    show(ui::qt(folder.path().string()));
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("only recording"));
    ASSERT_EQ(page.chart().history().leftOut.size(), 1U);
    EXPECT_THAT(page.chart().history().leftOut[0].why, HasSubstr("damaged.fscope"));
}

} // namespace
