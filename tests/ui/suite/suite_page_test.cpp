// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/report/suite/suite_documents.h"
#include "storage/suite/suite_reader.h"
#include "tests/support/stored_example.h"
#include "tests/support/suite_example.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/patience.h"
#include "ui/pages/suite/suite_judging.h"
#include "ui/pages/suite/suite_page.h"
#include "ui/pages/suite/suite_table.h"
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

using Suite = std::shared_ptr<const profiler::SuiteResult>;

/// A file with four models, one of which failed.
class SuiteFile : public testing::Test {
protected:
    void SetUp() override
    {
        tests::storedIn(m_file, suiteRecording(0, "resnet18", "torchvision:resnet18", 1.5));
        tests::storedIn(m_file, suiteRecording(1, "vgg11", "torchvision:vgg11", 0.8));
        tests::storedIn(m_file, suiteRecording(2, "bert", "transformers:bert", 1.9));
        tests::storedIn(m_file, suiteRecording(3, "gpt2", "transformers:gpt2", 0));
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder / "night.fscope";
};

class SuitePage : public SuiteFile {
protected:
    void SetUp() override
    {
        SuiteFile::SetUp();
        page.resize(1200, 900);
        page.setFile(ui::qt(m_file.string()));
        waitFor();
    }

    void waitFor()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return page.isReady(); }, ui_test::patience));
    }

    ui::Theme theme {ui::ThemeChoice::Dark};
    ui::SuitePage page {theme};
};

TEST_F(SuitePage, ConcludesAndShowsEachModelWithTheMean)
{
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("Over 4 models on"));
    const auto& model = page.models().suiteModel();
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
    ASSERT_EQ(page.models().suiteModel().rowCount(), 1); // means are of all, and go
    EXPECT_EQ(page.models().suiteModel().cell(0, 0).text, u"vgg11"_qs);
    page.setFilter(u"nothing like it"_qs);
    EXPECT_EQ(page.models().suiteModel().rowCount(), 0);
    page.setFilter({});
    EXPECT_EQ(page.models().suiteModel().rowCount(), 5);
}

TEST_F(SuitePage, OpensTheRecordingOfARow)
{
    const QSignalSpy chosen(&page, &ui::SuitePage::recordingChosen);
    Q_EMIT const_cast<ui::SuiteTable&>(page.models()).rowChosen(page.models().suiteModel().key(0));
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().at(1).value<profiler::ComparisonId>().value, 3);
}

TEST_F(SuitePage, DoesNotReadTheOnlyRecordingOfAFileAgain)
{
    storage::ComparisonSummary alone;
    page.showRuns({alone}, ui::qt((m_folder / "one.fscope").string()));
    EXPECT_TRUE(page.isReady());
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("holds one recording"));
    EXPECT_EQ(page.models().suiteModel().rowCount(), 0);
}

TEST_F(SuitePage, SaysInASentenceWhyThereIsNothing)
{
    page.setFile(ui::qt((m_folder / "nowhere.fscope").string()));
    waitFor();
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("nowhere.fscope"));
    EXPECT_EQ(page.models().suiteModel().rowCount(), 0);
}

TEST_F(SuitePage, DrawsEachRatioOnOneAxisWithALineAtOne)
{
    const auto& model = page.models().suiteModel();
    const int column = model.drawnColumn();
    ASSERT_GT(column, 0);
    EXPECT_LT(model.axis().low, 0.8);
    EXPECT_GT(model.axis().high, 1.9 * 1.1);
    const auto drawn = model.ratios(0); // bert
    ASSERT_EQ(drawn.size(), 2U);
    EXPECT_NEAR(drawn[0].ratio.estimate, 1.9, 0.05);
    EXPECT_LT(drawn[0].ratio.low, drawn[0].ratio.estimate);
    EXPECT_EQ(model.ratios(4).size(), 2U) << "of the means";
    EXPECT_THAT(model.cell(0, column).accessible.toStdString(),
        HasSubstr(page.models().suiteModel().suiteRow(0)->cells.front().variant + ": 1."));
    for (const QString& heading : page.models().rawTable().columns)
        EXPECT_FALSE(heading.contains(u'–')) << "what is drawn stands in the file as numbers";
}

