// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/ledger_branches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ui {
namespace {

using profiler::LedgerKind;
using profiler::LedgerRow;
using profiler::LedgerSite;
using profiler::LedgerTime;
using profiler::WorkGrouping;

LedgerRow rowOf(double eagerNs, double compiledNs, std::vector<LedgerSite> sites)
{
    LedgerRow row;
    row.eagerOperators = {"aten::linear"};
    row.eager = LedgerTime {.ns = eagerNs, .times = 2};
    row.compiled = LedgerTime {.ns = compiledNs, .times = 1};
    row.sites = std::move(sites);
    return row;
}

/// Lines 3 and 20 of the user's file, one of a package, work of no place, Python's time.
LedgerReading madeReading()
{
    profiler::Ledger ledger;
    ledger.rows = {rowOf(90, 60, {{"net.up", "me/net.py", 3, 0.5}, {"net", "me/net.py", 20, 0.5}}),
        rowOf(500, 400, {{"net.up.fc", "x/site-packages/lib.py", 7, 1}}), rowOf(5, 5, {}),
        rowOf(70, 70, {})};
    ledger.rows.back().kind = LedgerKind::Host;
    ledger.eager.ns = 665;
    ledger.compiled.ns = 535;
    std::string text;
    for (int line = 1; line <= 30; ++line)
        text += "  line " + std::to_string(line) + "\n";
    LedgerReading reading;
    reading.views = std::make_shared<const LedgerViews>(
        LedgerViews {.sources = profiler::sourceLedger(
                         ledger, {{.file = "me/net.py", .line = 1, .firstLine = 1, .text = text}}),
            .model = profiler::moduleLedger(ledger),
            .changed = {"me/net.py"}});
    reading.ledger = std::make_shared<const profiler::Ledger>(std::move(ledger));
    return reading;
}

using Names = std::vector<std::string>;

Names namesOf(const std::vector<WorkBranch>& branches)
{
    Names names;
    for (const auto& branch : branches)
        names.push_back(branch.name.toStdString());
    return names;
}

double eagerOf(const std::vector<WorkBranch>& branches, int depth)
{
    double sum = 0;
    for (const auto& branch : branches)
        if (branch.depth == depth && !branch.times.empty() && branch.times.front())
            sum += branch.times.front()->ns;
    return sum;
}

TEST(LedgerBranches, ShowTheUsersFileLineByLineAndFoldPackages)
{
    const auto reading = madeReading();
    const auto open = openAtFirst(reading, WorkGrouping::SourceLine);
    const auto branches = ledgerBranches(reading, WorkGrouping::SourceLine, open);
    EXPECT_EQ(namesOf(branches),
        (Names {"me/net.py", "  line 1", "  line 2", "  line 3", "  line 4", "  line 5",
            "12 lines without work", "  line 18", "  line 19", "  line 20", "  line 21",
            "  line 22", "site-packages/lib.py", "no source line known"}));
    EXPECT_THAT(branches[0].quiet.toStdString(), testing::HasSubstr("changed since"));
    EXPECT_TRUE(branches[1].id.isEmpty()) << "nothing to choose there";
    EXPECT_EQ(branches[3].rows, std::vector<std::size_t> {0});
    EXPECT_DOUBLE_EQ(branches[3].times.front()->ns, 45);
    EXPECT_DOUBLE_EQ(eagerOf(branches, 0), 90 + 500 + 5) << "Python's time has a row of its own";
}

TEST(LedgerBranches, OpenALineForTheWorkThatItCalls)
{
    const auto reading = madeReading();
    const auto branches = ledgerBranches(reading, WorkGrouping::SourceLine,
        {QStringLiteral("file me/net.py"), QStringLiteral("line me/net.py:3")});
    const auto line
        = std::ranges::find(branches, QStringLiteral("line me/net.py:3"), &WorkBranch::id);
    ASSERT_NE(line, branches.end());
    const auto& work = *(line + 1);
    EXPECT_EQ(work.name.toStdString(), "linear");
    EXPECT_EQ(work.depth, 2);
    EXPECT_THAT(work.reason.toStdString(), testing::HasSubstr("several places"));
    EXPECT_FALSE(work.open) << "nothing is below it";
}

TEST(LedgerBranches, ShowModulesAsATree)
{
    const auto reading = madeReading();
    const auto closed = ledgerBranches(reading, WorkGrouping::Module, {});
    EXPECT_EQ(namesOf(closed), (Names {"net", "in no module of its own"}));
    EXPECT_DOUBLE_EQ(eagerOf(closed, 0), 595);
    EXPECT_DOUBLE_EQ(closed.front().times.front()->times, 4);
    const auto open = openAtFirst(reading, WorkGrouping::Module);
    EXPECT_EQ(namesOf(ledgerBranches(reading, WorkGrouping::Module, open)),
        (Names {"net", "up", "fc", "linear", "linear", "linear", "in no module of its own"}));
}

} // namespace
} // namespace ui
