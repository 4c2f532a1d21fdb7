// SPDX-License-Identifier: GPL-3.0-or-later
// What the Kernels page reads from traces: where work was called from, how long each run took.
#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/gpu_example.h"
#include "tests/ui/page_text.h"
#include "tests/ui/patience.h"
#include "ui/charts/duration_chart.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/kernels/work_columns.h"
#include "ui/pages/kernels/work_inspector.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/timeline_inspector.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/tables/data_table.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/field.h"
#include "ui/widgets/tab_strip.h"
#include "ui/window/main_window.h"
#include "ui/window/workspace/page_stack.h"

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace ui {
namespace {

using recorded_example::gpuExample;
using testing::HasSubstr;
using ui_test::textIn;

enum Tab { ByClass = 1, ByModule, ByLine, ByDevice, Flat };

constexpr auto fused = "_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1"; ///< of the variant alone

class TracedKernels : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        const auto example = gpuExample();
        s_folder = std::make_unique<QTemporaryDir>();
        s_file = s_folder->filePath(QStringLiteral("run.fscope"));
        const auto id
            = storage::storeCopy(s_file.toStdString(), example.data, {}, example.rowsOf());
        ASSERT_TRUE(id) << id.error().message;
        s_comparison = judged(*storage::loadComparison(s_file.toStdString()));
    }

    static void TearDownTestSuite()
    {
        s_comparison.reset();
        s_folder.reset();
    }

    static ComparisonView view()
    {
        ComparisonView view;
        view.file = s_file;
        view.comparison = s_comparison;
        view.focus = 2;
        return view;
    }

    KernelsPage& shown(const ComparisonView& view, const QSize& size = {1100, 800})
    {
        m_page = std::make_unique<KernelsPage>(m_theme);
        m_page->resize(size);
        m_page->showView(view);
        m_page->show();
        EXPECT_TRUE(QTest::qWaitFor([&] { return m_page->isReady(); }, ui_test::patience));
        return *m_page;
    }

    static void arrange(KernelsPage& page, int tab)
    {
        for (auto* tabs : page.findChildren<TabStrip*>())
            if (tabs->accessibleName() == QStringLiteral("Arranged by")) {
                tabs->setCurrent(tab);
                Q_EMIT tabs->currentChanged(tab);
            }
    }

    static const std::vector<DataRow>& rowsOf(const KernelsPage& page)
    {
        return page.table().dataModel().content().rows;
    }

    static WorkTable& tableOf(KernelsPage& page) { return *page.findChild<WorkTable*>(); }

    static QString chosenName(const KernelsPage& page)
    {
        for (const auto* block : page.details().findChildren<CodeBlock*>())
            if (block->isVisibleTo(&page.details()) || !block->code().isEmpty())
                return block->code();
        return {};
    }

    static inline std::unique_ptr<QTemporaryDir> s_folder;
    static inline QString s_file;
    static inline std::shared_ptr<const JudgedComparison> s_comparison;
    Theme m_theme {ThemeChoice::Dark};
    std::unique_ptr<KernelsPage> m_page;
};

} // namespace

TEST_F(TracedKernels, AddUpHoweverTheyAreArranged)
{
    auto& page = shown(view());
    for (const int tab : {ByClass, ByModule, ByLine, Flat}) {
        arrange(page, tab);
        const auto& rows = rowsOf(page);
        for (const auto column :
            {BaselineNs, VariantNs, ChangeColumn, BaselineShare, VariantShare}) {
            double sum = 0;
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (!rows[i].total && !page.table().signs()[i].child)
                    sum += rows[i].cells[column].value.toDouble();
            EXPECT_NEAR(sum, rows.back().cells[column].value.toDouble(), 1e-6)
                << tab << ' ' << column;
        }
    }
}

TEST_F(TracedKernels, ByModuleKeepWhatNoModuleIsKnownOfLast)
{
    auto& page = shown(view());
    arrange(page, ByModule);
    QStringList groups;
    bool neutral = true;
    for (std::size_t i = 0; i < rowsOf(page).size(); ++i) {
        const auto& sign = page.table().signs()[i];
        if (sign.open)
            groups << rowsOf(page)[i].cells[NameColumn].text;
        const auto& cells = rowsOf(page)[i].cells;
        const bool both = cells[BaselineNs].value.isValid() && cells[VariantNs].value.isValid();
        if (sign.child || (sign.open && !both))
            neutral = neutral && sign.changes.front().status == Status::Neutral;
    }
    EXPECT_TRUE(groups.contains(QStringLiteral("BertSdpaSelfAttention_0")));
    EXPECT_EQ(groups.last(), QStringLiteral("no module known"));
    EXPECT_TRUE(neutral) << "what one side alone has is neither gained nor lost";
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("divided among the places that called it"));
}

