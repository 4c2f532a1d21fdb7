// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tune/tune_candidates.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

Plan planOf(const std::string& device = "cpu", Task task = Task::Inference)
{
    Plan plan;
    plan.workload.task = task;
    plan.numeric.device = device;
    plan.variants = {{.name = "eager"}};
    return plan;
}

const CandidateGroups every = *candidateGroupsFrom({});

std::vector<std::string> namesOf(const std::vector<TuneCandidate>& candidates)
{
    std::vector<std::string> names;
    for (const auto& candidate : candidates)
        names.push_back(candidate.variant.name);
    return names;
}

/// A stem, four blocks of one class in a list that is never called itself, and a head.
std::vector<ModuleUse> stackedModel()
{
    std::vector<ModuleUse> modules {{"stem", "Conv2d", 0.1, 1}, {"layers", "ModuleList", 0, 0}};
    for (int i = 0; i < 4; ++i) {
        const auto path = "layers." + std::to_string(i);
        modules.push_back({path, "Block", 0.2, 1});
        modules.push_back({path + ".linear", "Linear", 0.15, 1});
    }
    modules.push_back({"head", "Linear", 0.04, 1});
    return modules;
}

std::vector<std::string> boundaryNames(const std::vector<Boundary>& boundaries, BoundaryKind kind)
{
    std::vector<std::string> names;
    for (const auto& boundary : boundaries)
        if (boundary.kind == kind)
            names.push_back(boundary.name);
    return names;
}

TEST(TuneCandidates, RecordGraphsWhereInductorDoes)
{
    const auto onXpu = namesOf(tuneCandidates(planOf("xpu:0"), {}, every));
    EXPECT_THAT(onXpu, Contains("coordinate descent"));
    for (const auto* graphs : {"reduce-overhead", "max-autotune", "cudagraphs"}) {
        EXPECT_THAT(onXpu, Not(Contains(graphs)));
        EXPECT_THAT(namesOf(tuneCandidates(planOf("hip:0"), {}, every)), Contains(graphs));
    }
}

TEST(TuneCandidates, AreThoseThatApplyToTheDeviceAndTheTask)
{
    const auto onCpu = namesOf(tuneCandidates(planOf(), {}, every));
    EXPECT_THAT(onCpu, Contains("default"));
    EXPECT_THAT(onCpu, Contains("freezing"));
    EXPECT_THAT(onCpu, Not(Contains("reduce-overhead")));
    EXPECT_THAT(onCpu, Not(Contains("dynamic"))) << "there is one case";
    const auto training = namesOf(tuneCandidates(planOf("cuda:0", Task::Training), {}, every));
    EXPECT_THAT(training, Contains("reduce-overhead"));
    EXPECT_THAT(training, Not(Contains("freezing")));
}

TEST(TuneCandidates, LeaveOutLayoutsOfAModelWithoutConvolutions)
{
    const std::vector<ModuleUse> linear {{"first", "Linear", 0.5, 1}, {"second", "Linear", 0.5, 1}};
    EXPECT_THAT(namesOf(tuneCandidates(planOf(), linear, every)), Not(Contains("layout kept")));
    EXPECT_THAT(namesOf(tuneCandidates(planOf(), stackedModel(), every)), Contains("layout kept"));
}

TEST(TuneCandidates, TryDynamicShapesWhereThereAreSeveralCases)
{
    auto plan = planOf();
    plan.cases = {{.name = "a"}, {.name = "b"}};
    EXPECT_THAT(namesOf(tuneCandidates(plan, {}, every)), Contains("dynamic"));
}

const Variant* named(const std::vector<TuneCandidate>& candidates, const std::string& name)
{
    const auto found = std::ranges::find(
        candidates, name, [](const TuneCandidate& each) { return each.variant.name; });
    return found == candidates.end() ? nullptr : &found->variant;
}

TEST(TuneCandidates, FreezeByTorchsConfigurationAsAnOptionFoldsNothing)
{
    const auto candidates = tuneCandidates(planOf(), {}, every);
    for (const auto* name : {"freezing", "freezing, max-autotune"}) {
        const auto* frozen = named(candidates, name);
        ASSERT_NE(frozen, nullptr) << name;
        EXPECT_EQ(frozen->torch.inductor.at("freezing"), "true");
        EXPECT_FALSE(frozen->compile.options.contains("freezing"));
    }
    EXPECT_EQ(complexityOf(*named(candidates, "freezing")), 1);
    EXPECT_EQ(complexityOf(*named(candidates, "freezing, max-autotune")), 2);
}

TEST(TuneCandidates, TryChannelsLastOnImagesAlone)
{
    auto plan = planOf();
    plan.cases = {{.inputs = {{.name = "x", .shape = {1, 3, 64, 64}, .dtype = "float32"}}}};
    EXPECT_THAT(namesOf(tuneCandidates(plan, {}, every)), Contains("channels_last"));
    plan.cases.front().inputs.front().shape = {16, 64};
    EXPECT_THAT(namesOf(tuneCandidates(plan, {}, every)), Not(Contains("channels_last")));
}

