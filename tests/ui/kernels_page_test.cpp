// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/example_states.h"
#include "tests/ui/page_text.h"
#include "tests/ui/shown_kernels.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/kernels/work_columns.h"
#include "ui/pages/kernels/work_inspector.h"
#include "ui/pages/kernels/work_rows.h"
#include "ui/pages/kernels/work_selection.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/pages/list/page_list.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QTest>
#include <QTextDocument>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ui {
namespace {

using profiler::WorkKind;

constexpr int flat = 4; ///< tab
using testing::HasSubstr;
using ui_test::textIn;

ComparisonView viewOf(const std::string& state, int focus = 2)
{
    ComparisonView view;
    view.comparison = example_states::judgedState(state);
    view.focus = focus;
    return view;
}

class Kernels : public ShownKernels {
protected:
    static const DataModel& modelOf(const KernelsPage& page) { return page.table().dataModel(); }

    static QStringList namesOf(const KernelsPage& page)
    {
        QStringList names;
        for (const DataRow& row : modelOf(page).content().rows)
            names << row.cells[NameColumn].text;
        return names;
    }
};

/// What labels of rich text let read.
QStringList renderedIn(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        QTextDocument document;
        if (label->textFormat() == Qt::RichText)
            document.setHtml(label->text());
        else
            document.setPlainText(label->text());
        texts << document.toPlainText();
    }
    return texts;
}

/// Sum of a column over all rows but the total and, where groups are shown, their names.
double sumOf(const KernelsPage& page, WorkColumn column)
{
    double sum = 0;
    const auto& rows = page.table().dataModel().content().rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!rows[i].total && !page.table().signs()[i].child)
            sum += rows[i].cells[column].value.toDouble();
    return sum;
}

double totalOf(const KernelsPage& page, WorkColumn column)
{
    return page.table().dataModel().content().rows.back().cells[column].value.toDouble();
}

} // namespace

TEST_F(Kernels, SaysAtFirstGlanceWhereTheTimeWent)
{
    const auto view = viewOf("traced");
    const auto& page = shown(view);
    const QString words = textIn(page);
    EXPECT_THAT(words.toStdString(), HasSubstr("reduce-overhead is"));
    EXPECT_THAT(words.toStdString(), HasSubstr("a call: CPU/Python overhead −"));
    EXPECT_THAT(words.toStdString(), HasSubstr("profiler overhead: "));
    EXPECT_EQ(namesOf(page).last(), QStringLiteral("One call"));
    EXPECT_TRUE(descriptorOf(PageId::Kernels).hasData(view));
}

TEST_F(Kernels, AddUpToTheMediansThatOverviewShows)
{
    for (const char* state : {"traced", "traced_gpu"}) {
        const auto view = viewOf(state);
        auto& page = shown(view);
        for (const int arrangement : {1, flat}) {
            arrange(page, arrangement);
            const double unit = view.caseResult()->variants[0].latency->median().ns.value()
                / totalOf(page, BaselineNs);
            EXPECT_NEAR(sumOf(page, BaselineNs), totalOf(page, BaselineNs), 1e-6);
            EXPECT_NEAR(sumOf(page, VariantNs), totalOf(page, VariantNs), 1e-6);
            EXPECT_NEAR(sumOf(page, ChangeColumn), totalOf(page, ChangeColumn), 1e-6);
            EXPECT_NEAR(
                totalOf(page, VariantNs) * unit, view.focused()->latency->median().ns.value(), 1);
        }
    }
}

