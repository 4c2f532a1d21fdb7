// SPDX-License-Identifier: GPL-3.0-or-later
// One number has one source: whatever shows a quantity shows the same, in the same unit.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/ui/cross_page/compared_files.h"
#include "tests/ui/cross_page/document_texts.h"
#include "tests/ui/cross_page/lone_ratios.h"
#include "tests/ui/cross_page/printed_texts.h"
#include "tests/ui/cross_page/quantity.h"
#include "tests/ui/cross_page/window_texts.h"
#include "ui/pages/list/page_list.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

namespace {

using namespace cross_page;
using ui::PageId;
using ui_test::ShownWindow;

/// Of everything that was read: FUSESCOPE_CROSS_PAGE_TEXTS names a folder for it, to find the
/// places of a quantity in.
void keepTexts(const std::string& name, const ShownTexts& texts)
{
    const QString folder = qEnvironmentVariable("FUSESCOPE_CROSS_PAGE_TEXTS");
    if (folder.isEmpty())
        return;
    std::ofstream file(folder.toStdString() + "/" + name + ".tsv");
    for (const ShownText& text : texts)
        file << QStringList {text.place, text.part, text.caseName, text.variant, text.column,
            text.text}
                    .join(QLatin1Char('\t'))
                    .replace(QLatin1Char('\n'), QLatin1Char(' '))
                    .toStdString()
             << '\n';
}

/// Pages that show a comparison.
std::vector<PageId> comparisonPages()
{
    return {PageId::Overview, PageId::Results, PageId::Latency, PageId::CompileTime,
        PageId::Timeline, PageId::Kernels, PageId::GraphBreaks, PageId::Gpu, PageId::Numerics,
        PageId::Memory, PageId {"shapes"}, PageId {"serving"}};
}

/// Every page, for the first and the last case and up to three variants; those of the whole file
/// once.
ShownTexts textsOfWindow(const ComparedFile& file, const Names& names)
{
    const ShownWindow shown(QSize(1680, 1020));
    auto data = storage::loadComparison(file.path);
    if (!data)
        throw std::runtime_error(data.error().message);
    shown.window().control().files.showComparison(
        ui::judged(*std::move(data)), QString::fromStdString(file.path.string()));
    shown.settle();
    ShownTexts all = textsOfPrints(*shown.window().view().comparison);
    append(all, textsOfSuitePage(shown, file.path, names));
    append(all, textsOfHistoryPage(shown, file.path, names));
    const int lastCase = static_cast<int>(names.cases.size()) - 1;
    const int variants = static_cast<int>(names.variants.size());
    for (const int inCase : std::set<int> {0, lastCase})
        for (const int focus : std::set<int> {std::min(1, variants - 1), variants - 1}) {
            shown.window().shown().setCase(inCase);
            shown.window().shown().setFocus(focus);
            for (const PageId page : comparisonPages())
                append(all, textsOfPage(shown, page, names));
            append(all, textsOfLivePage(shown, names));
        }
    return all;
}

ShownTexts textsOf(const ComparedFile& file)
{
    const Names names = namesIn(file.path);
    ShownTexts all = textsOfDocuments(file.path);
    append(all, textsOfWindow(file, names));
    keepTexts(file.name, all);
    return all;
}

class CrossPage : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        for (const ComparedFile& file : comparedFiles(s_folder.path().toStdString())) {
            const ShownTexts texts = textsOf(file);
            s_figures[file.name] = figuresIn(texts, namesIn(file.path));
            s_loneRatios[file.name] = loneRatios(texts);
        }
    }

    static inline const QTemporaryDir s_folder;
    static inline std::map<std::string, ShownFigures> s_figures; ///< by file
    static inline std::map<std::string, std::vector<std::string>> s_loneRatios; ///< by file
};

TEST_F(CrossPage, EveryQuantityIsTheSameWhereverItIsShown)
{
    std::string list;
    std::size_t count = 0;
    for (const auto& [file, figures] : s_figures)
        for (const std::string& difference : differencesIn(figures)) {
            list += "\n  " + file + " · " + difference;
            ++count;
        }
    EXPECT_EQ(count, 0U) << list;
}

TEST_F(CrossPage, NoRatioStandsAloneWithoutAVerdict)
{
    std::string list;
    for (const auto& [file, ratios] : s_loneRatios)
        for (const std::string& ratio : ratios)
            list += "\n  " + file + " · " + ratio;
    EXPECT_TRUE(list.empty()) << list;
}

TEST_F(CrossPage, EveryPlaceOfTheTableShowsItsQuantitySomewhere)
{
    if (qEnvironmentVariableIsSet(filesVariable))
        GTEST_SKIP() << "not all files were read";
    std::set<const Place*> seen;
    for (const auto& [file, figures] : s_figures)
        for (const auto& [key, shown] : figures)
            for (const ShownFigure& figure : shown)
                seen.insert(figure.place);
    for (const Quantity& quantity : quantities())
        for (const Place& place : quantity.places)
            EXPECT_TRUE(seen.contains(&place))
                << quantity.id << ": " << place.where << " / " << place.part << " / "
                << place.column << " / " << place.text;
}

// ---- the reading itself

TEST(Figure, KnowsUnitsAndHowFarItWasRounded)
{
    const auto agreed = [](const char* one, const char* other, Dimension dimension) {
        const auto a = figureIn(QString::fromUtf8(one), dimension, {});
        const auto b = figureIn(QString::fromUtf8(other), dimension, {});
        return a && b && agree(*a, *b);
    };
    EXPECT_TRUE(agreed("24.8 s", "24 812 ms", Dimension::Time));
    EXPECT_TRUE(agreed("1.07× slower", "0.935×", Dimension::Ratio));
    EXPECT_TRUE(agreed("–", "–", Dimension::Time));
    EXPECT_TRUE(agreed("−0.5 ms", "-500 µs", Dimension::Time));
    EXPECT_FALSE(agreed("36.5 s", "12.0 s", Dimension::Time));
    EXPECT_TRUE(agreed("24.85 s", "24.8 s", Dimension::Time));
    EXPECT_FALSE(agreed("24.8 s", "24.9 s", Dimension::Time));
    EXPECT_FALSE(agreed("0 s", "–", Dimension::Time));
    EXPECT_FALSE(figureIn(QStringLiteral("3 ms"), Dimension::Bytes, {}));
    EXPECT_TRUE(agreed("14 320", "14317.31", Dimension::Rate));
    EXPECT_FALSE(agreed("14 320", "14311.2", Dimension::Rate));
    EXPECT_FALSE(agreed("14 321", "14317.31", Dimension::Rate));
}

TEST(Figure, IsMissedWhereAnotherPlaceSaysOtherwise)
{
    const Names names {.variants = {QStringLiteral("eager"), QStringLiteral("default")},
        .cases = {QStringLiteral("b8")}};
    const auto shown
        = [](const char* place, const char* part, const char* column, const char* text) {
              return ShownText {.place = QString::fromUtf8(place),
                  .part = QString::fromUtf8(part),
                  .caseName = QStringLiteral("b8"),
                  .variant = QStringLiteral("default"),
                  .column = QString::fromUtf8(column),
                  .text = QString::fromUtf8(text)};
          };
    const auto differences = differencesIn(
        figuresIn({shown("compare --json", "/cases/variants/compile_ns/cold", "", "12000000000"),
                      shown("Overview", "card", "Compile, cold", "36.5 s")},
            names));
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_NE(differences.front().find("36.5 s"), std::string::npos);
}

} // namespace
