// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant_result.h"
#include "tests/support/traced_work.h"
#include "tests/ui/example_states.h"
#include "tests/ui/page_text.h"
#include "tests/ui/shown_kernels.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/kernels/work_columns.h"
#include "ui/pages/kernels/work_inspector.h"
#include "ui/pages/kernels/work_table.h"
#include "ui/widgets/field.h"

#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// The table of work over the baseline and every variant at once.
namespace ui {
namespace {

enum Scope { Pair, All };

enum Arranged { ArrangedByClass = 1, ArrangedFlat = 5 };

constexpr int baselineColumn = 2;
using testing::HasSubstr;

int timeColumnOf(int side)
{
    return side == 0 ? baselineColumn : baselineColumn - 1 + (2 * side);
}

int changeColumnOf(int side)
{
    return timeColumnOf(side) + 1;
}

/// Traced, of as many variants as the state has.
ComparisonView viewOf(const std::string& state, tests::TracedDevice device)
{
    auto data = example_states::dataOf(state);
    tests::addTracedWork(data, device);
    ComparisonView view;
    view.comparison = judged(std::move(data));
    view.focus = 2;
    return view;
}

class KernelsOfAll : public ShownKernels {
protected:
    static TabStrip* scopeOf(const KernelsPage& page)
    {
        return stripOf(page, QStringLiteral("Variants beside the baseline"));
    }

    static const std::vector<DataRow>& rowsOf(const KernelsPage& page)
    {
        return page.table().dataModel().content().rows;
    }

    static QStringList headingsOf(const KernelsPage& page)
    {
        QStringList names;
        for (const DataColumn& column : page.table().dataModel().content().columns)
            names << column.name;
        return names;
    }

