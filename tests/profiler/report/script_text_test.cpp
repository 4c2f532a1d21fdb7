// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/script_text.h"

#include <gmock/gmock.h>

namespace profiler {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

ScriptCalls trainingScript()
{
    ScriptCalls found {.how = "came to its end",
        .calls = {{.name = "model",
            .task = Task::Training,
            .className = "Net",
            .place = {.file = "/s/train.py", .line = 12},
            .calls = 100,
            .total = std::chrono::milliseconds(500),
            .share = 0.83}},
        .proposed = 0,
        .reason = ProposalReason::MostTime,
        .dataWait = 0.12};
    return found;
}

TEST(ScriptText, ListsTheCallsAndSaysWhichIsProposedAndWhy)
{
    const auto text = scriptCallsText(trainingScript());
    EXPECT_THAT(text, HasSubstr("training step"));
    EXPECT_THAT(text, HasSubstr("train.py:12"));
    EXPECT_THAT(text, HasSubstr("Proposed is model"));
    EXPECT_THAT(text, HasSubstr("most of the script's time goes there"));
    EXPECT_THAT(text, HasSubstr("waits for data 12 %"));
}

TEST(ScriptText, WarnsOfLanesThatWriteToTheSameFiles)
{
    auto found = trainingScript();
    found.written = {"/s/out.txt"};
    const auto shared = scriptSentences(found, found.calls.front(), true, false);
    EXPECT_THAT(shared, Contains(HasSubstr("--workdir-per-lane")));
    const auto apart = scriptSentences(found, found.calls.front(), true, true);
    EXPECT_THAT(apart, Not(Contains(HasSubstr("--workdir-per-lane"))));
}

TEST(ScriptText, WarnsOfAScriptThatEndsTooEarlyForAVerdict)
{
    auto found = trainingScript(); // 100 calls of 5 ms
    EXPECT_THAT(scriptSentences(found, found.calls.front(), true, false),
        Not(Contains(HasSubstr("a verdict needs"))));
    found.calls.front().calls = 6;
    found.calls.front().total = std::chrono::milliseconds(30);
    EXPECT_THAT(scriptSentences(found, found.calls.front(), true, false),
        Contains(HasSubstr("came to its end after 6 calls of it, and a verdict needs about 92")));
    found.end = DiscoveryEnd::Failed;
    found.how = "raised ValueError";
    EXPECT_THAT(scriptSentences(found, found.calls.front(), true, false),
        Contains(HasSubstr("The script raised ValueError after 6 calls")));
    found.end = DiscoveryEnd::Enough;
    EXPECT_THAT(scriptSentences(found, found.calls.front(), true, false),
        Not(Contains(HasSubstr("a verdict needs"))));
}

TEST(ScriptText, SaysWhyLanesRunOneAfterTheOther)
{
    auto found = trainingScript();
    auto& call = found.calls.front();
    call.inThreads = 4;
    EXPECT_THAT(scriptSentences(found, call, true, false), Contains(HasSubstr("let through")));
    call.apart = true;
    EXPECT_THAT(scriptSentences(found, call, true, false),
        Contains(AllOf(HasSubstr("in threads of the script's own, where it cannot be held"),
            HasSubstr("No verdict of faster or slower"))));
    call.inProcesses = 1;
    EXPECT_THAT(
        scriptSentences(found, call, true, false), Contains(HasSubstr("that the script starts")));
    call.inEventLoop = true;
    EXPECT_THAT(scriptSentences(found, call, true, false), Contains(HasSubstr("an event loop")));
}

TEST(ScriptText, SaysWhyNothingCanBeMeasured)
{
    EXPECT_THAT(nothingToMeasure({.how = "called sys.exit(3)"}), HasSubstr("called sys.exit(3)"));
    EXPECT_THAT(nothingToMeasure({.how = "came to its end", .processes = 4}),
        HasSubstr("processes of its own"));
    EXPECT_THAT(
        nothingToMeasure({.how = "came to its end", .readsStdin = true}), HasSubstr("stdin"));
    EXPECT_THAT(unknownCall("net", trainingScript()), HasSubstr("it calls model"));
}

} // namespace
} // namespace profiler
