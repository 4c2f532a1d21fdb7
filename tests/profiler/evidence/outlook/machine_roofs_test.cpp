// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_shares.h"
#include "profiler/evidence/outlook/machine_roofs.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"

#include <gtest/gtest.h>

using namespace profiler;

namespace {

ComparisonData measured()
{
    ComparisonData data;
    data.processes.emplace_back();
    data.processes.emplace_back().roofs
        = {{.kind = RoofKind::MemoryCopy, .size = 64'000'000, .perSecond = 1e10},
            {.kind = RoofKind::MatmulFloat32, .size = 1024, .perSecond = 1e11},
            {.kind = RoofKind::MatmulBFloat16, .reason = "no such product"}};
    return data;
}

} // namespace

TEST(MachineRoofs, AreThoseOfTheRecording)
{
    const auto roofs = machineRoofs(measured());
    ASSERT_TRUE(roofs);
    EXPECT_EQ(roofs->memory, 1e10);
    EXPECT_EQ(roofs->cacheBytes, 16'000'000) << "a copy for the memory is four times as large";
    EXPECT_EQ(roofs->peakOf("float32"), 1e11);
    EXPECT_FALSE(roofs->peakOf("bfloat16"));
    EXPECT_FALSE(roofs->peakOf("float64")) << "it is not guessed from another one's";
}

TEST(MachineRoofs, AreMissingWithTheReason)
{
    ComparisonData data;
    EXPECT_EQ(machineRoofs(data).error().kind, ReasonKind::NotRecorded);
    data.processes.emplace_back().roofs = {{.reason = "they need the agent"}};
    EXPECT_EQ(reasonText(machineRoofs(data).error()),
        "what this machine does at most was not measured: they need the agent");
}

TEST(MachineRoofs, SharesAreOfTheTimeOfOneCall)
{
    const auto roofs = *machineRoofs(measured());
    EXPECT_DOUBLE_EQ(bandwidthShare(roofs, 1'000'000, 200'000).value(), 0.5);
    EXPECT_DOUBLE_EQ(peakShare(roofs, "float32", 1'000'000, 20'000).value(), 0.5);
    EXPECT_FALSE(bandwidthShare(roofs, std::nullopt, 200'000));
    EXPECT_FALSE(peakShare(roofs, "float32", 1'000'000, 9'000)) << "faster than the peak";
    EXPECT_FALSE(peakShare(roofs, "bfloat16", 1'000'000, 20'000));
    EXPECT_FALSE(peakShare(roofs, "float32", 1'000'000, 0));
}

TEST(LedgerShares, AreOfOneRunOfTheRow)
{
    const auto roofs = *machineRoofs(measured());
    LedgerRow row {.kernels = {{.name = "cpp_fused_0"}},
        .compiled = LedgerTime {.ns = 400'000, .times = 2},
        .bytes = 1'000'000,
        .flops = 1'000'000};
    EXPECT_DOUBLE_EQ(ledgerShares(row, roofs).bandwidth.value(), 0.5);
    EXPECT_DOUBLE_EQ(ledgerShares(row, roofs).peak.value(), 0.05);
    row.compiled->ns.reset();
    EXPECT_FALSE(ledgerShares(row, roofs).bandwidth) << "the trace cannot be scaled";
}
