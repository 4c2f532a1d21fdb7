// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/comparison_argument.h"
#include "app/cli/arguments/protocol_argument.h"
#include "app/cli/arguments/tensor_argument.h"
#include "app/cli/arguments/variant_argument.h"
#include "profiler/model/case.h"
#include "profiler/model/goal.h"
#include "profiler/model/protocol.h"
#include "profiler/model/quantity.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

using namespace cli;
using namespace profiler;
using ::testing::AllOf;
using ::testing::HasSubstr;

namespace {

template <typename T>
std::string refusal(const Result<T>& result)
{
    EXPECT_FALSE(result.has_value());
    return result ? "" : result.error().message;
}

Variant variantNamed(const std::string& name, VariantKind kind)
{
    Variant variant;
    variant.name = name;
    variant.kind = kind;
    return variant;
}

} // namespace

TEST(TensorWord, ReadsShapeAndType)
{
    EXPECT_EQ(tensorFrom("x=8x3x64x64:float32").value(),
        (TensorSpec {.name = "x", .shape = {8, 3, 64, 64}, .dtype = "float32"}));
    EXPECT_EQ(tensorFrom("n=:int64").value(), (TensorSpec {.name = "n", .dtype = "int64"}));
    EXPECT_EQ(tensorFrom("0=4:bf16").value(),
        (TensorSpec {.name = "0", .shape = {4}, .dtype = "bfloat16"}));
}

TEST(TensorWord, ReadsARangeOfIntegers)
{
    EXPECT_EQ(tensorFrom("ids=8x32:int64[0,30522)").value(),
        (TensorSpec {.name = "ids",
            .shape = {8, 32},
            .dtype = "int64",
            .range = IntegerRange {.low = 0, .high = 30522}}));
    EXPECT_EQ(tensorFrom("d=2:int8[-4,4)").value().range, (IntegerRange {.low = -4, .high = 4}));
}

TEST(TensorWord, ReadsAFileAndAnArrayInIt)
{
    EXPECT_EQ(tensorFrom("x=a/b.pt").value(), (TensorSpec {.name = "x", .file = "a/b.pt"}));
    EXPECT_EQ(tensorFrom("x=in.npz:ids").value(),
        (TensorSpec {.name = "x", .file = "in.npz", .key = "ids"}));
}

TEST(TensorWord, NamesABadWordAndWhatIsExpected)
{
    for (const auto* word : {"", "x", "x=", "=8:float32", "x=8x3", "x=8x3:"})
        EXPECT_THAT(refusal(tensorFrom(word)),
            AllOf(HasSubstr("\"" + std::string(word) + "\""), HasSubstr("expected NAME=SHAPE")));
    for (const auto* word : {"x=8xx3:float32", "x=8x-3:float32", "x=8*3:float32", "x=8.5:float32",
             "x=99999999999999999999:float32"})
        EXPECT_THAT(refusal(tensorFrom(word)), HasSubstr("expected sizes parted by x")) << word;
    for (const auto* word : {"x=8:int64[0,5]", "x=8:int64[0)", "x=8:int64[a,b)", "x=8:int64["})
        EXPECT_THAT(refusal(tensorFrom(word)), HasSubstr("expected a range [LOW,HIGH)")) << word;
}

TEST(CaseWord, ReadsTensorsPartedBySemicolons)
{
    const auto value = caseFrom("s32:ids=8x32:int64[0,30522);mask=8x32:bool").value();
    EXPECT_EQ(value.name, "s32");
    ASSERT_EQ(value.inputs.size(), 2U);
    EXPECT_EQ(value.inputs[0].range, (IntegerRange {.low = 0, .high = 30522}));
    EXPECT_EQ(value.inputs[1], (TensorSpec {.name = "mask", .shape = {8, 32}, .dtype = "bool"}));
}

TEST(CaseWord, NamesABadWord)
{
    for (const auto* word : {"", "s32", ":x=8:float32", "x=8:float32", "s32:x=8", "s32:"})
        EXPECT_THAT(refusal(caseFrom(word)),
            AllOf(HasSubstr("--case \"" + std::string(word)), HasSubstr("NAME:TENSOR;TENSOR")));
}