    static double valueOf(const DataRow& row, int column)
    {
        return row.cells.at(static_cast<std::size_t>(column)).value.toDouble();
    }
};

} // namespace

TEST_F(KernelsOfAll, HaveTimeAndChangeOfEachVariant)
{
    auto& page = shown(viewOf("recommended", tests::TracedDevice::Gpu));
    choose(scopeOf(page), All);
    EXPECT_EQ(headingsOf(page).mid(baselineColumn).join(u'|').remove(u'\n'),
        QStringLiteral("eagerms|defaultms|defaultchange, ms|reduce-overheadms|reduce-overheadchange"
                       ", ms|max-autotunems|max-autotunechange, ms"));
}

TEST_F(KernelsOfAll, TellOfEachVariantWhatItsPairTells)
{
    auto view = viewOf("recommended", tests::TracedDevice::Cpu);
    std::map<std::pair<int, QString>, double> changes;
    for (const int focus : {1, 2, 3}) {
        view.focus = focus;
        for (const DataRow& row : rowsOf(shown(view)))
            changes[{focus, row.cells[NameColumn].text}] = valueOf(row, ChangeColumn);
    }
    auto& page = shown(view);
    choose(scopeOf(page), All);
    int compared = 0;
    for (const DataRow& row : rowsOf(page))
        for (const int side : {1, 2, 3})
            if (const auto pair = changes.find({side, row.cells[NameColumn].text});
                pair != changes.end()) {
                EXPECT_DOUBLE_EQ(valueOf(row, changeColumnOf(side)), pair->second);
                ++compared;
            }
    EXPECT_GT(compared, 15);
}

TEST_F(KernelsOfAll, AddUpInEveryColumn)
{
    for (const auto device : {tests::TracedDevice::Cpu, tests::TracedDevice::Gpu}) {
        auto& page = shown(viewOf("recommended", device));
        choose(scopeOf(page), All);
        for (const int arranged : {ArrangedByClass, ArrangedFlat}) {
            arrange(page, arranged);
            for (int column = baselineColumn; column <= changeColumnOf(3); ++column) {
                double sum = 0;
                for (std::size_t i = 0; i + 1 < rowsOf(page).size(); ++i)
                    sum += page.table().signs()[i].child ? 0 : valueOf(rowsOf(page)[i], column);
                EXPECT_NEAR(sum, valueOf(rowsOf(page).back(), column), 1e-9) << column;
            }
        }
    }
}

TEST_F(KernelsOfAll, ColourGroupsThatBothRunAlone)
{
    auto& page = shown(viewOf("recommended", tests::TracedDevice::Gpu));
    choose(scopeOf(page), All);
    const auto& signs = page.table().signs();
    int coloured = 0;
    for (std::size_t i = 0; i < signs.size(); ++i) {
        ASSERT_EQ(signs[i].changes.size(), 3U);
        for (const int side : {1, 2, 3}) {
            const auto& row = rowsOf(page)[i];
            const bool both = row.cells[baselineColumn].value.isValid()
                && row.cells[static_cast<std::size_t>(timeColumnOf(side))].value.isValid();
            const auto status = signs[i].changes[static_cast<std::size_t>(side - 1)].status;
            if (signs[i].child || !both) {
                EXPECT_EQ(status, Status::Neutral) << row.cells[NameColumn].text.toStdString();
            }
            coloured += status == Status::Neutral ? 0 : 1;
        }
    }
    EXPECT_GT(coloured, 3);
}

TEST_F(KernelsOfAll, LeaveOutWhatIsHiddenButNotTheFocus)
{
    auto view = viewOf("recommended", tests::TracedDevice::Gpu);
    auto& page = shown(view);
    choose(scopeOf(page), All);
    view.hidden = {1, 2};
    page.showView(view);
    EXPECT_EQ(page.table().dataModel().columnCount(), changeColumnOf(2) + 1);
    EXPECT_THAT(headingsOf(page).join(u' ').toStdString(), HasSubstr("reduce-overhead"));
    EXPECT_THAT(headingsOf(page).join(u' ').toStdString(), testing::Not(HasSubstr("default")));
}

TEST_F(KernelsOfAll, WithOneVariantAreThePair)
{
    auto view = viewOf("recommended", tests::TracedDevice::Gpu);
    auto& page = shown(view);
    EXPECT_TRUE(scopeOf(page)->isVisibleTo(&page));
    choose(scopeOf(page), All);
    view.hidden = {1, 3};
    page.showView(view);
    EXPECT_FALSE(scopeOf(page)->isVisibleTo(&page));
    EXPECT_EQ(page.table().dataModel().columnCount(), ChangeColumn + 1);
    view.hidden = {};
    page.showView(view);
    EXPECT_EQ(page.table().dataModel().columnCount(), changeColumnOf(3) + 1);
    choose(scopeOf(page), Pair);
    EXPECT_EQ(page.table().dataModel().columnCount(), ChangeColumn + 1);
}

TEST_F(KernelsOfAll, SayOfAVariantThatIsNotTracedWhy)
{
    auto data = example_states::dataOf("recommended");
    tests::addTracedWork(data, tests::TracedDevice::Gpu);
    for (auto& process : data.processes)
        if (process.start.variant == 1)
            process.traces.clear();
    ComparisonView view;
    view.comparison = judged(std::move(data));
    view.focus = 2;
    auto& page = shown(view);
    choose(scopeOf(page), All);
    const auto& total = rowsOf(page).back();
    const auto& missing = total.cells[static_cast<std::size_t>(timeColumnOf(1))];
    EXPECT_FALSE(missing.value.isValid());
    EXPECT_THAT(missing.reason.toStdString(), HasSubstr("Not known of default"));
    EXPECT_TRUE(total.cells[static_cast<std::size_t>(changeColumnOf(2))].value.isValid());
}

TEST_F(KernelsOfAll, FitWithEightVariantsAndLongNames)
{
    for (const char* state : {"eight", "long_names"})
        for (const int width : {892, 1104, 1472}) {
            auto& page = shown(viewOf(state, tests::TracedDevice::Gpu), {width, 668});
            choose(scopeOf(page), All);
            const auto& table = page.table();
            int right = 0;
            for (int column = 0; column < table.dataModel().columnCount(); ++column)
                right += table.isColumnHidden(column) ? 0 : table.columnWidth(column);
            EXPECT_LE(right, table.viewport()->width()) << state << ' ' << width;
            for (int side = 1; side < 8; ++side)
                EXPECT_FALSE(table.isColumnHidden(changeColumnOf(side))) << state << ' ' << width;
        }
}

TEST_F(KernelsOfAll, TellOfTheChosenWorkInEveryVariant)
{
    auto& page = shown(viewOf("recommended", tests::TracedDevice::Gpu));
    arrange(page, ArrangedFlat);
    const auto& everywhere = page.details().everywhere();
    const auto& rows = everywhere.dataModel().content().rows;
    ASSERT_EQ(rows.size(), 4U) << "the pair's table has the others in its inspector";
    const auto choice = page.table().choice();
    ASSERT_TRUE(choice && choice->work);
    int known = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].cells[0].variant, static_cast<int>(i));
        known += rows[i].cells[2].value.isValid() ? 1 : 0;
        EXPECT_EQ(rows[i].cells[2].value.isValid(), rows[i].cells[2].reason.isEmpty());
    }
    EXPECT_GT(known, 0);
    EXPECT_LT(known, 4) << "the name that changed most is not run by all";
}

TEST_F(KernelsOfAll, SumUpWhatTheFilterFinds)
{
    auto& page = shown(viewOf("recommended", tests::TracedDevice::Gpu));
    choose(scopeOf(page), All);
    page.findChild<TextField*>()->setText(QStringLiteral("nvjet"));
    settle();
    const QString words = ui_test::textIn(page);
    EXPECT_THAT(words.toStdString(), HasSubstr(" in eager, "));
    EXPECT_THAT(words.toStdString(), HasSubstr(" and "));
    EXPECT_THAT(words.toStdString(), HasSubstr("in max-autotune a call."));
}

} // namespace ui
