// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_rates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>

namespace ui {
namespace {

using profiler::LedgerRow;
using profiler::LedgerTime;
using profiler::MachineRoofs;
using profiler::Measured;
using profiler::ReasonKind;
using testing::ElementsAre;

/// Twice in a call: 2 MB and 8 MFLOP each, in 400 µs eager and 200 µs compiled.
LedgerRow madeRow()
{
    return {.kernels = {{.name = "cpp_fused_0"}},
        .eager = LedgerTime {.ns = 400'000, .times = 2},
        .compiled = LedgerTime {.ns = 200'000, .times = 2},
        .bytes = 2'000'000,
        .flops = 8'000'000};
}

Measured<MachineRoofs> madeRoofs()
{
    return MachineRoofs {.memory = 80e9, .float32 = 160e9};
}

std::vector<std::string> textsOf(const std::vector<DataRow>& rows, std::size_t column)
{
    std::vector<std::string> texts;
    for (const auto& row : rows)
        texts.push_back(row.cells.at(column).text.toStdString());
    return texts;
}

TEST(WorkRates, AreThoseOfOneCallOnBothSidesBesideWhatTheMachineDoes)
{
    const auto rows = rateRows(madeRow(), madeRoofs());
    EXPECT_THAT(textsOf(rows, 0),
        ElementsAre("bytes", "GB/s", "of bandwidth", "FLOPs", "GFLOP/s", "of peak"));
    EXPECT_THAT(
        textsOf(rows, 2), ElementsAre("3.81 MiB", "20.0", "25.0 %", "16.0 M", "80.0", "50.0 %"));
    EXPECT_THAT(textsOf(rows, 1), ElementsAre("–", "–", "–", "16.0 M", "40.0", "25.0 %"));
    EXPECT_EQ(rows[0].cells[1].reason.toStdString(),
        "Only compiled code says how much it reads and writes.");
}

TEST(WorkRates, SayWhatIsNotKnownAndWhy)
{
    auto row = madeRow();
    row.compiled->ns.reset();
    row.flops.reset();
    const auto rows = rateRows(row, madeRoofs());
    EXPECT_THAT(textsOf(rows, 0), ElementsAre("bytes", "GB/s", "of bandwidth", "FLOPs"));
    EXPECT_THAT(textsOf(rows, 2), ElementsAre("3.81 MiB", "–", "–", "–"));
    EXPECT_EQ(
        rows[1].cells[2].reason.toStdString(), "The trace cannot be scaled to untraced calls.");
    EXPECT_EQ(
        rows[3].cells[2].reason.toStdString(), "No matrix product, convolution or attention.");
}

TEST(WorkRates, WithoutTheMachinesFiguresHaveRatesAlone)
{
    const auto rows = rateRows(madeRow(), profiler::missing(ReasonKind::NotRecorded));
    EXPECT_THAT(textsOf(rows, 2), ElementsAre("3.81 MiB", "20.0", "–", "16.0 M", "80.0", "–"));
    EXPECT_FALSE(rows[2].cells[2].reason.isEmpty());
}

TEST(WorkRates, OfPythonsTimeThereAreNone)
{
    auto row = madeRow();
    row.kind = profiler::LedgerKind::Host;
    EXPECT_TRUE(rateRows(row, madeRoofs()).empty());
}

} // namespace
} // namespace ui