TEST(VariantWord, BareNamesNeedNoMore)
{
    EXPECT_EQ(variantFrom("eager").value(), variantNamed("eager", VariantKind::Eager));
    for (const auto* mode :
        {"default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"}) {
        auto expected = variantNamed(mode, VariantKind::Compiled);
        expected.compile.mode = mode;
        EXPECT_EQ(variantFrom(mode).value(), expected);
    }
}

TEST(VariantWord, NamesAnEngine)
{
    const auto package = variantFrom("aoti").value();
    EXPECT_EQ(package.kind, VariantKind::Compiled);
    EXPECT_EQ(package.engine, profiler::Engine::AotInductor);
    EXPECT_FALSE(package.native);
    const auto script = variantFrom("ts=torchscript-native,dtype:bf16").value();
    EXPECT_EQ(script.name, "ts");
    EXPECT_EQ(script.engine, profiler::Engine::TorchScript);
    EXPECT_TRUE(script.native);
    EXPECT_EQ(script.torch.dtype, "bfloat16");
    EXPECT_THAT(refusal(variantFrom("onnx-native")), HasSubstr("onnx, or NAME=key:value"));
}

TEST(VariantWord, NamesASecondEagerOne)
{
    EXPECT_EQ(variantFrom("again=eager").value(), variantNamed("again", VariantKind::Eager));
    const auto one = variantFrom("one=eager,env.OMP_NUM_THREADS:1").value();
    EXPECT_EQ(one.kind, VariantKind::Eager);
    EXPECT_EQ(one.environment.at("OMP_NUM_THREADS"), "1");
    EXPECT_EQ(variantFrom("ro=reduce-overhead").value().compile.mode, "reduce-overhead");
}

TEST(VariantWord, ReadsEveryKey)
{
    const auto variant = variantFrom(
        "dyn=mode:default,dynamic:true,fullgraph:true,backend:inductor,"
        "options.epilogue_fusion:false,options.x:text,env.NAME:1,python:/v/bin/python")
                             .value();
    EXPECT_EQ(variant.name, "dyn");
    EXPECT_EQ(variant.kind, VariantKind::Compiled);
    EXPECT_EQ(variant.compile.dynamic, true);
    EXPECT_TRUE(variant.compile.fullgraph);
    EXPECT_EQ(variant.compile.backend, "inductor");
    EXPECT_EQ(variant.compile.options,
        (JsonTextByName {{"epilogue_fusion", "false"}, {"x", "\"text\""}}));
    EXPECT_EQ(variant.environment, (std::map<std::string, std::string> {{"NAME", "1"}}));
    EXPECT_EQ(variant.python, "/v/bin/python");
}

TEST(VariantWord, TheDefaultModeGivesWayToOptions)
{
    EXPECT_FALSE(variantFrom("a=mode:default,options.x:1").value().compile.mode.has_value());
    EXPECT_EQ(variantFrom("a=mode:default").value().compile.mode, "default");
}

TEST(VariantWord, CommasInBracketsAndQuotesBelongToTheValue)
{
    const auto variant
        = variantFrom(R"(a=options.l:[1,2],options.d:{"k":[3,4]},env.X:"a,b",env.Y:p:q)").value();
    EXPECT_EQ(variant.compile.options, (JsonTextByName {{"l", "[1,2]"}, {"d", R"({"k":[3,4]})"}}));
    EXPECT_EQ(
        variant.environment, (std::map<std::string, std::string> {{"X", "a,b"}, {"Y", "p:q"}}));
}