TEST_F(TracedKernels, OfSeveralDevicesAreArrangedByThem)
{
    const auto tabOf = [](KernelsPage& page) {
        const auto tabs = page.findChildren<QAbstractButton*>();
        const auto found = std::ranges::find_if(tabs,
            [](const QAbstractButton* tab) { return tab->text() == QStringLiteral("Device"); });
        return found == tabs.end() ? nullptr : *found;
    };
    EXPECT_FALSE(tabOf(shown(view()))->isVisible()) << "all runs on one";

    const auto example = gpuExample();
    const QTemporaryDir folder;
    auto several = view();
    several.file = folder.filePath(QStringLiteral("several.fscope"));
    const auto rowsOfTrace = example.rowsOf();
    const auto id = storage::storeCopy(
        several.file.toStdString(), example.data, {}, [&](profiler::TraceIndex trace) {
            auto rows = rowsOfTrace(trace);
            if (rows)
                for (std::size_t i = 0; i < rows->kernels.size(); ++i)
                    rows->kernels.device[i] = static_cast<std::uint8_t>(i % 3 == 0);
            return rows;
        });
    ASSERT_TRUE(id) << id.error().message;
    several.comparison = judged(*storage::loadComparison(several.file.toStdString()));
    auto& page = shown(several);
    ASSERT_TRUE(tabOf(page)->isVisible());
    arrange(page, ByDevice);
    QStringList groups;
    double sum = 0;
    for (std::size_t i = 0; i < rowsOf(page).size(); ++i)
        if (!page.table().signs()[i].child && !rowsOf(page)[i].total) {
            if (page.table().signs()[i].open)
                groups << rowsOf(page)[i].cells[NameColumn].text;
            sum += rowsOf(page)[i].cells[BaselineNs].value.toDouble();
        }
    groups.sort();
    EXPECT_THAT(
        groups, testing::ElementsAre(QStringLiteral("device 0"), QStringLiteral("device 1")));
    EXPECT_NEAR(sum, rowsOf(page).back().cells[BaselineNs].value.toDouble(), 1e-6)
        << "with what ran beside the kernels";
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("divided among the devices that ran it"));
}

TEST_F(TracedKernels, MeanTimesTimesIsTheTime)
{
    auto& page = shown(view());
    arrange(page, Flat);
    for (const auto& row : rowsOf(page)) {
        if (!row.cells[VariantMean].value.isValid() || row.cells[VariantMean].text.isEmpty())
            continue;
        EXPECT_NEAR(row.cells[VariantMean].value.toDouble() / 1000 // µs of ms
                * row.cells[VariantTimes].value.toDouble(),
            row.cells[VariantNs].value.toDouble(), 1e-9);
    }
    const auto& columns = page.table().dataModel().content().columns;
    EXPECT_EQ(columns[VariantMean].name, QStringLiteral("reduce-overhead\nmean, µs"));
    for (const auto& column : columns)
        EXPECT_EQ(column.explanation.isEmpty(), column.align == DataAlign::Text)
            << column.name.toStdString();
}

TEST_F(TracedKernels, AreFoundByRegularExpression)
{
    auto& page = shown(view());
    auto* filter = page.findChild<TextField*>();
    filter->setText(QStringLiteral("^_MATMUL_OGS.*(x1|swiglu)$"));
    ASSERT_EQ(rowsOf(page).size(), 3U); // and the total
    EXPECT_THAT(textIn(page).toStdString(),
        HasSubstr("2 of 35 names match; together 7.035 ms in reduce-overhead a call."));
    filter->setText(QStringLiteral("^_matmul_ogs.*(x1|swiglu"));
    EXPECT_EQ(rowsOf(page).size(), 3U) << "the last table stays";
    EXPECT_THAT(textIn(page).toStdString(),
        HasSubstr("no regular expression, at its end: missing closing parenthesis"));
    filter->setText(QStringLiteral("a)b"));
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("at character 2: unmatched closing"));
    auto other = view();
    other.focus = 1;
    page.showView(other);
    EXPECT_EQ(rowsOf(page).size(), 1U) << "still that expression, of what is shown now";
    filter->setText(QStringLiteral("(int)#1}")); // no expression, and part of a name
    EXPECT_GE(rowsOf(page).size(), 1U);
    filter->clear();
    EXPECT_GT(rowsOf(page).size(), 3U);
}