TEST_F(Kernels, OfPlacesHaveNoColumnThatIsEmptyThere)
{
    const auto view = viewOf("traced");
    const auto work = profiler::workOfVariants(view.comparison->data, *view.caseResult(), {0, 2});
    ASSERT_TRUE(work);
    const profiler::WorkTimes times {
        profiler::WorkTime {.ns = 9e6}, profiler::WorkTime {.times = 3, .ns = 6e6}};
    WorkArrangement places {.grouping = profiler::WorkGrouping::Module,
        .branches = {{.id = QStringLiteral("net"), .countsTimes = true, .times = times}}};
    const auto byModule = workContents(view, *work, places);
    ASSERT_EQ(byModule.table.columns.size(), 8U) << "no class, no means";
    EXPECT_EQ(byModule.changeColumns, std::vector {7});
    const auto& cells = byModule.table.rows.front().cells;
    EXPECT_EQ(cells[1].text, absent()) << "what ran is never counted as zero";
    EXPECT_EQ(cells[2].text, QStringLiteral("3"));
    places.branches.front().countsTimes = false;
    EXPECT_EQ(workContents(view, *work, places).table.columns.size(), 6U) << "nor how often";
}

TEST_F(Kernels, StepsLeadFromTheBaselinesMedianToTheVariants)
{
    for (const char* state : {"traced", "traced_gpu"}) {
        const auto& page = shown(viewOf(state));
        const auto* chart = page.findChild<WaterfallChart*>();
        ASSERT_TRUE(chart->isVisibleTo(&page)) << state;
        const ChartTable table = chart->table();
        ASSERT_GT(table.rows.size(), 3U) << state;
        double change = 0;
        for (qsizetype i = 0; i + 1 < table.rows.size(); ++i)
            change += table.rows[i][3].toDouble();
        EXPECT_NEAR(change, table.rows.back()[3].toDouble(), 1e-9) << state;
        EXPECT_NEAR(table.rows.back()[3].toDouble(), totalOf(page, ChangeColumn), 1e-9)
            << "the table below ends at the same change";
        EXPECT_THAT(chart->accessibleName().toStdString(), HasSubstr("GEMM/attn/conv ▼ "));
    }
}

TEST_F(Kernels, AStepOpensTheClassesThatItSumsUp)
{
    auto& page = shown(viewOf("traced_gpu"));
    auto* chart = page.findChild<WaterfallChart*>();
    Q_EMIT chart->stepChosen(profiler::WaterfallStep::Matmul);
    EXPECT_TRUE(namesOf(page).contains(QStringLiteral("nvjet_tst_192x8_64x8_4x1_v_bz_TNT")));
    const int open = static_cast<int>(namesOf(page).size());
    Q_EMIT chart->stepChosen(profiler::WaterfallStep::LaunchLatency);
    EXPECT_EQ(static_cast<int>(namesOf(page).size()), open) << "idle time has no rows to open";
}

TEST_F(Kernels, OfTheBaselineItselfNothingChanged)
{
    const auto& page = shown(viewOf("traced", 0));
    EXPECT_FALSE(page.findChild<WaterfallChart*>()->isVisibleTo(&page));
}

TEST_F(Kernels, OpenAndCloseAClass)
{
    auto& page = shown(viewOf("traced"));
    const auto closed = [&] { return !namesOf(page).contains(QStringLiteral("aten::addmm")); };
    EXPECT_TRUE(closed()) << "only the class that changed most is open at first";
    EXPECT_TRUE(namesOf(page).contains(QStringLiteral("aten::gelu")));
    const auto& table = page.table();
    const auto toggle
        = [&] { Q_EMIT const_cast<WorkTable&>(table).groupChosen(classId(WorkKind::Matmul)); };
    toggle();
    EXPECT_FALSE(closed());
    toggle();
    EXPECT_TRUE(closed());
}

TEST_F(Kernels, FilterByNameOrClass)
{
    auto& page = shown(viewOf("traced"));
    auto* filter = page.findChild<TextField*>();
    filter->setText(QStringLiteral("LAYER_norm"));
    EXPECT_EQ(namesOf(page),
        (QStringList {QStringLiteral("aten::native_layer_norm"),
            QStringLiteral("cpp_fused_add_native_layer_norm_7"), namesOf(page).at(2),
            QStringLiteral("One call")}));
    filter->setText(QStringLiteral("copies"));
    EXPECT_TRUE(namesOf(page).contains(QStringLiteral("aten::copy_")));
    filter->setText(QStringLiteral("nothing has this name"));
    EXPECT_EQ(namesOf(page), QStringList {QStringLiteral("One call")});
}

