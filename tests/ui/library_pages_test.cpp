// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "storage/file/library.h"
#include "tests/support/stored_example.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/breaks/break_list.h"
#include "ui/pages/breaks/breaks_page.h"
#include "ui/pages/breaks/source_view.h"
#include "ui/pages/configuration/configuration_page.h"
#include "ui/pages/log/log_page.h"
#include "ui/pages/log/log_table.h"
#include "ui/pages/log/notes_panel.h"
#include "ui/pages/runs/compare_panel.h"
#include "ui/pages/runs/question_strip.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/runs/runs_table.h"
#include "ui/tables/data_table.h"
#include "ui/tables/table_menu.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/window/control/file_drop.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using ui_test::ShownWindow;

template <typename T>
T& pageOf(const ShownWindow& shown, ui::PageId id)
{
    shown.showPage(id);
    shown.settle();
    auto* page = shown.window().findChild<T*>();
    EXPECT_NE(page, nullptr);
    return *page;
}

bool waitReady(const ui::Page& page)
{
    return QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience);
}

// ---- graph breaks

TEST(BreaksPage, NamesThePlacesAtFirstGlance)
{
    const ShownWindow shown("recommended");
    shown.window().shown().setFocus(2);
    const auto& page = pageOf<ui::BreaksPage>(shown, ui::PageId::GraphBreaks);
    EXPECT_THAT(page.verdictSentence().toStdString(),
        HasSubstr("has 2 graph breaks, 2 times a call; 1 recompile costs"));
    const ui::BreakModel& breaks = page.breaks();
    ASSERT_EQ(breaks.rowCount(), 3);
    EXPECT_EQ(breaks.row(0).title, QStringLiteral("A tensor's value is read with .item()"));
    EXPECT_EQ(breaks.row(0).place, QStringLiteral("user/model.py:52"));
    EXPECT_EQ(breaks.row(0).cost, QStringLiteral("–"));
    EXPECT_THAT(breaks.row(0).costReason.toStdString(), HasSubstr("its graphs were not traced"));
    EXPECT_EQ(breaks.row(2).kind, ui::BreakRowKind::Recompile);
    EXPECT_THAT(breaks.row(2).cost.toStdString(), HasSubstr("s"));
}

TEST(BreaksPage, ShowsTheSourceWithTheLineMarkedAndTheCommandToMeasureAgain)
{
    const ShownWindow shown("recommended");
    shown.window().shown().setFocus(2);
    pageOf<ui::BreaksPage>(shown, ui::PageId::GraphBreaks);
    const auto* source = shown.window().findChild<ui::SourceView*>();
    ASSERT_NE(source, nullptr);
    EXPECT_THAT(source->toPlainText().toStdString(), HasSubstr("x.abs().max().item()"));
    const auto chosen = std::find_if(source->marks().begin(), source->marks().end(),
        [](const ui::SourceMark& mark) { return mark.chosen; });
    ASSERT_NE(chosen, source->marks().end());
    EXPECT_EQ(chosen->line, 52);
    EXPECT_EQ(chosen->word, QStringLiteral("break 1"));
    QStringList commands;
    for (const auto* line : shown.window().findChildren<ui::CodeBlock*>())
        commands << line->code();
    EXPECT_TRUE(commands.contains(QStringLiteral("fusescope rerun example.fscope@1")))
        << commands.join(u'\n').toStdString();
}

TEST(BreaksPage, SaysWhenThereIsNothingToFix)
{
    const ShownWindow shown("recommended");
    shown.window().shown().setFocus(3);
    const auto& page = pageOf<ui::BreaksPage>(shown, ui::PageId::GraphBreaks);
    EXPECT_THAT(
        page.verdictSentence().toStdString(), HasSubstr("One graph, no breaks, no recompiles"));
}

TEST(BreakModel, KeepsTheRulesOfItemModels)
{
    ui::BreakModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    ui::ComparisonView view;
    view.comparison = example_states::judgedState("eight");
    for (view.focus = 0; view.focus < 8; ++view.focus)
        model.setBreaks(ui::breakContents(view).rows, {});
    EXPECT_EQ(model.columnCount(), 9);
}

// ---- configuration