TEST(WorkFilter, TakesATextWithSignsOfAnExpressionAsItself)
{
    const profiler::NamedTimes work {.name = "void at::f<add(int*)>(int)", .shortName = "f"};
    EXPECT_TRUE(WorkFilter(QStringLiteral("F<ADD(INT*)>(int)")).matches(work));
    const WorkFilter broken(QStringLiteral("add(int"));
    EXPECT_TRUE(broken.matches(work));
    EXPECT_FALSE(broken.problem().isEmpty());
    EXPECT_FALSE(WorkFilter(QStringLiteral("^add")).matches(work));
    EXPECT_TRUE(WorkFilter(QStringLiteral("elementwise")).matches(work)) << "its class";
}

TEST(WorkFilter, NeverWaitsForAnExpressionThatTriesEverything)
{
    const profiler::NamedTimes work {.name = std::string(400, 'a') + "b"};
    const WorkFilter filter(QStringLiteral("^(a+)+$"));
    const auto begun = std::clock(); // of this process: what else the machine does is not in it
    for (int i = 0; i < 20; ++i)
        EXPECT_FALSE(filter.matches(work));
    EXPECT_LT(std::clock() - begun, 2 * CLOCKS_PER_SEC);
}

TEST_F(TracedKernels, TellOfTheRowThatTheArrowKeysReach)
{
    auto& page = shown(view());
    EXPECT_EQ(chosenName(page).toStdString(), fused) << "what changed most";
    const auto& chart = page.details().durations();
    ASSERT_TRUE(chart.series().histogram.sides[1]);
    EXPECT_FALSE(chart.series().histogram.sides[0]) << "eager does not run it";
    EXPECT_EQ(chart.series().histogram.sides[1]->all, 24);
    EXPECT_THAT(page.details().sources().toStdString(), HasSubstr("no module known"));
    QTest::keyClick(&tableOf(page), Qt::Key_Down);
    EXPECT_NE(chosenName(page).toStdString(), fused);
    EXPECT_FALSE(chosenName(page).isEmpty());
    QTest::keyClick(&tableOf(page), Qt::Key_Up);
    QTest::keyClick(&tableOf(page), Qt::Key_Up); // the class above
    EXPECT_FALSE(chart.isVisibleTo(&page.details())) << "a group has no durations of its own";
}

TEST_F(TracedKernels, TellHowAKernelWasLaunched)
{
    auto& page = shown(view());
    arrange(page, Flat);
    std::string launched;
    for (const auto& row : rowsOf(page))
        if (row.cells[NameColumn].text.startsWith(QStringLiteral("Cijk_"))
            && row.cells[VariantTimes].text == QStringLiteral("1")) // the others run in a graph
            launched = row.cells[NameColumn].reason.toStdString();
    EXPECT_FALSE(page.showWork(launched.substr(0, 40), 0)) << "that is no whole name";
    ASSERT_TRUE(page.showWork(launched, 0));
    std::map<QString, QString> facts;
    for (const auto& row : page.details().figures().dataModel().content().rows)
        facts[row.cells[0].text] = row.cells[2].text;
    EXPECT_EQ(facts[QStringLiteral("count")], QStringLiteral("1"));
    EXPECT_EQ(facts[QStringLiteral("block")], QStringLiteral("256"));
    EXPECT_EQ(facts[QStringLiteral("grid")], QStringLiteral("114944"));
    EXPECT_FALSE(facts[QStringLiteral("median")].isEmpty());
    EXPECT_EQ(facts.count(QStringLiteral("registers")), 0U) << "this driver told none";
}

TEST_F(TracedKernels, OnEnterAskForTheirFirstRunInTheTimeline)
{
    auto& page = shown(view());
    const QSignalSpy asked(&page, &KernelsPage::workRequested);
    QTest::keyClick(&tableOf(page), Qt::Key_Return);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][1].toString().toStdString(), fused);
    EXPECT_EQ(asked[0][2].toInt(), 2);
    QTest::keyClick(&tableOf(page), Qt::Key_Up); // the class
    const auto rows = rowsOf(page).size();
    QTest::keyClick(&tableOf(page), Qt::Key_Return);
    EXPECT_EQ(asked.size(), 1) << "a class is closed instead";
    EXPECT_LT(rowsOf(page).size(), rows);
}

TEST_F(TracedKernels, KeepTheNameChosenInAnotherArrangement)
{
    auto& page = shown(view());
    const auto name = rowsOf(page).at(3).cells[NameColumn].reason;
    ASSERT_TRUE(page.showWork(name.toStdString(), 0));
    arrange(page, Flat);
    EXPECT_EQ(chosenName(page), name);
    arrange(page, ByLine); // all of it in the group that no line is known of, which is open
    EXPECT_EQ(chosenName(page), name);
    EXPECT_FALSE(page.showWork("aten::view", 0));
}

