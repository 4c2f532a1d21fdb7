// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"

#include <gtest/gtest.h>

#include <string>

/// Recordings of an older program, whose idle times had other causes.
using namespace profiler;

namespace {

ComparisonData recordedOnH100(const std::string& model)
{
    const auto data
        = storage::loadComparison(FUSESCOPE_SOURCE_DIR "/tests/data/h100/" + model + ".fscope");
    EXPECT_TRUE(data) << (data ? "" : data.error().message);
    return data.value_or(ComparisonData {});
}

const TraceSummary& traceIn(const ComparisonData& data, int variant)
{
    return *tracedCallsOf(data, variant, 0).trace;
}

double of(const DeviceUse& use, IdleCause cause)
{
    const auto found = use.idleRatio.find(cause);
    return found == use.idleRatio.end() ? 0 : found->second;
}

} // namespace

TEST(StoredDeviceCalls, OfAnOlderProgramAddUpToTheirCalls)
{
    for (const auto* model : {"bert", "breaks", "gpt2", "resnet50"}) {
        const auto data = recordedOnH100(model);
        for (int variant = 0; variant < 3; ++variant) {
            for (const auto& call : traceIn(data, variant).deviceCalls) {
                std::int64_t sum = 0;
                for (const auto& [kind, ns] : call.busyNs)
                    sum += ns;
                for (const auto& [cause, ns] : call.idleNs)
                    sum += ns;
                ASSERT_EQ(sum, call.durationNs) << model;
            }
        }
    }
}

TEST(StoredDeviceCalls, AreQueuedWhereLaunchesWentOnAndTheDeviceDidNot)
{
    const auto data = recordedOnH100("gpt2");
    const auto eager = deviceUse(traceIn(data, 0), 8'202'000);
    ASSERT_TRUE(eager);
    EXPECT_NEAR(eager->busyInAllRatio, 0.308, 0.002);
    EXPECT_GT(of(*eager, IdleCause::Elsewhere), 0.5);
    EXPECT_LT(of(*eager, IdleCause::Launch), 0.01) << "234 launches, a few microseconds each";
    const auto graphs = deviceUse(traceIn(data, 2), 2'102'000);
    ASSERT_TRUE(graphs);
    EXPECT_LT(of(*graphs, IdleCause::Launch), 0.01) << "of the graph's first node alone";
    EXPECT_GT(of(*graphs, IdleCause::InGraph), 0);
}

TEST(StoredDeviceCalls, LeaveOutWhatOtherProcessesInterrupted)
{
    const auto data = recordedOnH100("resnet50");
    const auto& trace = traceIn(data, 0);
    const auto eager = deviceUse(trace, 6'114'000);
    ASSERT_TRUE(eager);
    EXPECT_NEAR(eager->busyInAllRatio, 0.924, 0.002);
    EXPECT_EQ(deviceUse(trace, 5'000'000).error().kind, ReasonKind::KernelsInterrupted);
}