TEST(TuneCandidates, MarkTheSizesThatDifferBetweenCases)
{
    auto plan = planOf();
    plan.cases = {{.name = "a", .inputs = {{.name = "x", .shape = {8, 64}, .dtype = "float32"}}},
        {.name = "b", .inputs = {{.name = "x", .shape = {12, 64}, .dtype = "float32"}}}};
    const auto candidates = tuneCandidates(plan, {}, every);
    const auto* marked = named(candidates, "mark_dynamic");
    ASSERT_NE(marked, nullptr);
    EXPECT_THAT(marked->torch.markDynamic, ElementsAre(DynamicDimension {"x", 0}));
    plan.cases[1].inputs[0].shape = {8, 64};
    EXPECT_THAT(namesOf(tuneCandidates(plan, {}, every)), Not(Contains("mark_dynamic")));
}

TEST(TuneCandidates, BeginWithTheGivenOnesAndTryNothingTwice)
{
    auto plan = planOf();
    plan.variants.push_back({.name = "mine",
        .kind = VariantKind::Compiled,
        .torch = {.inductor = {{"freezing", "true"}}}});
    const auto names = namesOf(tuneCandidates(plan, {}, every));
    EXPECT_EQ(names.front(), "mine");
    EXPECT_THAT(names, Not(Contains("freezing")));
    EXPECT_THAT(namesOf(tuneCandidates(plan, {}, {CandidateGroup::Given})), ElementsAre("mine"));
}

TEST(TuneCandidates, OfAnUnknownGroupAreRefusedWithThoseThatThereAre)
{
    const auto refused = candidateGroupsFrom({"mode"});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("\"mode\""));
    EXPECT_THAT(refused.error().message, HasSubstr("boundaries"));
}

TEST(TuneCandidates, LeavingOutAChildIsTriedInsteadOfThatChild)
{
    const auto candidates = tuneCandidates(planOf(), stackedModel(), every);
    const auto names = namesOf(candidates);
    const auto child = std::ranges::find(names, "stem") - names.begin();
    const auto rest = std::ranges::find(names, "all but stem") - names.begin();
    ASSERT_LT(static_cast<std::size_t>(rest), names.size());
    EXPECT_EQ(candidates[static_cast<std::size_t>(rest)].entry.instead, child);
    EXPECT_GT(candidates[static_cast<std::size_t>(rest)].entry.complexity, 0);
}

TEST(Boundaries, AreRepeatedBlocksAndChildrenOf5Percent)
{
    const auto boundaries = boundariesOf(stackedModel());
    EXPECT_THAT(boundaryNames(boundaries, BoundaryKind::RepeatedBlocks), ElementsAre("Block"));
    EXPECT_THAT(boundaries.front().targets, ElementsAre("layers.*"));
    EXPECT_NEAR(boundaries.front().callRatio, 0.8, 1e-9);
    const auto children = boundaryNames(boundaries, BoundaryKind::Child);
    EXPECT_THAT(children, ElementsAre("stem")) << "the head takes 4 %, a layer is a block";
}

TEST(Boundaries, OfAllButAChildHoldTheOthers)
{
    const auto boundaries = boundariesOf(stackedModel());
    const auto rest = std::ranges::find(boundaries, BoundaryKind::AllButChild, &Boundary::kind);
    ASSERT_NE(rest, boundaries.end());
    EXPECT_EQ(rest->name, "stem");
    EXPECT_THAT(rest->targets, ElementsAre("layers.*", "head"));
}

TEST(Boundaries, LookIntoAChildThatIsNearlyAllOfTheModel)
{
    const std::vector<ModuleUse> wrapped {{"model", "Inner", 0.99, 1},
        {"model.embed", "Embedding", 0.3, 1}, {"model.encode", "Encoder", 0.65, 1}};
    EXPECT_THAT(boundaryNames(boundariesOf(wrapped), BoundaryKind::Child),
        ElementsAre("model.encode", "model.embed"));
}

TEST(Boundaries, OfAModelWithoutPartsAreNone)
{
    EXPECT_THAT(boundariesOf({}), IsEmpty());
    EXPECT_THAT(boundariesOf({{"only", "Linear", 1, 1}}), IsEmpty());
}

TEST(Globs, MatchTheBlocksOfAResnetAndNothingElse)
{
    std::vector<ModuleUse> modules;
    std::vector<std::string> blocks;
    for (const auto* layer : {"layer1", "layer2"}) {
        modules.push_back({layer, "Sequential", 0.4, 1});
        for (const auto* number : {"0", "1"}) {
            blocks.push_back(std::string(layer) + "." + number);
            modules.push_back({blocks.back(), "BasicBlock", 0.2, 1});
            modules.push_back({blocks.back() + ".conv1", "Conv2d", 0.1, 1});
        }
    }
    EXPECT_THAT(globsFor(blocks, modules), ElementsAre("layer*.*"));
    EXPECT_THAT(globsFor({"layer1.0", "layer1.1"}, modules), ElementsAre("layer1.0", "layer1.1"))
        << "a glob would match layer2 as well";
}

} // namespace
