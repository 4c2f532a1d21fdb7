// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/judge/case_settings.h"
#include "profiler/model/case.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "ui/pages/results/matrix_table.h"
#include "ui/pages/results/results_page.h"
#include "ui/pages/results/results_rows.h"
#include "ui/widgets/code_block.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ui {
namespace {

using testing::HasSubstr;

TEST(ResultsPage, SaysWhichSettingForWhichInput)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<ResultsPage>(theme, viewOfExample(many(4, 3)), {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("use max-autotune for all"));
    EXPECT_THAT(page->findChild<CodeBlock*>()->code().toStdString(),
        HasSubstr("torch.compile(model, mode=\"max-autotune\")"));
}

TEST(ResultsPage, FramesTheBestOfEachCaseAlone)
{
    const ComparisonView view = viewOfExample(many(4, 3));
    const Matrix matrix = matrixOf(view);
    ASSERT_EQ(matrix.rows.size(), 3U);
    for (const MatrixRow& row : matrix.rows) {
        const auto& advice
            = view.comparison->result.cases.at(static_cast<std::size_t>(row.caseIndex))
                  .recommendation;
        for (const MatrixCell& cell : row.cells)
            EXPECT_EQ(cell.framed, cell.variant == advice.variant) << row.name.toStdString();
        EXPECT_LT(row.cells[1].tint, row.cells[3].tint) << "1.28× is paler than 1.71×";
        EXPECT_TRUE(row.cells[3].interval.endsWith(u'*')) << "it holds for all nine at once";
        EXPECT_FALSE(row.payback.isEmpty());
    }
}

TEST(ResultsPage, ShowsTheRatiosOfTheJudgedResultInMatrixAndTable)
{
    const ComparisonView view = viewOfExample(many(4, 2));
    const Matrix matrix = matrixOf(view);
    const DataContent table = resultsTable(view, ResultRows::All);
    ASSERT_EQ(table.rows.size(), 2U * 3U + 1U);
    for (std::size_t row = 0; row < 6; ++row) {
        const ResultPlace place = placeOfKey(table.rows[row].key);
        const MatrixCell& cell = matrix.rows[static_cast<std::size_t>(place.caseIndex)]
                                     .cells[static_cast<std::size_t>(place.variant)];
        EXPECT_EQ(table.rows[row].cells[4].text, cell.ratio);
        EXPECT_EQ(table.rows[row].cells[5].text,
            u'(' + QString(cell.interval).remove(u'*') + u')'
                + (cell.interval.endsWith(u'*') ? u"*"_qs : QString()));
    }
    EXPECT_TRUE(table.rows.back().total);
    EXPECT_EQ(table.rows.back().cells[4].text,
        QString::fromStdString(
            profiler::formatRatio(profiler::meanOfRecommended(view.comparison->result)->estimate)));
}

TEST(ResultsPage, OpensTheCaseOfACellByClickAndByKey)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<ResultsPage>(theme, viewOfExample(many(4, 3)), {1472, 968});
    QSignalSpy asked(page.get(), &Page::caseRequested);
    auto* matrix = page->findChild<MatrixTable*>();
    const QModelIndex cell = matrix->model()->index(1, 3);
    QTest::mouseClick(matrix->viewport(), Qt::LeftButton, {}, matrix->visualRect(cell).center());
    ASSERT_GE(asked.count(), 1);
    EXPECT_EQ(asked.back().at(0).toInt(), 1);
    EXPECT_EQ(asked.back().at(1).toInt(), 2);
    matrix->setCurrentIndex(matrix->model()->index(2, 2));
    QTest::keyClick(matrix, Qt::Key_Return);
    EXPECT_EQ(asked.back().at(0).toInt(), 2);
    EXPECT_EQ(asked.back().at(1).toInt(), 1);
}

TEST(ResultsPage, SaysInWordsWhyACellHasNoRatio)
{
    ExampleOptions options = many(4, 2);
    options.variants.at(3).failure = "torch.compile does not support aten::item here";
    const Matrix matrix = matrixOf(viewOfExample(options));
    const MatrixCell& failed = matrix.rows.front().cells.at(3);
    EXPECT_TRUE(failed.ratio.isEmpty());
    EXPECT_EQ(failed.word, u"failed"_qs);
    EXPECT_TRUE(failed.explanation.contains(u"aten::item"_qs));
}

TEST(MatrixModel, KeepsTheRulesOfItemModels)
{
    MatrixModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setMatrix(matrixOf(viewOfExample(many(4, 3))));
    model.setMatrix(matrixOf(viewOfExample(many(4, 3), 1)));
    ComparisonView view = viewOfExample(many(4, 3));
    view.hidden = {1};
    model.setMatrix(matrixOf(view));
    EXPECT_EQ(model.columnCount(), 3 + 2);
    model.setMatrix({});
    EXPECT_EQ(model.rowCount(), 0);
}

} // namespace
} // namespace ui
