// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/column.h"
#include "ui/tables/column_widths.h"
#include "ui/tables/data_table.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <numeric>

namespace ui {
namespace {

DataRow rowOf(int key, const QString& name, std::optional<double> seconds)
{
    DataCell time = seconds
        ? numberCell(QString::number(*seconds) + u" s"_qs, *seconds, u"(1–9)"_qs)
        : missingCell(u"no cold process finished; run fusescope extend"_qs);
    DataCell first = textCell(name);
    first.variant = key;
    return {.cells = {first, time}, .key = key};
}

DataContent sample()
{
    DataContent content {.title = u"Cost"_qs,
        .columns = {{.name = u"variant"_qs, .align = DataAlign::Text, .elastic = true},
            {.name = u"compile, s"_qs}}};
    content.rows = {rowOf(1, u"default"_qs, 21.6), rowOf(2, u"failed"_qs, std::nullopt),
        rowOf(3, u"max-autotune"_qs, 3.5), rowOf(0, u"all"_qs, 99)};
    content.rows.back().total = true;
    return content;
}

QStringList firstColumn(const QAbstractItemModel& model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names.append(model.index(row, 0).data().toString());
    return names;
}

TEST(DataModel, KeepsTheRulesOfItemModels)
{
    DataModel model;
    DataSorter sorter(&model);
    using Tester = QAbstractItemModelTester;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    const Tester sorted(&sorter, Tester::FailureReportingMode::Fatal);
    model.setContent(sample());
    sorter.sort(1);
    model.setContent(sample());
    DataContent shorter = sample();
    shorter.rows.pop_back();
    model.setContent(shorter);
    model.setContent({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(DataModel, SaysWhyANumberIsMissing)
{
    DataModel model;
    model.setContent(sample());
    const QModelIndex index = model.index(1, 1);
    EXPECT_EQ(index.data().toString(), u"–"_qs);
    EXPECT_TRUE(index.data(Qt::ToolTipRole).toString().contains(u"no cold process"_qs));
}

TEST(DataTable, SortsByRawValuesAndKeepsMissingOnesAndTotalsLast)
{
    const Theme theme(ThemeChoice::Dark);
    DataTable table(theme, u"Cost"_qs);
    table.setContent(sample());
    table.sortByColumn(1, Qt::AscendingOrder);
    EXPECT_EQ(firstColumn(*table.model()),
        (QStringList {u"max-autotune"_qs, u"default"_qs, u"failed"_qs, u"all"_qs}));
    table.sortByColumn(1, Qt::DescendingOrder);
    EXPECT_EQ(firstColumn(*table.model()),
        (QStringList {u"default"_qs, u"max-autotune"_qs, u"failed"_qs, u"all"_qs}));
}

TEST(DataTable, CopiesWhatIsReadAsMarkdownAndRawValuesBesideIt)
{
    const Theme theme(ThemeChoice::Dark);
    DataTable table(theme, u"Cost"_qs);
    table.setContent(sample());
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    EXPECT_TRUE(data->text().contains(u"21.6 s (1–9)"_qs)) << data->text().toStdString();
    EXPECT_TRUE(data->hasHtml());
    const QByteArray raw = data->data(u"text/tab-separated-values"_qs);
    EXPECT_TRUE(raw.contains("\t21.6\t")) << raw.toStdString();
    EXPECT_TRUE(raw.contains("failed\t\t")) << "missing is an empty cell: " << raw.toStdString();
}

TEST(DataTable, ChoosesARowByClickAndByKey)
{
    const Theme theme(ThemeChoice::Dark);
    DataTable table(theme, u"Cost"_qs);
    table.setContent(sample());
    table.resize(600, table.sizeHint().height());
    table.show();
    QSignalSpy chosen(&table, &DataTable::rowChosen);
    table.selectKey(1);
    EXPECT_EQ(chosen.count(), 0) << "a page that marks its row chooses nothing";
    QTest::keyClick(&table, Qt::Key_Down);
    QTest::keyClick(&table, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toInt(), 2);
    const QPoint third = table.visualRect(table.model()->index(2, 0)).center();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, third);
    EXPECT_EQ(chosen.back().front().toInt(), 3);
}

TEST(DataTable, IsAsHighAsItsRowsAndNeverWiderThanItsPlace)
{
    const Theme theme(ThemeChoice::Dark);
    DataTable table(theme, u"Cost"_qs);
    DataContent content = sample();
    content.rows.front().cells.front().text = QString(400, u'x') + u"-end"_qs;
    table.setContent(content);
    for (const int width : {300, 700, 1400}) {
        table.resize(width, table.sizeHint().height());
        table.show();
        EXPECT_LE(table.horizontalHeader()->length(), table.viewport()->width()) << width;
        EXPECT_GE(table.viewport()->height(), 4 * table.rowHeight(0)) << width;
    }
}

TEST(DataTable, CopiesWholeNamesAndHeadingsInOneLine)
{
    DataModel model;
    DataContent content {.columns = {{.name = u"work"_qs}, {.name = u"eager\nms"_qs}}};
    DataCell name = textCell(u"void f…<4>"_qs);
    name.copied = u"void at::f<float, 4>"_qs;
    name.quiet = u"only in eager"_qs;
    content.rows = {{.cells = {name, numberCell(u"1"_qs, 1)}}};
    model.setContent(content);
    EXPECT_EQ(shownTable(model, {0}).columns.at(1), u"eager, ms"_qs);
    EXPECT_EQ(shownTable(model, {0}).rows.at(0).at(0).toString(),
        u"void at::f<float, 4> only in eager"_qs);
    EXPECT_EQ(rawTable(model, {0}).rows.at(0).at(0).toString(), u"void at::f<float, 4>"_qs);
    EXPECT_EQ(rawTable(model, {0}).columns.last(), u"eager, ms"_qs);
}

TEST(Column, MakesHeadingsTextsAndRawValuesOfARow)
{
    const std::vector<Column<double>> columns {
        {{.name = u"time"_qs, .unit = u"ms"_qs, .raw = {u"time, ms"_qs, u"low"_qs}},
            [](const double& ms) {
                DataCell cell = numberCell(QString::number(ms), ms, u"(1–9)"_qs);
                cell.raw = {ms, ms - 1};
                return cell;
            }},
        {{.name = u"bar"_qs, .drawn = true}, [](const double& /*ms*/) { return DataCell(); }}};
    RowModel<double> model;
    model.setRows({2, 3}, columns);
    EXPECT_EQ(shownTable(model, {1}).columns, (QStringList {u"time, ms"_qs, u"bar"_qs}));
    EXPECT_EQ(shownTable(model, {1}).rows.at(0).at(0).toString(), u"3 (1–9)"_qs);
    EXPECT_EQ(rawTable(model, {1}).columns, (QStringList {u"time, ms"_qs, u"low"_qs}));
    EXPECT_EQ(rawTable(model, {1, 0}).rows.at(1), (QVariantList {2.0, 1.0}));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setRows({4, 5}, columns);
    EXPECT_EQ(resets.count(), 0) << "a view keeps its place";
    EXPECT_EQ(model.index(0, 0).data().toString(), u"4"_qs);
}

TEST(ColumnWidths, SharesWhatIsLeftByWeights)
{
    const std::vector<DataColumn> columns {{.fills = 1}, {}, {.fills = 3}};
    EXPECT_EQ(columnWidths(columns, {50, 50, 50}, 190), (std::vector {60, 50, 80}));
}

TEST(ColumnWidths, ShortensNamesBeforeItHidesAColumnAndHidesTheLeastFirst)
{
    const std::vector<DataColumn> columns {{.elastic = true}, {.yields = 2}, {.yields = 1}, {}};
    const std::vector<int> natural {200, 100, 100, 100};
    EXPECT_EQ(columnWidths(columns, natural, 500), natural);
    EXPECT_EQ(columnWidths(columns, natural, 420), (std::vector {120, 100, 100, 100}));
    const auto tight = columnWidths(columns, natural, 330);
    EXPECT_EQ(tight[2], 0);
    EXPECT_GT(tight[1], 0);
    EXPECT_LE(std::accumulate(tight.begin(), tight.end(), 0), 330);
}

TEST(ColumnWidths, HidesColumnsThatBelongTogetherAtOnce)
{
    const std::vector<DataColumn> columns {{}, {.yields = 2}, {.yields = 1}, {.yields = 1}};
    EXPECT_EQ(columnWidths(columns, {100, 100, 100, 100}, 350), (std::vector {175, 175, 0, 0}));
}

TEST(ColumnWidths, GivesWhatIsLeftToTheColumnThatFills)
{
    const std::vector<DataColumn> columns {{}, {.fills = 1}};
    EXPECT_EQ(columnWidths(columns, {50, 60}, 200), (std::vector {50, 150}));
    EXPECT_EQ(columnWidths({{}, {}}, {50, 60}, 200), (std::vector {95, 105}));
}

} // namespace
} // namespace ui