TEST(VariantWord, NamesABadWordAndWhatIsExpected)
{
    for (const auto* word : {"", "=", "x=", "=eager", "lazy", "x=lazy"})
        EXPECT_THAT(refusal(variantFrom(word)),
            AllOf(
                HasSubstr("--variant \"" + std::string(word) + "\""), HasSubstr("reduce-overhead")))
            << word;
    EXPECT_THAT(refusal(variantFrom("x=dynamic:maybe")), HasSubstr("found \"maybe\""));
    EXPECT_THAT(refusal(variantFrom("x=fullgraph:1")), HasSubstr("fullgraph:true or"));
    EXPECT_THAT(refusal(variantFrom("x=modes:default")), HasSubstr("found the key \"modes\""));
    EXPECT_THAT(refusal(variantFrom("x=options.:1")), HasSubstr("found the key \"options.\""));
    EXPECT_THAT(refusal(variantFrom("x=mode:")), HasSubstr("a value after \"mode:\""));
    EXPECT_THAT(refusal(variantFrom("x=mode:a,mode:b")), HasSubstr("\"mode\" twice"));
}

TEST(GoalWord, ReadsMetricsAndTheHorizonOfTotal)
{
    Goal goal;
    ASSERT_TRUE(setGoal(goal, "p99").has_value());
    EXPECT_EQ(goal.metric, GoalMetric::P99);
    ASSERT_TRUE(setGoal(goal, "total:100000").has_value());
    EXPECT_EQ(goal.metric, GoalMetric::Total);
    EXPECT_EQ(goal.horizonCalls, 100000);
    for (const auto* word : {"", "total", "total:", "total:0", "total:many", "mean", "p99:5"})
        EXPECT_THAT(refusal(setGoal(goal, word)), HasSubstr("total:CALLS")) << word;
}

TEST(LimitWord, ReadsTimesAndSizesOfAllOrOneCase)
{
    Goal goal;
    ASSERT_TRUE(addLimit(goal, "p99=15ms").has_value());
    ASSERT_TRUE(addLimit(goal, "memory=6GiB").has_value());
    ASSERT_TRUE(addLimit(goal, "compile=30s").has_value());
    ASSERT_TRUE(addLimit(goal, "v1.5.p99=250us").has_value());
    EXPECT_EQ(goal.limits.p99, std::chrono::milliseconds(15));
    EXPECT_EQ(goal.limits.memoryBytes, 6LL << 30);
    EXPECT_EQ(goal.limits.compile, std::chrono::seconds(30));
    EXPECT_EQ(goal.caseLimits.at("v1.5").p99, std::chrono::microseconds(250));
    EXPECT_THAT(refusal(addLimit(goal, "compile=30")), HasSubstr("a time with its unit"));
    for (const auto* word : {"", "p99", "p98=1ms", ".p99=1ms", "memory"})
        EXPECT_THAT(refusal(addLimit(goal, word)), HasSubstr("expected p99=15ms")) << word;
    for (const auto* word : {"p99=15", "p99=-1ms", "p99=ms", "p99=1GiB"})
        EXPECT_THAT(refusal(addLimit(goal, word)), HasSubstr("a time with its unit")) << word;
    EXPECT_THAT(refusal(addLimit(goal, "memory=6")), HasSubstr("a size with its unit"));
}

TEST(BudgetWord, TakesMinutesByTheirFirstLetter)
{
    EXPECT_EQ(budgetFrom("20m").value(), std::chrono::minutes(20));
    EXPECT_EQ(budgetFrom("90s").value(), std::chrono::seconds(90));
    for (const auto* word : {"", "m", "20", "soon"})
        EXPECT_THAT(refusal(budgetFrom(word)), HasSubstr("a time such as 20m")) << word;
}

TEST(ShareWord, IsAPercentageOrARatio)
{
    EXPECT_DOUBLE_EQ(shareFrom("--max-regression", "3%").value(), 0.03);
    EXPECT_DOUBLE_EQ(shareFrom("--max-regression", "0.05").value(), 0.05);
    for (const auto* word : {"", "%", "3", "0", "100%", "-1%", "few"})
        EXPECT_THAT(refusal(shareFrom("--max-regression", word)), HasSubstr("such as 3%")) << word;
}

TEST(ItemsWord, CountsForAllOrOneCase)
{
    EXPECT_EQ(itemsFrom("32").value().count, 32);
    EXPECT_FALSE(itemsFrom("32").value().caseName.has_value());
    EXPECT_EQ(itemsFrom("s32=0.5").value().caseName, "s32");
    for (const auto* word : {"", "0", "-1", "many", "=3", "s32=", "nan"})
        EXPECT_THAT(refusal(itemsFrom(word)), HasSubstr("s32=32 for one case")) << word;
}