TEST_F(Kernels, KeepWhatOnlyOneSideRunsNeutral)
{
    auto& page = shown(viewOf("traced"));
    arrange(page, flat);
    const auto& rows = modelOf(page).content().rows;
    bool seen = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& name = rows[i].cells[NameColumn];
        if (name.text == QStringLiteral("aten::gelu")) {
            EXPECT_EQ(name.quiet, QStringLiteral("only in eager"));
            EXPECT_EQ(page.table().signs()[i].changes.front().status, Status::Neutral);
            EXPECT_FALSE(rows[i].cells[VariantNs].value.isValid());
            EXPECT_FALSE(rows[i].cells[VariantNs].reason.isEmpty());
            seen = true;
        }
        if (rows[i].total) {
            EXPECT_EQ(page.table().signs()[i].changes.front().status, Status::Good);
        }
    }
    EXPECT_TRUE(seen);
}

TEST_F(Kernels, ColourNothingWhileTheVerdictIsOpen)
{
    const auto& page = shown(viewOf("traced_undecided", 1));
    for (const WorkSign& sign : page.table().signs())
        EXPECT_EQ(sign.changes.front().status, Status::Neutral);
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("Undecided"));
}

TEST_F(Kernels, OfADeviceHaveTheirWholeNameInTheTooltip)
{
    auto& page = shown(viewOf("traced_gpu"));
    arrange(page, flat);
    QStringList names;
    for (const DataRow& row : modelOf(page).content().rows) {
        const DataCell& name = row.cells[NameColumn];
        EXPECT_FALSE(names.contains(name.text)) << name.text.toStdString();
        names << name.text;
        if (name.reason.startsWith(QStringLiteral("void "))) {
            EXPECT_LT(name.text.size(), name.reason.size());
        }
    }
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("kernels on the device"));
    EXPECT_TRUE(names.contains(QStringLiteral("GPU idle")));
}

TEST_F(Kernels, AreAModelThatHoldsItsPromises)
{
    auto& page = shown(viewOf("traced"));
    auto* model = const_cast<QAbstractItemModel*>(page.table().model());
    const QAbstractItemModelTester tester(
        model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    arrange(page, flat);
    page.findChild<TextField*>()->setText(QStringLiteral("norm"));
    model->sort(ChangeColumn, Qt::DescendingOrder);
    page.showView(viewOf("traced_gpu"));
    page.showView(viewOf("recommended"));
    page.showView(viewOf("traced", 0));
}

TEST_F(Kernels, AreCopiedAsMarkdownAndRawValues)
{
    auto& page = shown(viewOf("traced"));
    arrange(page, flat);
    const_cast<WorkTable&>(page.table()).copyTable();
    const auto* copied = QGuiApplication::clipboard()->mimeData();
    EXPECT_THAT(copied->text().toStdString(), HasSubstr("| aten::addmm"));
    EXPECT_THAT(copied->data(QStringLiteral("text/tab-separated-values")).toStdString(),
        HasSubstr("aten::addmm"));
    EXPECT_TRUE(copied->hasHtml());
}

TEST_F(Kernels, SayWhatIsMissingAndHowToGetIt)
{
    const auto view = viewOf("recommended");
    const auto& page = shown(view);
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("is not known: its calls were not traced"));
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("A recording with a trace"));
    EXPECT_FALSE(page.table().isVisibleTo(&page));
    EXPECT_FALSE(descriptorOf(PageId::Kernels).hasData(view));
}