TEST(ConfigurationPage, ShowsWhatDiffersAndFoldsWhatIsTheSame)
{
    const ShownWindow shown("recommended");
    auto& page = pageOf<ui::ConfigurationPage>(shown, ui::PageId::Configuration);
    ASSERT_TRUE(waitReady(page));
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("Only intended settings differ"));
    const int differing = page.environment().dataModel().rowCount();
    page.showOnlyDifferences(false);
    EXPECT_GT(page.environment().dataModel().rowCount(), std::max(3, differing));
    page.showOnlyDifferences(true);
    EXPECT_EQ(page.environment().dataModel().rowCount(), differing);
    EXPECT_GT(page.settings().dataModel().rowCount(), 0) << "modes differ on purpose";
}

// ---- runs, log and notes: on a real file

class OnAFile : public testing::Test {
protected:
    void SetUp() override
    {
        for (const char* state : {"undecided", "recommended"}) {
            auto data = recorded_example::recordedExample(example_states::named(state).options);
            data.info.name = state;
            tests::storedIn(file(), data);
        }
        m_shown = std::make_unique<ShownWindow>(QSize(1680, 1020));
        m_shown->window().control().files.openFile(file(), std::string());
        m_shown->showPage(ui::PageId::Runs);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                return m_shown->window().view().comparison != nullptr
                    && runs().model().rowCount() == 2;
            },
            ui_test::patience));
    }

    [[nodiscard]] std::filesystem::path file() const
    {
        return m_folder.filePath(QStringLiteral("runs.fscope")).toStdString();
    }

    [[nodiscard]] ui::RunsPage& runs() const
    {
        return *m_shown->window().findChild<ui::RunsPage*>();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ShownWindow> m_shown;
};

TEST_F(OnAFile, JudgesEachRunOfTheList)
{
    ASSERT_TRUE(waitReady(runs()));
    const auto& model = runs().model();
    QStringList best {model.text(0, ui::RunsModel::Best), model.text(1, ui::RunsModel::Best)};
    EXPECT_TRUE(best.contains(QStringLiteral("undecided"))) << best.join(u'|').toStdString();
}

TEST_F(OnAFile, TellsTheMedianOfTheSameRecordedBefore)
{
    constexpr std::int64_t hour = 3'600'000'000'000;
    auto data = recorded_example::recordedExample(example_states::named("recommended").options);
    data.info.started.ns += hour;
    tests::storedIn(file(), data);
    m_shown->window().control().files.openFile(file(), std::string());
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs().model().rowCount() == 3; }, ui_test::patience));
    ASSERT_TRUE(waitReady(runs()));
    const auto& model = runs().model();
    const auto newer = model.text(0, ui::RunsModel::Median);
    EXPECT_THAT(newer.toStdString(), testing::MatchesRegex("[0-9.]+ .?s, before [0-9.]+ .?s"));
    EXPECT_FALSE(model.text(1, ui::RunsModel::Median).contains(QStringLiteral("before")))
        << "the third is of another workload";
    EXPECT_THAT(
        model.index(0, ui::RunsModel::Median).data(Qt::ToolTipRole).toString().toStdString(),
        HasSubstr("not measured in turns"));
}

TEST_F(OnAFile, DeletesAfterOneQuestionAndUndoes)
{
    runs().table().selectRow(0);
    const auto id = runs().table().chosen().front();
    runs().deleteChosen();
    EXPECT_THAT(runs().question().text().toStdString(), HasSubstr("Delete"));
    EXPECT_EQ(storage::listComparisons(file())->size(), 2U) << "not before it is answered";
    runs().question().answerYes();
    ASSERT_TRUE(waitReady(runs()));
    EXPECT_EQ(storage::listComparisons(file())->size(), 1U);
    EXPECT_THAT(runs().question().text().toStdString(), HasSubstr("Deleted"));
    runs().question().answerYes(); // Undo
    ASSERT_TRUE(waitReady(runs()));
    EXPECT_EQ(storage::listComparisons(file())->size(), 2U);
    EXPECT_TRUE(QTest::qWaitFor([&] { return runs().model().rowOf(id) >= 0; }, ui_test::patience));
}

TEST_F(OnAFile, StoresTagsAndNames)
{
    auto& model = const_cast<ui::RunsModel&>(runs().model());
    const auto id = model.summary(0).info.id;
    ASSERT_TRUE(model.setData(
        model.index(0, ui::RunsModel::Tags), QStringLiteral("night, h200"), Qt::EditRole));
    ASSERT_TRUE(
        model.setData(model.index(0, ui::RunsModel::Name), QStringLiteral("after"), Qt::EditRole));
    ASSERT_TRUE(waitReady(runs()));
    const auto data = storage::loadComparison(file(), std::to_string(id.value));
    ASSERT_TRUE(data);
    EXPECT_EQ(data->tags, (std::vector<std::string> {"h200", "night"}));
    EXPECT_EQ(data->info.name, "after");
}

