// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/chart_table.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QMimeData>

#include <gtest/gtest.h>

#include <memory>

namespace ui {
namespace {

ChartTable sample()
{
    return {u"Payback"_qs, {u"variant"_qs, u"ms"_qs},
        {{u"a, \"b\" | c"_qs, 1234.5}, {u"two\nlines"_qs, QVariant()}}};
}

TEST(ChartTable, QuotesCsvAndWritesNumbersInTheCLocale)
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    EXPECT_EQ(toCsv(sample()).toStdString(),
        "variant,ms\n\"a, \"\"b\"\" | c\",1234.5\n\"two\nlines\",\n");
    QLocale::setDefault(before);
}

TEST(ChartTable, WritesWhyAValueIsMissingAndWhereTheFileComesFrom)
{
    ChartTable table = sample();
    table.rows[1][1] = missing(u"needs 400 calls, has 55"_qs);
    table.source = u"Fusescope 0.1.0 · a.fscope@1"_qs;
    EXPECT_EQ(toCsv(table).toStdString(),
        "variant,ms,missing,source\n"
        "\"a, \"\"b\"\" | c\",1234.5,,Fusescope 0.1.0 · a.fscope@1\n"
        "\"two\nlines\",,\"ms: needs 400 calls, has 55\",Fusescope 0.1.0 · a.fscope@1\n");
    EXPECT_FALSE(toTsv(table).contains(u"a.fscope"_qs));
    EXPECT_TRUE(toMarkdown(table).contains(u"–"_qs));
    EXPECT_TRUE(toHtml(table).contains(u"<td align=\"right\">–</td>"_qs));
}

TEST(ChartTable, WritesNumbersSoThatTheyReadBackTheSame)
{
    const double third = 1.0 / 3;
    const ChartTable table {u"t"_qs, {u"x"_qs}, {{third}, {1e-300}, {123456789012345.0}}};
    const QStringList lines = toCsv(table).split(u'\n');
    EXPECT_EQ(lines[1].toDouble(), third);
    EXPECT_EQ(lines[2].toDouble(), 1e-300);
    EXPECT_EQ(lines[3].toDouble(), 123456789012345.0);
}

TEST(ChartTable, AlignsMarkdownColumns)
{
    const auto lines = toMarkdown(sample()).split(u'\n', Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 4);
    for (const QString& line : lines)
        EXPECT_EQ(line.size(), lines[0].size()) << line.toStdString();
    EXPECT_TRUE(lines[1].endsWith(u": |"_qs)) << "numbers are right-aligned";
    EXPECT_TRUE(lines[2].contains(u"\\|"_qs));
}

TEST(ChartTable, GoesToTheClipboardInThreeForms)
{
    const std::unique_ptr<QMimeData> data(tableMimeData(sample()));
    EXPECT_EQ(data->text(), toMarkdown(sample()));
    EXPECT_TRUE(data->html().contains(u"&quot;b&quot;"_qs));
    EXPECT_TRUE(data->data(u"text/tab-separated-values"_qs).contains("\t1234.5"));
}

TEST(ChartTable, IsAModel)
{
    ChartTableModel model(sample());
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.data(model.index(0, 1), Qt::DisplayRole).toString(), u"1234.5"_qs);
}

} // namespace
} // namespace ui