TEST_F(TracedKernels, KeepTheNameChosenWhileTracesAreRead)
{
    auto& read = shown(view());
    const auto namesOf = [&read] {
        QStringList names;
        for (const auto& choice : read.table().choices())
            if (choice.work)
                names << QString::fromStdString(choice.work->second);
        return names;
    };
    arrange(read, Flat);
    const QStringList all = namesOf();
    arrange(read, ByModule);
    const QStringList open = namesOf();
    QString closed;
    for (const auto& name : all)
        if (!open.contains(name))
            closed = name;
    ASSERT_FALSE(closed.isEmpty());

    KernelsPage page(m_theme);
    page.resize(1100, 800);
    page.showView(view());
    arrange(page, ByModule);
    ASSERT_TRUE(page.showWork(closed.toStdString(), 0)) << "in the list that is flat until then";
    ASSERT_FALSE(page.isReady());
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
    EXPECT_EQ(chosenName(page), closed);
    const auto choice = page.table().choice();
    ASSERT_TRUE(choice);
    EXPECT_FALSE(choice->group.isEmpty());
}

TEST_F(TracedKernels, SayWhichTraceCannotBeRead)
{
    auto without = view();
    without.file = QStringLiteral("/nowhere/run.fscope");
    auto& page = shown(without);
    arrange(page, ByModule);
    EXPECT_THAT(
        textIn(page).toStdString(), HasSubstr("Where eager called its work from is not known"));
    EXPECT_EQ(rowsOf(page).front().cells[NameColumn].text, QStringLiteral("no module known"));
    EXPECT_THAT(
        page.details().durations().emptyText().toStdString(), HasSubstr("no durations known"));
}

TEST_F(TracedKernels, InASmallWindowGiveTheirPlaceToTheSelection)
{
    auto& page = shown(view(), {1100, 660});
    page.setCompact(true);
    EXPECT_EQ(page.inspector(), nullptr);
    EXPECT_TRUE(page.table().isVisibleTo(&page));
    EXPECT_FALSE(page.details().isVisibleTo(&page));
    for (auto* tabs : page.findChildren<TabStrip*>())
        if (tabs->accessibleName() == QStringLiteral("Table or selection")) {
            tabs->setCurrent(1);
            Q_EMIT tabs->currentChanged(1);
        }
    EXPECT_FALSE(page.table().isVisibleTo(&page));
    EXPECT_TRUE(page.details().isVisibleTo(&page));
    page.setCompact(false);
    EXPECT_NE(page.inspector(), nullptr);
    EXPECT_TRUE(page.table().isVisibleTo(&page));
}

TEST_F(TracedKernels, LeadToTheTimelineAndBack)
{
    MainWindow window(m_theme, nullptr);
    window.resize(1680, 1020);
    window.control().files.showComparison(s_comparison, s_file);
    window.show();
    window.shown().setFocus(2);
    window.showPage(PageId::Kernels);
    const auto ready
        = [&] { return window.pages().currentPage()->isReady() && window.isSettled(); };
    ASSERT_TRUE(QTest::qWaitFor(ready, ui_test::patience));
    auto* kernels = qobject_cast<KernelsPage*>(window.pages().currentPage());
    ASSERT_NE(kernels, nullptr);
    Q_EMIT kernels->workRequested(PageId::Timeline, QString::fromLatin1(fused), 2);
    ASSERT_TRUE(QTest::qWaitFor(ready, ui_test::patience));
    auto* timeline = qobject_cast<TimelinePage*>(window.pages().currentPage());
    ASSERT_NE(timeline, nullptr);
    EXPECT_EQ(timeline->details().title().toStdString(), fused);
    EXPECT_EQ(timeline->findChild<TextField*>()->text().toStdString(), fused);
    ASSERT_TRUE(timeline->canvas().picked());
    const auto& picked = timeline->canvas().picked()->what;
    const auto first = picked.span.begin;
    for (const auto& placed : timeline->canvas().layoutOfRows().rows())
        for (std::size_t i = 0; placed.run == 1 && placed.row.kind == TimelineRowKind::Kernels
             && i < placed.row.lane->size() && placed.row.lane->event(i).span.begin < first;
             ++i)
            EXPECT_NE(placed.row.lane->nameOf(i), picked.name) << "the first run is selected";
    EXPECT_TRUE(timeline->canvas().find(QString::fromLatin1(fused), TimelineDirection::Later));
    EXPECT_GT(timeline->canvas().picked()->what.span.begin, first);
    Q_EMIT const_cast<TimelineInspector&>(timeline->details()).kernelsRequested();
    ASSERT_TRUE(QTest::qWaitFor(ready, ui_test::patience));
    ASSERT_EQ(window.pages().currentId(), PageId::Kernels);
    EXPECT_EQ(chosenName(*kernels), timeline->details().title());
}

} // namespace ui