TEST_F(Kernels, OfTheBaselineAloneAskForAnotherVariant)
{
    const auto& page = shown(viewOf("traced", 0));
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("Choose another variant above"));
    const auto& content = modelOf(page).content();
    EXPECT_EQ(content.rows.back().cells.size(), content.columns.size());
    for (const auto& column : content.columns)
        EXPECT_THAT(column.name.toStdString(), testing::Not(HasSubstr("change")));
}

TEST_F(Kernels, FitIntoASmallWindowWithLongNames)
{
    auto data = example_states::dataOf("traced_gpu");
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i)
        data.plan.variants[i].name += std::string(200, static_cast<char>('a' + i));
    ComparisonView view;
    view.comparison = judged(std::move(data));
    view.focus = 2;
    for (const int width : {892, 1104, 1472}) {
        const auto& page = shown(view, {width, 668});
        const auto& table = page.table();
        int right = 0;
        for (int column = 0; column < modelOf(page).columnCount(); ++column)
            right += table.isColumnHidden(column) ? 0 : table.columnWidth(column);
        EXPECT_LE(right, table.viewport()->width()) << width;
        EXPECT_FALSE(table.isColumnHidden(ChangeColumn)) << width;
    }
}

TEST_F(Kernels, KeepTheTemplateArgumentsOfNames)
{
    WorkInspector inspector(m_theme);
    const QString heading = QStringLiteral("foo<4, float>");
    const QString words = QStringLiteral("2 names · if a < b and c > d: run<int>()");
    const QString why = QStringLiteral("Not known of <b>: it ended.");
    const QString durations = QStringLiteral("a<1>: 2 runs\nb<2>: 3 runs");
    inspector.showSelection({.heading = heading,
        .words = words,
        .name = {},
        .figures = {},
        .everywhere = {},
        .sources = {},
        .noSources = why,
        .durations = {},
        .durationNote = durations,
        .shownIn = {}});
    const auto shownTexts = renderedIn(inspector);
    for (const auto& text : {heading, words, why, durations})
        EXPECT_TRUE(shownTexts.contains(text)) << text.toStdString();
}

TEST_F(Kernels, TellOfMatchesInAVariantNamedLikeATemplate)
{
    auto data = example_states::dataOf("traced_gpu");
    data.plan.variants[2].name = "v<4, float>";
    ComparisonView view;
    view.comparison = judged(std::move(data));
    view.focus = 2;
    auto& page = shown(view);
    page.findChild<TextField*>()->setText(QStringLiteral("nvjet"));
    EXPECT_THAT(renderedIn(page).join(u'\n').toStdString(), HasSubstr("in v<4, float> a call."));
}

TEST_F(Kernels, AreForgottenWithTheirComparison)
{
    auto& page = shown(viewOf("traced"));
    auto noCase = viewOf("traced");
    noCase.caseIndex = 99;
    for (const auto& empty : {ComparisonView {}, noCase}) {
        page.showView(viewOf("traced"));
        ASSERT_NE(page.inspector(), nullptr);
        page.showView(empty);
        EXPECT_EQ(page.inspector(), nullptr);
        EXPECT_TRUE(page.table().choices().empty());
        page.findChild<TextField*>()->setText(QStringLiteral("norm"));
        for (const auto key : {Qt::Key_Down, Qt::Key_Return, Qt::Key_Up})
            QTest::keyClick(const_cast<WorkTable*>(&page.table()), key);
        arrange(page, flat);
        EXPECT_FALSE(page.showWork("aten::addmm", 0));
    }
}

TEST_F(Kernels, ReachEveryControlByTab)
{
    auto& page = shown(viewOf("traced"));
    for (const QWidget* control : {static_cast<QWidget*>(page.findChild<TextField*>()),
             static_cast<QWidget*>(page.findChild<Button*>()),
             static_cast<QWidget*>(const_cast<WorkTable*>(&page.table()))}) {
        EXPECT_TRUE(control->focusPolicy() & Qt::TabFocus);
        EXPECT_FALSE(control->accessibleName().isEmpty());
    }
}

} // namespace ui
