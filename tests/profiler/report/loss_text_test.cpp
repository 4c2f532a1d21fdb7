// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/loss_text.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

ComparisonData traced(const TraceLosses& losses)
{
    auto data
        = recorded_example::recordedExample({.variants = recorded_example::exampleVariants(2)});
    data.processes.push_back({.start = {.kind = ProcessKind::Trace, .variant = 1, .started = {}},
        .traces = {{.calls = {{.startNs = 0, .endNs = 10}},
            .kernels = {{.name = "gemm", .count = 1, .totalNs = 5}},
            .losses = losses,
            .ended = true}}});
    return data;
}

} // namespace

TEST(LossWords, NameEachLossOnce)
{
    EXPECT_EQ(traceLossText({}), "");
    EXPECT_EQ(traceLossText({.losses = {.dropped = 1204, .launchesWithoutKernel = 1}}),
        formatCount(1204) + " records dropped, 1 launch without a kernel");
    EXPECT_EQ(
        traceLossText({.losses = {.clockStepNs = -2'000'000, .reasons = {"the disk was full"}}}),
        "the clock was set by 2.000 ms, the disk was full");
}

TEST(LossWords, StandBesideEverythingThatIsReadFromTheTrace)
{
    const auto data = traced({.dropped = 7});
    EXPECT_EQ(incompleteTraces(data, 0, {0, 1}),
        "The trace of default is not complete: 7 records dropped.");
    for (const auto part : {ShowPart::Trace, ShowPart::Kernels, ShowPart::Gpu})
        EXPECT_THAT(showText(part, data), HasSubstr("not complete: 7 records dropped"));
    EXPECT_THAT(showText(ShowPart::Breaks, data), Not(HasSubstr("not complete")));
    EXPECT_EQ(incompleteTraces(traced({}), 0, {0, 1}), "");
}