TEST_F(SuitePage, GoesOnJudgingWhereItWasLeft)
{
    ui::SuitePage other(theme);
    other.resize(1200, 900);
    other.show();
    other.setFile(ui::qt(m_file.string()));
    other.hide(); // before the list is there
    EXPECT_TRUE(other.isReady());
    QTest::qWait(50);
    EXPECT_EQ(other.models().suiteModel().rowCount(), 0);
    other.show();
    other.enter({.file = ui::qt(m_file.string())});
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.isReady(); }, ui_test::patience));
    EXPECT_EQ(other.models().suiteModel().rowCount(), 5);
    EXPECT_EQ(other.verdictSentence(), page.verdictSentence());
}

TEST_F(SuiteFile, StandsAtOnceAndIsFilledAsItIsJudged)
{
    ui::SuiteJudging judging;
    std::vector<Suite> seen;
    QObject::connect(&judging, &ui::SuiteJudging::changed, &judging,
        [&](const Suite& suite) { seen.push_back(suite); });
    judging.start(ui::qt(m_file.string()), {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !judging.isRunning(); }, ui_test::patience));
    ASSERT_GE(seen.size(), 2U);
    const auto& first = *seen.front();
    EXPECT_EQ(first.waiting, 4);
    EXPECT_EQ(first.recordings, 4);
    ASSERT_EQ(first.rows.size(), 4U);
    EXPECT_EQ(first.rows.front().model, "gpt2") << "the newest first";
    EXPECT_EQ(first.rows.front().caseName, "b8");
    EXPECT_EQ(first.rows.front().family.key, "text_decoder");
    EXPECT_EQ(first.variants.size(), 2U);
    EXPECT_TRUE(first.means.empty());
    for (std::size_t i = 1; i < seen.size(); ++i)
        EXPECT_LE(seen[i]->waiting, seen[i - 1]->waiting);
    EXPECT_EQ(seen.back()->waiting, 0);
    const auto whole = storage::readSuite(m_file);
    ASSERT_TRUE(whole);
    EXPECT_EQ(profiler::suiteJson(*seen.back()), profiler::suiteJson(*whole));
}

TEST_F(SuiteFile, IsNotJudgedAgainWhereNothingChanged)
{
    ui::SuiteJudging judging;
    std::vector<Suite> seen;
    QObject::connect(&judging, &ui::SuiteJudging::changed, &judging,
        [&](const Suite& suite) { seen.push_back(suite); });
    judging.start(ui::qt(m_file.string()), {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !judging.isRunning(); }, ui_test::patience));
    seen.clear();
    tests::storedIn(m_file, suiteRecording(4, "vit", "torchvision:vit_b_16", 1.2));
    judging.start(ui::qt(m_file.string()), {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !judging.isRunning(); }, ui_test::patience));
    EXPECT_EQ(seen.front()->waiting, 1);
    EXPECT_EQ(seen.back()->rows.size(), 5U);
}

TEST_F(SuiteFile, KeepsWhatWasJudgedWhenItIsStopped)
{
    ui::SuiteJudging judging;
    int changes = 0;
    Suite last;
    QObject::connect(&judging, &ui::SuiteJudging::changed, &judging, [&](const Suite& suite) {
        ++changes;
        last = suite;
    });
    judging.start(ui::qt(m_file.string()), {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return changes > 0; }, ui_test::patience));
    judging.stop();
    const int before = changes;
    EXPECT_FALSE(judging.isRunning());
    EXPECT_TRUE(judging.isStopped());
    QTest::qWait(300);
    EXPECT_EQ(changes, before);
    judging.goOn();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !judging.isRunning(); }, ui_test::patience));
    EXPECT_EQ(last->waiting, 0);
    EXPECT_EQ(last->rows.size(), 4U);
}

TEST(JudgingOrder, TakesWhatIsLookedAtFirstAndEachOnce)
{
    storage::JudgingOrder order({0, 1, 2, 3, 5});
    EXPECT_EQ(order.next(), 0U);
    order.prefer({3, 0, 4, 5}); // 0 is taken, 4 is none of them
    EXPECT_EQ(order.next(), 3U);
    EXPECT_EQ(order.next(), 5U);
    EXPECT_EQ(order.next(), 1U);
    EXPECT_EQ(order.next(), 2U);
    EXPECT_FALSE(order.next());
}

} // namespace
