// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/structure.h"
#include "profiler/judge/gate/structure_checks.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "tests/support/expect_texts.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;
using ::testing::Each;
using ::testing::IsEmpty;

namespace {

constexpr int places = 3;

/// Eager and a compiled variant whose calls leave the graph three times.
ComparisonData recording()
{
    recorded_example::ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.variants[1].graphBreaks = places;
    options.variants[1].recompiles = 2;
    return recorded_example::recordedExample(options);
}

Structure structureOf(const ComparisonData& data)
{
    return profiler::structureOf(data, judge(data));
}

Structure structure()
{
    return structureOf(recording());
}

std::string compiledName()
{
    return recorded_example::exampleVariants(2)[1].name;
}

VariantStructure& compiled(Structure& of)
{
    return *std::ranges::find(of.variants, compiledName(), &VariantStructure::variant);
}

const GateCheck& checkOf(const std::vector<GateCheck>& checks, GateSubject subject)
{
    const auto found = std::ranges::find_if(checks, [&](const GateCheck& check) {
        return check.subject == subject && check.variant == compiledName();
    });
    EXPECT_NE(found, checks.end());
    return *found;
}

std::vector<GateCheck> compared(const Structure& before, const Structure& after)
{
    std::vector<GateNote> notes;
    return structureChecks(before, after, notes);
}

std::ptrdiff_t countOf(const GateCheck& check, GatePlaceState state)
{
    return std::ranges::count(check.places, state, &GatePlace::state);
}

} // namespace

TEST(Structure, HoldsBreaksWithTheirSourceAndTheirGraphs)
{
    auto made = structure();
    const auto& of = compiled(made);
    EXPECT_EQ(of.outcome, StructureOutcome::Ran);
    ASSERT_EQ(of.breaks.size(), std::size_t {places});
    for (const auto& each : of.breaks) {
        EXPECT_EQ(each.function, "forward");
        EXPECT_FALSE(each.source.empty());
        EXPECT_FALSE(each.reason.empty());
    }
    EXPECT_EQ(of.recompiles.size(), 2U);
    ASSERT_TRUE(of.graphs);
    EXPECT_GE(*of.graphs, places + 1);
    EXPECT_TRUE(of.guards);
}

TEST(Structure, OfEagerSaysWhyItHasNoGraphs)
{
    const auto made = structure();
    const auto& eager = made.variants.front();
    ASSERT_FALSE(eager.graphs);
    EXPECT_EQ(eager.graphs.error().kind, ReasonKind::EagerCompilesNothing);
    EXPECT_THAT(eager.breaks, IsEmpty());
}

TEST(Structure, OfTheSameRecordingHolds)
{
    for (const auto& check : compared(structure(), structure()))
        EXPECT_EQ(check.outcome, GateOutcome::Holds) << static_cast<int>(check.subject);
}

TEST(Structure, LinesThatMovedAreNoDifference)
{
    auto moved = structure();
    for (auto& each : compiled(moved).breaks)
        each.line += 7;
    for (auto& each : compiled(moved).recompiles)
        each.line += 7;
    for (const auto& check : compared(structure(), moved))
        EXPECT_EQ(check.outcome, GateOutcome::Holds) << static_cast<int>(check.subject);
}

TEST(Structure, ANewBreakRegressesAndIsNamed)
{
    auto after = structure();
    compiled(after).breaks.push_back({.file = "model.py",
        .line = 14,
        .function = "forward",
        .id = "gb0059",
        .source = "print(x)",
        .reason = "call to print"});
    const auto check = checkOf(compared(structure(), after), GateSubject::Breaks);
    EXPECT_EQ(check.outcome, GateOutcome::Regressed);
    ASSERT_EQ(countOf(check, GatePlaceState::New), 1);
    EXPECT_EQ(check.places.front().state, GatePlaceState::New);
    EXPECT_EQ(check.places.front().source, "print(x)");
    EXPECT_EQ(check.places.front().line, 14);
    EXPECT_EQ(countOf(check, GatePlaceState::Known), places);
}

