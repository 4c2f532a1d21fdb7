// SPDX-License-Identifier: GPL-3.0-or-later
// What other models of its family gain, beside a single comparison: one sentence and one value on
// Overview, in `compare`, its JSON and a report.
#include "profiler/findings/conclude.h"
#include "profiler/judge/suite/family_peers.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/documents.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/suite/suite_documents.h"
#include "storage/suite/family_reader.h"
#include "storage/suite/suite_reader.h"
#include "tests/support/stored_example.h"
#include "tests/support/suite_example.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/patience.h"
#include "ui/comparison/comparison_source.h"
#include "ui/comparison/family_peers.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/export/report_files.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/text/text.h"

#include <QLabel>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace {

using recorded_example::suiteRecording;
using testing::HasSubstr;
using testing::Not;
using tests::TemporaryFolder;

class FamilyPeers : public testing::Test {
protected:
    void SetUp() override
    {
        add("resnet18", "torchvision:resnet18", 1.31);
        add("vgg11", "torchvision:vgg11", 0.82);
        add("alexnet", "torchvision:alexnet", 1.1);
        add("bert", "transformers:bert", 1.9);
        add("squeezenet", "torchvision:squeezenet1_0", 1.6); // the newest: it is shown
    }

    void add(const std::string& model, const std::string& spec, double speedUp)
    {
        tests::storedIn(m_file, suiteRecording(m_seed++, model, spec, speedUp));
    }

    [[nodiscard]] std::shared_ptr<const ui::JudgedComparison> shown(
        const std::string& selector = {}) const
    {
        return ui::readComparison(m_file, selector).value();
    }

    TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder / "night.fscope";
    int m_seed = 0;
};

TEST_F(FamilyPeers, AreOtherModelsOfTheSameFamilyOnTheSameDevice)
{
    const auto comparison = shown();
    const auto peers = ui::peersOf(m_file.string(), *comparison);
    ASSERT_EQ(peers.size(), 2U) << "one range a variant";
    EXPECT_EQ(peers.front().family, "vision_cnn");
    EXPECT_EQ(peers.front().variant, comparison->result.plan.variants[1].name);
    EXPECT_EQ(peers.front().models, 3) << "itself is none of the others";
    EXPECT_NEAR(peers.front().low, 0.82, 0.02);
    EXPECT_NEAR(peers.front().high, 1.31, 0.03);
    EXPECT_TRUE(ui::peersOf(m_file.string(), *shown("4")).empty()) << "no other text encoder";
}

/// What the page Suite would say of the same recordings without it.
TEST_F(FamilyPeers, AreWhatASuiteWouldSayOfTheOthers)
{
    auto whole = storage::readSuite(m_file).value();
    std::erase_if(
        whole.rows, [](const profiler::SuiteRow& row) { return row.model == "squeezenet"; });
    const auto others = profiler::suiteResult({}, whole.rows);
    const auto peers = ui::peersOf(m_file.string(), *shown());
    ASSERT_EQ(others.families.size(), peers.size());
    EXPECT_EQ(others.families, peers);
}

TEST_F(FamilyPeers, NeedThreeModels)
{
    const auto few = m_folder / "few.fscope";
    for (const char* model : {"resnet18", "vgg11", "alexnet"})
        tests::storedIn(
            few, suiteRecording(m_seed++, model, std::string("torchvision:") + model, 1.2));
    const auto comparison = ui::readComparison(few, {}).value();
    EXPECT_TRUE(ui::peersOf(few.string(), *comparison).empty());
    tests::storedIn(few, suiteRecording(m_seed++, "vgg13", "torchvision:vgg13", 1.4));
    EXPECT_FALSE(ui::peersOf(few.string(), *comparison).empty()) << "the file is another one now";
}

TEST_F(FamilyPeers, AreOneSentenceWhereverTheyStand)
{
    const auto comparison = shown();
    const auto peers = ui::peersOf(m_file.string(), *comparison);
    const auto sentence = profiler::peersSentence({peers.front()});
    EXPECT_THAT(sentence, HasSubstr("Other vision CNNs in this file: 1.2"));
    EXPECT_THAT(sentence, HasSubstr("(3 models"));
    const auto range
        = sentence.substr(sentence.find(": ") + 2, sentence.size() - sentence.find(": ") - 3);

    const auto text = profiler::compareText(comparison->result, 400, false, peers);
    EXPECT_THAT(text, HasSubstr(range));
    const auto report = ui::reportOf(*comparison, {.file = m_file.string()});
    EXPECT_THAT(profiler::htmlReport(report), HasSubstr(range));
    const auto json = nlohmann::json::parse(profiler::compareJson(comparison->result, peers));
    EXPECT_EQ(json["family"][0]["low"], peers.front().low);
    EXPECT_EQ(json["family"][0]["models"], 3);

    const ui::Theme theme(ui::ThemeChoice::Dark);
    ui::OverviewPage page(theme);
    page.resize(1400, 1000);
    auto view = ui::viewOf(comparison, {});
    view.file = ui::qt(m_file.string());
    page.showView(view);
    const auto saysIt = [&] {
        for (const auto* label : page.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("Other vision CNNs")))
                return label->text().toStdString();
        return std::string();
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
    const int variant = view.focus;
    ASSERT_GT(variant, 0);
    EXPECT_EQ(saysIt(), profiler::peersSentence({peers[static_cast<std::size_t>(variant) - 1]}));
}

TEST_F(FamilyPeers, AreNotToldOfWhatIsBeingRecorded)
{
    auto data = suiteRecording(9, "vgg13", "torchvision:vgg13", 1.4);
    data.info.status = profiler::ComparisonStatus::Running;
    const auto result = profiler::conclude(data);
    EXPECT_TRUE(storage::readPeers(m_file, data, result).value().empty());
    EXPECT_THAT(profiler::compareText(result, 200, false), Not(HasSubstr("Other vision")));
}

} // namespace