TEST(ProcessesWord, IsACountOrARange)
{
    Protocol protocol;
    ASSERT_TRUE(setProcesses(protocol, "4").has_value());
    EXPECT_EQ(protocol.repetitionsMax, 4);
    ASSERT_TRUE(setProcesses(protocol, "5..15").has_value());
    EXPECT_EQ(protocol.repetitionsMin, 5);
    EXPECT_EQ(protocol.repetitionsMax, 15);
    for (const auto* word : {"", "0", "5..", "..5", "15..5", "5-15", "a", "99999999999"})
        EXPECT_THAT(refusal(setProcesses(protocol, word)), HasSubstr("such as 5..15")) << word;
}

TEST(WithoutWord, LeavesPartsOut)
{
    Protocol protocol;
    ASSERT_TRUE(leaveOut(protocol, "cold,check,trace,noise").has_value());
    EXPECT_EQ(protocol.coldEmpty + protocol.coldKept, 0);
    EXPECT_EQ(protocol.checkInputs + protocol.traceCalls + protocol.noiseRepetitions, 0);
    for (const auto* word : {"", "cold,", "warm"})
        EXPECT_THAT(refusal(leaveOut(protocol, word)), HasSubstr("a list of cold")) << word;
}

TEST(ArgumentWord, IsJsonWhereItCanBe)
{
    EXPECT_EQ(argumentFrom("n=8").value(), std::pair(std::string("n"), std::string("8")));
    EXPECT_EQ(argumentFrom("p=mean").value().second, "\"mean\"");
    EXPECT_EQ(argumentFrom("s=\"8\"").value().second, "\"8\"");
    EXPECT_EQ(argumentFrom("l=[1, 2]").value().second, "[1,2]");
    EXPECT_EQ(argumentFrom("e=").value().second, "\"\"");
    EXPECT_EQ(argumentFrom("q=a=b").value().second, "\"a=b\"");
    EXPECT_THAT(refusal(argumentFrom("n")), HasSubstr("expected KEY=VALUE"));
    EXPECT_THAT(refusal(argumentFrom("=1")), HasSubstr("expected KEY=VALUE"));
}

TEST(Quantity, WantsItsUnit)
{
    EXPECT_EQ(duration("1.5s"), std::chrono::milliseconds(1500));
    EXPECT_EQ(duration("2min"), std::chrono::minutes(2));
    EXPECT_EQ(byteCount("500MB"), 500'000'000);
    EXPECT_EQ(byteCount("1.5KiB"), 1536);
    EXPECT_EQ(duration("1e400s"), std::nullopt);
    EXPECT_EQ(byteCount("99999999999TiB"), std::nullopt);
    EXPECT_EQ(wholeNumber("+1"), std::nullopt);
}

TEST(ComparisonWord, NamesAFileAndAComparisonInIt)
{
    const std::filesystem::path library = "/l.fscope";
    EXPECT_EQ(comparisonFrom("a.fscope", library).file, "a.fscope");
    EXPECT_EQ(comparisonFrom("a.fscope", library).selector, "");
    EXPECT_EQ(comparisonFrom("a.fscope@3", library).selector, "3");
    EXPECT_EQ(comparisonFrom("a.fscope@my run", library).selector, "my run");
    EXPECT_EQ(comparisonFrom("", library).file, library);
    EXPECT_EQ(comparisonFrom("@nightly", library).file, library);
}

TEST(ComparisonWord, TakesAFileWithAnAtInItsNameWhole)
{
    const auto file = std::filesystem::temp_directory_path() / "fusescope_words@host.fscope";
    std::ofstream(file) << "x";
    EXPECT_EQ(comparisonFrom(file.string(), "").file, file);
    EXPECT_EQ(comparisonFrom(file.string() + "@2", "").selector, "2");
    std::filesystem::remove(file);
}
