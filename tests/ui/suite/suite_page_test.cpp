// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stored_example.h"
#include "tests/support/suite_example.h"
#include "tests/support/temporary_folder.h"
#include "ui/pages/suite/suite_page.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using tests::TemporaryFolder;

using recorded_example::suiteRecording;

class SuitePage : public testing::Test {
protected:
    void SetUp() override
    {
        tests::storedIn(m_file, suiteRecording(0, "resnet18", "torchvision:resnet18", 1.5));
        tests::storedIn(m_file, suiteRecording(1, "vgg11", "torchvision:vgg11", 0.8));
        tests::storedIn(m_file, suiteRecording(2, "bert", "transformers:bert", 1.9));
        tests::storedIn(m_file, suiteRecording(3, "gpt2", "transformers:gpt2", 0));
        page.resize(1200, 900);
        page.setFile(ui::qt(m_file.string()));
        waitFor();
    }

    void waitFor()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return page.isReady(); }, 20'000));
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder / "night.fscope";
    ui::Theme theme {ui::ThemeChoice::Dark};
    ui::SuitePage page {theme};
};

TEST_F(SuitePage, ConcludesAndShowsEachModelWithTheMean)
{
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("Over 4 models on"));
    const auto& model = page.models().dataModel();
    ASSERT_EQ(model.rowCount(), 5); // and the mean
    EXPECT_EQ(model.cell(0, 0).text, u"bert"_qs);
    EXPECT_EQ(model.cell(3, 0).text, u"vgg11"_qs);
    EXPECT_TRUE(model.isTotal(4));
    EXPECT_FALSE(model.cell(0, 1).reason.isEmpty()) << "how its family was told";
    EXPECT_EQ(page.families().dataModel().rowCount(), 2); // one family under two variants
    ASSERT_EQ(page.failures().dataModel().rowCount(), 1);
    EXPECT_THAT(page.failures().dataModel().cell(0, 1).text.toStdString(), HasSubstr("gpt2 with"));
}

TEST_F(SuitePage, FiltersByWordsAndKeys)
{
    page.setFilter(u"family:cnn verdict:slower"_qs);
    ASSERT_EQ(page.models().dataModel().rowCount(), 1); // means are of all, and go
    EXPECT_EQ(page.models().dataModel().cell(0, 0).text, u"vgg11"_qs);
    page.setFilter(u"nothing like it"_qs);
    EXPECT_EQ(page.models().dataModel().rowCount(), 0);
    page.setFilter({});
    EXPECT_EQ(page.models().dataModel().rowCount(), 5);
}

TEST_F(SuitePage, OpensTheRecordingOfARow)
{
    const QSignalSpy chosen(&page, &ui::SuitePage::recordingChosen);
    Q_EMIT const_cast<ui::DataTable&>(page.models()).rowChosen(page.models().dataModel().key(0));
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().at(1).value<profiler::ComparisonId>().value, 3);
}

TEST_F(SuitePage, DoesNotReadTheOnlyRecordingOfAFileAgain)
{
    storage::ComparisonSummary alone;
    page.showRuns({alone}, ui::qt((m_folder / "one.fscope").string()));
    EXPECT_TRUE(page.isReady());
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("holds one recording"));
    EXPECT_EQ(page.models().dataModel().rowCount(), 0);
}

TEST_F(SuitePage, SaysInASentenceWhyThereIsNothing)
{
    page.setFile(ui::qt((m_folder / "nowhere.fscope").string()));
    waitFor();
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("nowhere.fscope"));
    EXPECT_EQ(page.models().dataModel().rowCount(), 0);
}

} // namespace
