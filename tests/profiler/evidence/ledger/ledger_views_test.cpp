// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/module_ledger.h"
#include "profiler/evidence/ledger/source_ledger.h"
#include "profiler/model/facts/compile_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LedgerRow rowOf(std::optional<double> eagerNs, std::optional<double> compiledNs,
    std::vector<LedgerSite> sites = {})
{
    LedgerRow row;
    if (eagerNs)
        row.eager = LedgerTime {.ns = eagerNs, .times = 1};
    if (compiledNs)
        row.compiled = LedgerTime {.ns = compiledNs, .times = 1};
    row.sites = std::move(sites);
    return row;
}

/// A product of one line, a fused kernel of two lines in two modules, a copy of weights, the rest.
Ledger madeLedger()
{
    const std::string net = "/home/me/net.py";
    Ledger ledger;
    ledger.rows = {rowOf(700, 600, {{"layers.10.linear", net, 12, 1}}),
        rowOf(90, 70, {{"layers.2.norm", net, 13, 2.0 / 3}, {"layers.10", net, 14, 1.0 / 3}}),
        rowOf(std::nullopt, 50, {{"layers.10.linear", net, 12, 1}}),
        rowOf(10, std::nullopt, {{"", "/venv/lib/site-packages/timm/vit.py", 7, 1}}),
        rowOf(30, 20)};
    ledger.eager.ns = 830;
    ledger.compiled.ns = 740;
    return ledger;
}

std::string lines(int first, int last)
{
    std::string text;
    for (int line = first; line <= last; ++line)
        text += "line " + std::to_string(line) + (line == last ? "" : "\n");
    return text;
}

double sum(const std::vector<LedgerSum>& sums, std::optional<double> LedgerSum::*side)
{
    double all = 0;
    for (const auto& each : sums)
        all += (each.*side).value_or(0);
    return all;
}

TEST(SourceLedger, HasBothSidesOfEachLineAndAddsUpToTheLedger)
{
    const auto ledger = madeLedger();
    const auto sources = sourceLedger(
        ledger, {{.file = "/home/me/net.py", .line = 1, .firstLine = 1, .text = lines(1, 20)}});
    ASSERT_EQ(sources.files.size(), 2U);
    const auto& net = sources.files.front();
    std::vector<int> numbers;
    std::vector<LedgerSum> times {sources.unplaced};
    for (const auto& line : net.lines) {
        numbers.push_back(line.line);
        times.push_back(line.time);
        EXPECT_EQ(line.text, "line " + std::to_string(line.line));
    }
    EXPECT_THAT(numbers, ElementsAre(10, 11, 12, 13, 14, 15, 16)) << "two around each with work";
    EXPECT_THAT(net.lines.front().rows, IsEmpty());
    const auto& product = net.lines.at(2);
    EXPECT_DOUBLE_EQ(*product.time.eagerNs, 700);
    EXPECT_DOUBLE_EQ(*product.time.compiledNs, 650) << "with the copy of its weights";
    ASSERT_EQ(product.rows.size(), 2U);
    EXPECT_EQ(product.rows.front().row, 0U) << "the larger change first";
    EXPECT_DOUBLE_EQ(*net.lines.at(3).time.compiledNs, 70 * 2.0 / 3);
    EXPECT_FALSE(net.lines.at(3).rows.front().isWhole);
    times.push_back(sources.files.back().time);
    EXPECT_DOUBLE_EQ(sum(times, &LedgerSum::eagerNs), *ledger.eager.ns);
    EXPECT_DOUBLE_EQ(sum(times, &LedgerSum::compiledNs), *ledger.compiled.ns);
    EXPECT_DOUBLE_EQ(*timeOfAll(ledger).eagerNs, *ledger.eager.ns);
}

TEST(SourceLedger, PutsTheUsersFilesFirstAndListsLinesWithoutText)
{
    auto ledger = madeLedger();
    ledger.rows.back().sites = {{"", "<string>", 3, 1}};
    const auto sources = sourceLedger(ledger, {});
    ASSERT_EQ(sources.files.size(), 3U);
    EXPECT_EQ(sources.files[0].file, "/home/me/net.py");
    EXPECT_EQ(sources.files[0].text, SourceText::NotStored);
    EXPECT_EQ(sources.files[0].lines.size(), 3U);
    EXPECT_EQ(sources.files[1].text, SourceText::NoFile);
    EXPECT_TRUE(sources.files[2].isLibrary);
    EXPECT_THAT(sources.unplacedRows, IsEmpty());
}

TEST(SourceLedger, SeesThatAFileChangedSinceItWasRecorded)
{
    const std::vector<SourceFact> sources {
        {.file = "net.py", .line = 2, .firstLine = 2, .text = "b\nlong line…"}};
    EXPECT_FALSE(isChangedSince(sources, "net.py", "a\r\nb\r\nlong line that was cut\nd"));
    EXPECT_TRUE(isChangedSince(sources, "net.py", "new\na\nb\nlong line that was cut"));
    EXPECT_TRUE(isChangedSince(sources, "net.py", "a")) << "the lines are gone";
    EXPECT_FALSE(isChangedSince(sources, "other.py", "anything"));
}

TEST(ModuleLedger, IsATreeWhoseSumsAreTheLedgers)
{
    const auto ledger = madeLedger();
    const auto model = moduleLedger(ledger);
    EXPECT_DOUBLE_EQ(*model.time.eagerNs, *ledger.eager.ns);
    EXPECT_DOUBLE_EQ(*model.time.compiledNs, *ledger.compiled.ns);
    EXPECT_DOUBLE_EQ(model.eagerTimes, 4) << "each row once";
    EXPECT_DOUBLE_EQ(model.compiledTimes, 4);
    EXPECT_DOUBLE_EQ(*model.own.eagerNs, 40) << "of no module";
    ASSERT_EQ(model.children.size(), 1U);
    const auto& layers = model.children.front();
    ASSERT_EQ(layers.children.size(), 2U);
    EXPECT_EQ(layers.children[0].path, "layers.2") << "before layers.10";
    const auto& tenth = layers.children[1];
    EXPECT_DOUBLE_EQ(*tenth.own.eagerNs, 30);
    EXPECT_DOUBLE_EQ(*tenth.time.eagerNs, 730);
    EXPECT_DOUBLE_EQ(tenth.children.front().time.changeNs(), -50);
}

TEST(ModuleLedger, OfASideThatCannotBeScaledHasTracedTimes)
{
    Ledger ledger;
    ledger.rows = {rowOf(5, std::nullopt, {{"a", "", 0, 1}})};
    ledger.rows.front().compiled = LedgerTime {.tracedNs = 8};
    ledger.eager.ns = 5;
    const auto model = moduleLedger(ledger);
    EXPECT_DOUBLE_EQ(*model.time.compiledNs, 8);
    EXPECT_DOUBLE_EQ(*model.time.eagerNs, 5);
}

} // namespace
} // namespace profiler