TEST_F(OnAFile, ComparesSeveralRunsUnpaired)
{
    runs().table().selectAll();
    runs().openChosen();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runs().comparing().isBusy(); }, ui_test::patience));
    const auto text = runs().comparing().headline().plainText().toStdString();
    // The two examples name their cases differently: one sentence says so.
    EXPECT_THAT(text, testing::AnyOf(HasSubstr("unpaired"), HasSubstr("no case")));
}

TEST_F(OnAFile, SavesNotesWithTheComparison)
{
    m_shown->showPage(ui::PageId::Log);
    auto* page = m_shown->window().findChild<ui::LogPage*>();
    ASSERT_NE(page, nullptr);
    ASSERT_TRUE(waitReady(*page));
    auto* notes = page->findChild<ui::NotesPanel*>();
    auto* text = notes->findChild<QPlainTextEdit*>();
    text->setFocus();
    QTest::keyClicks(text, QStringLiteral("try a larger batch"));
    EXPECT_FALSE(notes->isSaved());
    ASSERT_TRUE(QTest::qWaitFor([&] { return notes->isSaved(); }, ui_test::patience));
    const auto& id = m_shown->window().view().comparison->result.info.id;
    EXPECT_EQ(
        storage::loadComparison(file(), std::to_string(id.value))->note, "try a larger batch");
    QTest::keyClicks(text, QStringLiteral("!"));
    m_shown->showPage(ui::PageId::Overview);
    ASSERT_TRUE(QTest::qWaitFor([&] { return notes->isSaved(); }, ui_test::patience))
        << "no key follows";
    EXPECT_EQ(
        storage::loadComparison(file(), std::to_string(id.value))->note, "try a larger batch!");
}

std::ptrdiff_t linesInLog(const QString& file)
{
    std::ptrdiff_t lines = 0;
    const auto comparison = storage::loadComparison(file.toStdString());
    const auto count = [&](profiler::LogLine&& /*line*/) {
        ++lines;
        return true;
    };
    EXPECT_TRUE(comparison && storage::readLog(file.toStdString(), comparison->info.id, count));
    return lines;
}

TEST(LogTable, CopiesLinesAsTextAndIsSavedAsATableLikeTheOthers)
{
    const ShownWindow shown(QSize(1280, 720));
    const QString sample = QStringLiteral(FUSESCOPE_SOURCE_DIR "/resources/samples/sample.fscope");
    shown.window().control().files.showComparison(
        *ui::readComparison(sample.toStdString(), {}), sample);
    pageOf<ui::LogPage>(shown, ui::PageId::Log);
    auto* table = shown.window().findChild<ui::LogTable*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }, ui_test::patience));
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const auto first = table->model()->index(0, ui::LogModel::Text).data().toString();
    EXPECT_THAT(QGuiApplication::clipboard()->text().toStdString(),
        AllOf(HasSubstr(" | "), HasSubstr(first.toStdString())));
    auto* menu = table->findChild<ui::TableMenu*>();
    ASSERT_NE(menu, nullptr);
    menu->copy();
    const std::string tsv = QGuiApplication::clipboard()
                                ->mimeData()
                                ->data(QStringLiteral("text/tab-separated-values"))
                                .toStdString();
    EXPECT_THAT(tsv, HasSubstr("time\tvariant\tprocess\tstream\ttext"));
    EXPECT_THAT(tsv, ContainsRegex("\n[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+[.]"));
    const auto rows = std::count(tsv.begin(), tsv.end(), '\n');
    EXPECT_EQ(rows, 1 + table->model()->rowCount()) << "heading and lines";
    EXPECT_LT(rows, linesInLog(sample)) << "what several processes repeat is one line";
}

TEST(FileDrop, TakesTheRunDatabaseAmongOtherFiles)
{
    QMimeData data;
    data.setUrls({QUrl(QStringLiteral("https://example.org/x.fscope"))});
    EXPECT_TRUE(ui::databaseIn(data).isEmpty());
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/notes.txt")),
        QUrl::fromLocalFile(QStringLiteral("/tmp/run.FSCOPE"))});
    EXPECT_EQ(ui::databaseIn(data), QStringLiteral("/tmp/run.FSCOPE"));
}

} // namespace
