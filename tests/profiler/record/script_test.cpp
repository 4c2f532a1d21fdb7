// SPDX-License-Identifier: Apache-2.0
// What a worker tells of a script, and the plan that follows from it.
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/record/script/script_plan.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <gmock/gmock.h>

#include <string>

namespace profiler {
namespace {

using testing::HasSubstr;

constexpr auto answer = R"({"done":"discover","ended":"ended","how":"came to its end",
    "candidates":[{"name":"model","kind":"module","task":"training","class":"Net",
        "file":"/s/train.py","line":12,"function":"main","calls":96,"total_ns":960000000,
        "first_ns":1,"share":0.8,"in_event_loop":false,"in_threads":0,
        "compiled":[{"name":"Net","settings":{"mode":"reduce-overhead","fullgraph":true},
            "file":"/s/train.py","line":3,"function":"main"}]},
        {"name":"model.generate","kind":"method","task":"inference","calls":2}],
    "proposed":{"index":0,"reason":"most_time"},
    "data":{"loaders":1,"workers":2,"batches":3,"wait_ns":5,"wait_share":0.1},
    "written":["/s/out.txt"],"processes":2,"reads_stdin":false})";

TEST(ScriptCalls, AreReadFromTheWorkersAnswer)
{
    const auto found = scriptCallsFrom(answer).value();
    ASSERT_EQ(found.calls.size(), 2U);
    const auto& call = found.calls.front();
    EXPECT_EQ(call.task, Task::Training);
    EXPECT_EQ(call.calls, 96);
    EXPECT_EQ(call.place.line, 12);
    EXPECT_EQ(call.compiled.front().settings.at("mode"), "\"reduce-overhead\"");
    EXPECT_EQ(found.calls[1].kind, ScriptCallKind::Method);
    EXPECT_EQ(found.calls[1].share, std::nullopt) << "not told";
    EXPECT_EQ(found.proposed, 0U);
    EXPECT_EQ(found.loaderWorkers, 2);
    EXPECT_EQ(found.written, std::vector<std::string> {"/s/out.txt"});
}

TEST(ScriptCalls, ThatAreNoneOfTheProtocolsAreRefused)
{
    for (const auto* wrong : {"[1]", R"({"done":"discover"})",
             R"({"done":"discover","ended":"ended","proposed":{"index":0,"reason":"only"}})",
             R"({"done":"discover","ended":"ended","candidates":[{"name":"m","kind":"thing"}]})"})
        EXPECT_FALSE(scriptCallsFrom(wrong)) << wrong;
}

Plan planWith(Variant variant)
{
    Plan plan;
    plan.workload.spec = "script:train.py";
    plan.variants = {{.name = "eager"}, std::move(variant)};
    return plan;
}

TEST(ScriptPlan, TakesTheScriptsOwnSettingsWhereNobodyGaveOthers)
{
    const auto found = scriptCallsFrom(answer).value();
    const Variant plain {.name = "default", .kind = VariantKind::Compiled};
    const auto plan = planOfCall(planWith(plain), found, found.calls.front());
    EXPECT_EQ(plan.workload.call, "model");
    EXPECT_EQ(plan.workload.task, Task::Training);
    EXPECT_EQ(plan.workload.calls, 96) << "its end was seen";
    EXPECT_EQ(plan.variants[1].name, "as_written");
    EXPECT_EQ(plan.variants[1].compile.mode, "reduce-overhead");
    EXPECT_TRUE(plan.variants[1].compile.fullgraph);
    auto asked = plain;
    asked.compile.mode = "default";
    EXPECT_EQ(planOfCall(planWith(asked), found, found.calls.front()).variants[1], asked);
}

TEST(ScriptPlan, KnowsNoNumberOfCallsWhereTheScriptWasNotRunToItsEnd)
{
    auto found = scriptCallsFrom(answer).value();
    found.end = DiscoveryEnd::Enough;
    const auto plan = planOfCall(
        planWith({.name = "default", .kind = VariantKind::Compiled}), found, found.calls.front());
    EXPECT_EQ(plan.workload.calls, std::nullopt);
    found.end = DiscoveryEnd::Failed;
    const Variant plain {.name = "default", .kind = VariantKind::Compiled};
    EXPECT_EQ(planOfCall(planWith(plain), found, found.calls.front()).workload.calls, 96)
        << "what it calls before it fails";
}

TEST(ScriptPlan, RunsLanesOneAfterTheOtherWhereTheCallCannotBeHeld)
{
    auto found = scriptCallsFrom(answer).value();
    const Variant plain {.name = "default", .kind = VariantKind::Compiled};
    EXPECT_EQ(
        planOfCall(planWith(plain), found, found.calls[1]).protocol.placement, Placement::Lanes);
    found.calls[1].apart = true;
    const auto protocol = planOfCall(planWith(plain), found, found.calls[1]).protocol;
    EXPECT_EQ(protocol.placement, Placement::Sequential);
    EXPECT_EQ(protocol.checkInputs, 0) << "calls of threads have no order";
    EXPECT_EQ(protocol.traceCalls, 0);
}

} // namespace
} // namespace profiler