TEST(Structure, ASecondBreakOfTheSameSourceIsNew)
{
    auto after = structure();
    auto& breaks = compiled(after).breaks;
    breaks.push_back(breaks.front());
    const auto check = checkOf(compared(structure(), after), GateSubject::Breaks);
    EXPECT_EQ(countOf(check, GatePlaceState::New), 1);
}

TEST(Structure, ABreakThatIsGoneIsBetter)
{
    auto after = structure();
    compiled(after).breaks.pop_back();
    const auto check = checkOf(compared(structure(), after), GateSubject::Breaks);
    EXPECT_EQ(check.outcome, GateOutcome::Better);
    EXPECT_EQ(countOf(check, GatePlaceState::Gone), 1);
}

TEST(Structure, FewerGraphsAreNotBetterWhereNothingCompilesAnyMore)
{
    auto after = structure();
    auto& gone = compiled(after);
    gone.outcome = StructureOutcome::RanEager;
    gone.reason = {ReasonKind::NoCompiledOperator, {}};
    gone.graphs = 0;
    gone.guards = 0;
    gone.breaks.clear();
    gone.recompiles.clear();
    for (const auto& check : compared(structure(), after))
        EXPECT_NE(check.outcome, GateOutcome::Better) << static_cast<int>(check.subject);
    const auto graphs = checkOf(compared(structure(), after), GateSubject::Graphs);
    EXPECT_EQ(graphs.outcome, GateOutcome::Regressed);
    EXPECT_FALSE(graphs.reason.empty());
    gone.outcome = StructureOutcome::Ran; // nothing proves what its calls ran
    EXPECT_EQ(
        checkOf(compared(structure(), after), GateSubject::Graphs).outcome, GateOutcome::Regressed);
}

TEST(Structure, ANewRecompileRegresses)
{
    auto after = structure();
    compiled(after).recompiles.push_back(
        {.file = "model.py", .line = 3, .function = "forward", .guard = "self.scale == 2"});
    const auto checks = compared(structure(), after);
    EXPECT_EQ(checkOf(checks, GateSubject::Recompiles).outcome, GateOutcome::Regressed);
    EXPECT_EQ(checkOf(checks, GateSubject::Breaks).outcome, GateOutcome::Holds);
}

TEST(Structure, MoreGraphsRegressAndAFewMoreGuardsDoNot)
{
    auto after = structure();
    compiled(after).graphs = *compiled(after).graphs + 1;
    compiled(after).guards = *compiled(after).guards + 1;
    const auto checks = compared(structure(), after);
    EXPECT_EQ(checkOf(checks, GateSubject::Graphs).outcome, GateOutcome::Regressed);
    EXPECT_EQ(checkOf(checks, GateSubject::Guards).outcome, GateOutcome::Holds);
    compiled(after).guards = *compiled(after).guards * 2;
    EXPECT_EQ(
        checkOf(compared(structure(), after), GateSubject::Guards).outcome, GateOutcome::Regressed);
}

TEST(Structure, KernelsAreComparedWhereBothWereTraced)
{
    auto before = structure();
    auto after = structure();
    compiled(before).kernels = 10;
    std::vector<GateNote> notes;
    for (const auto& check : structureChecks(before, after, notes))
        EXPECT_NE(check.subject, GateSubject::Kernels);
    compiled(after).kernels = 11;
    EXPECT_EQ(
        checkOf(compared(before, after), GateSubject::Kernels).outcome, GateOutcome::Regressed);
}

TEST(Structure, WhatFailsOrRunsEagerNowRegresses)
{
    for (const auto outcome : {StructureOutcome::RanEager, StructureOutcome::Failed}) {
        auto after = structure();
        compiled(after).outcome = outcome;
        const auto check = checkOf(compared(structure(), after), GateSubject::Outcome);
        EXPECT_EQ(check.outcome, GateOutcome::Regressed);
    }
}

