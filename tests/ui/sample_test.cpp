// SPDX-License-Identifier: GPL-3.0-or-later
// What the stored sample must hold, whenever it was recorded: no test asks for one of its figures.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "ui/comparison/comparison_source.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/sample_comparison.h"
#include "ui/pages/list/page_list.h"

#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using ui::PageId;

class TheSample : public testing::Test {
protected:
    void SetUp() override
    {
        const auto read
            = ui::readComparison(FUSESCOPE_SOURCE_DIR "/resources/samples/sample.fscope", {});
        ASSERT_TRUE(read) << read.error().message;
        m_view.comparison = *read;
    }

    [[nodiscard]] const profiler::ComparisonData& data() const { return m_view.comparison->data; }

    /// As CaseResult::variants has it.
    [[nodiscard]] const profiler::VariantResult& variant(
        std::size_t index, const std::string& name) const
    {
        const auto& results = m_view.comparison->result.cases.at(index).variants;
        const auto found = std::ranges::find(results, name, &profiler::VariantResult::name);
        EXPECT_NE(found, results.end()) << name;
        return *found;
    }

    ui::ComparisonView m_view;
};

template <typename T>
std::vector<std::string> namesOf(const std::vector<T>& all)
{
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const T& each : all)
        names.push_back(each.name);
    return names;
}

TEST_F(TheSample, HoldsFourVariantsAndTwoCasesWhole)
{
    EXPECT_THAT(
        namesOf(data().plan.variants), ElementsAre("eager", "default", "no-break", "one-graph"));
    EXPECT_THAT(namesOf(data().plan.cases), ElementsAre("s64", "s256"));
    EXPECT_EQ(data().info.status, profiler::ComparisonStatus::Complete);
}

TEST_F(TheSample, HasSomethingToShowOnEveryPageOfARecordingOnTheCpu)
{
    const std::set<PageId> notRecorded {PageId::Gpu, {"serving"}}; // no device, no load
    for (m_view.caseIndex = 0; m_view.caseIndex < 2; ++m_view.caseIndex)
        for (const ui::PageDescriptor& page : ui::pageList())
            EXPECT_EQ(page.hasData(m_view), !notRecorded.contains(page.id)) << page.id.word;
}

TEST_F(TheSample, BreaksOnceWhereTheModelAsksForANumberUntilTheGraphTakesTheNumber)
{
    for (std::size_t index = 0; index < 2; ++index) {
        EXPECT_EQ(variant(index, "default").graphBreaks.value_or(-1), 1);
        EXPECT_EQ(variant(index, "no-break").graphBreaks.value_or(-1), 0);
        EXPECT_EQ(variant(index, "one-graph").graphBreaks.value_or(-1), 0);
        const auto& costs = variant(index, "default").breakCosts;
        ASSERT_TRUE(costs) << profiler::reasonText(costs.error());
        ASSERT_EQ(costs->breaks.size(), 1U);
        EXPECT_GT(costs->breaks.front().host.estimateNs, 0);
    }
}

TEST_F(TheSample, CompilesAgainForTheSecondLengthUnlessShapesAreDynamicFromTheStart)
{
    EXPECT_GT(variant(1, "default").recompiles.value_or(-1), 0);
    EXPECT_GT(variant(1, "no-break").recompiles.value_or(-1), 0);
    EXPECT_EQ(variant(1, "one-graph").recompiles.value_or(-1), 0);
}

TEST_F(TheSample, ShowsTheLineThatBreaksInTheModelThatIsKeptBesideIt)
{
    std::ifstream model(FUSESCOPE_SOURCE_DIR "/resources/samples/gated_text_model.py");
    const std::string text((std::istreambuf_iterator<char>(model)), {});
    ASSERT_FALSE(data().sources.empty());
    for (const auto& source : data().sources) {
        EXPECT_EQ(source.file, "/home/user/gated_text_model.py");
        EXPECT_THAT(text, HasSubstr(source.text)) << "record the sample anew";
    }
}

/// What a stranger opens tells nothing of the machine that it was recorded on.
TEST_F(TheSample, NamesNoFolderOfTheMachineThatRecordedIt)
{
    const auto neutral = AnyOf(Not(StartsWith("/")), StartsWith("/home/user"),
        StartsWith("/opt/venv"), StartsWith("/opt/fusescope"));
    EXPECT_THAT(data().plan.workload.spec, neutral);
    EXPECT_THAT(data().plan.workload.workingDirectory, neutral);
    EXPECT_THAT(data().info.command, Not(HasSubstr("/")));
    for (const auto& process : data().processes) {
        for (const auto& [key, value] : process.environment)
            EXPECT_THAT(value, neutral) << key;
        for (const auto& compile : process.compiles)
            EXPECT_THAT(compile.file, neutral);
    }
}

TEST(PlaceSample, PutsANewRecordingBesideAnEarlierOneAndKeepsWhatIsThere)
{
    const QTemporaryDir folder;
    const std::filesystem::path earlier
        = std::filesystem::path(folder.path().toStdString()) / "sample-00000000.fscope";
    std::ofstream(earlier) << "with notes";
    const auto placed = ui::placeSample(earlier.parent_path());
    ASSERT_TRUE(placed) << placed.error().message;
    EXPECT_NE(*placed, earlier);
    EXPECT_EQ(std::filesystem::file_size(*placed),
        std::filesystem::file_size(FUSESCOPE_SOURCE_DIR "/resources/samples/sample.fscope"));
    std::ofstream(*placed, std::ios::app) << "a note of today";
    const auto size = std::filesystem::file_size(*placed);
    EXPECT_EQ(ui::placeSample(earlier.parent_path()).value(), *placed);
    EXPECT_EQ(std::filesystem::file_size(*placed), size);
    EXPECT_EQ(std::filesystem::file_size(earlier), 10U);
}

} // namespace