TEST(Structure, OfARecordingThatFailedSaysWhy)
{
    recorded_example::ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.variants[1].failure = "no lowering for it";
    auto failed = structureOf(recorded_example::recordedExample(options));
    EXPECT_EQ(compiled(failed).outcome, StructureOutcome::Failed);
    EXPECT_FALSE(compiled(failed).reason.empty());
}

TEST(Structure, ResultsThatDifferNowRegress)
{
    recorded_example::ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    auto before = recorded_example::recordedExample(options);
    options.variants[1].resultsDiffer = true;
    const auto after = recorded_example::recordedExample(options);
    EXPECT_EQ(
        checkOf(compared(structureOf(before), structureOf(after)), GateSubject::Numerics).outcome,
        GateOutcome::Regressed);
}

TEST(Structure, AVariantThatTheReferenceDoesNotKnowIsUndecided)
{
    auto before = structure();
    std::erase_if(before.variants,
        [](const VariantStructure& each) { return each.variant == compiledName(); });
    std::vector<GateNote> notes;
    const auto checks = structureChecks(before, structure(), notes);
    EXPECT_EQ(checkOf(checks, GateSubject::Outcome).outcome, GateOutcome::Undecided);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes.front().kind, GateNoteKind::NotInReference);
    EXPECT_EQ(notes.front().values.front(), compiledName());
}

TEST(Structure, AnotherTorchIsNoted)
{
    auto before = structure();
    before.torch = "2.9.0";
    std::vector<GateNote> notes;
    static_cast<void>(structureChecks(before, structure(), notes));
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes.front().kind, GateNoteKind::OtherTorch);
}

TEST(Structure, EachVariantHasItsOwnTorch)
{
    auto data = recording();
    for (auto& process : data.processes)
        process.environment["torch"] = process.start.variant == 0 ? "2.9.0" : "2.10.0";
    EXPECT_EQ(torchOf(data, 0), "2.9.0");
    EXPECT_EQ(torchOf(data, 1), "2.10.0");
    EXPECT_EQ(torchOf(data, 7), "");
}

TEST(PortableFile, IsRelativeToTheFolderWhereItLiesNearIt)
{
    EXPECT_EQ(portableFile("/repo/bench/model.py", "/repo/bench"), "model.py");
    EXPECT_EQ(portableFile("/repo/src/a/model.py", "/repo/bench"), "../src/a/model.py");
    EXPECT_EQ(
        portableFile("/usr/lib/python3.11/abc.py", "/repo/bench"), "/usr/lib/python3.11/abc.py");
    EXPECT_EQ(portableFile("/v/lib/python3.11/site-packages/timm/layers.py", "/repo"),
        "site-packages/timm/layers.py");
    EXPECT_EQ(portableFile("", "/repo"), "");
    EXPECT_EQ(portableFile("<string>", "/repo"), "<string>");
}

TEST(CodeOf, IsTheLineWithoutItsComment)
{
    tests::expectTexts(codeOf,
        {{"    print(x)  # why", "print(x)"},
            {"print('#1', \"it's # 2\")# 3", "print('#1', \"it's # 2\")"},
            {"print('\\'# 1')", "print('\\'# 1')"}, {"# all of it", ""},
            {"x = 'open", "x = 'open"}});
}

TEST(StableText, LeavesOutWhatBelongsToOneProcess)
{
    EXPECT_EQ(stableText("___check_obj_id(L['f'], 94012345870)"), "___check_obj_id(L['f'], #)");
    EXPECT_EQ(stableText("<function f at 0x7f21a04b>"), "<function f at #>");
    EXPECT_EQ(stableText("tensor 'x' size mismatch at index 0. expected 8, actual 64"),
        "tensor 'x' size mismatch at index 0. expected 8, actual 64");
    EXPECT_EQ(stableText("  first\nsecond"), "first");
    EXPECT_LE(stableText(std::string(1000, 'x') + " y").size(), 170U);
    EXPECT_EQ(stableText("é\xff"), "é\xef\xbf\xbd");
}
