// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/failed_guard.h"

#include <gtest/gtest.h>

using namespace profiler;

TEST(FailedGuard, OfASizeNamesTensorDimensionAndBothSizes)
{
    const auto guard
        = failedGuard("tensor 'ids' size mismatch at index 1. expected 64, actual 256");
    EXPECT_EQ(guard.kind, GuardKind::Size);
    EXPECT_EQ(guard.name, "ids");
    EXPECT_EQ(guard.dimension, 1);
    EXPECT_EQ(guard.expected, "64");
    EXPECT_EQ(guard.actual, "256");
    EXPECT_TRUE(guard.isArgument());
    const auto older
        = failedGuard("tensor 'L['x']' size mismatch at index 0. expected 4, actual 6");
    EXPECT_EQ(older.name, "x");
    EXPECT_EQ(failedGuard("L['x'].size()[0] == 8").dimension, 0);
    EXPECT_EQ(failedGuard("Eq(x.size()[2], 8)").name, "x");
    EXPECT_EQ(failedGuard("Eq(x.size()[2], 8)").dimension, 2);
}

TEST(FailedGuard, OfASizeThatCodeAsksForNamesNoSize)
{
    const auto guard = failedGuard("2 <= x.size()[0] <= 4");
    EXPECT_EQ(guard.kind, GuardKind::Size);
    EXPECT_EQ(guard.name, "x");
    EXPECT_EQ(guard.expected, "");
}

TEST(FailedGuard, OfAValueTellsWhatItWasCompiledFor)
{
    const auto guard = failedGuard("L['step'] == 3");
    EXPECT_EQ(guard.kind, GuardKind::Value);
    EXPECT_EQ(guard.name, "step");
    EXPECT_EQ(guard.expected, "3");
    EXPECT_TRUE(failedGuard("self.scale == 0.5").isPath());
    EXPECT_FALSE(failedGuard("len(xs) == 3").isPath());
    EXPECT_FALSE(failedGuard("self.scale == 0.5").isArgument());
}

TEST(FailedGuard, TellsWhatWasNoneAsTheCodeCallsIt)
{
    // transformers 5.17, BertForSequenceClassification: the first call sets it.
    const auto set = failedGuard("object.__getattribute__(self.config, 'problem_type') is None");
    EXPECT_EQ(set.kind, GuardKind::Value);
    EXPECT_EQ(set.name, "self.config.problem_type");
    EXPECT_EQ(set.expected, "None");
    const auto gone
        = failedGuard("object.__getattribute__(object.__getattribute__(L['self'], 'a'), "
                      "'b') is not None");
    EXPECT_EQ(gone.name, "self.a.b");
    EXPECT_EQ(gone.expected, "not None");
    EXPECT_EQ(failedGuard("object.__getattribute__(x, 'y is None").kind, GuardKind::Value);
}

TEST(FailedGuard, TellsATensorMadeUnderInferenceMode)
{
    // torch 2.11, as torch.compile logs it
    const std::string inference = "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView)";
    const std::string usual = "DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU)";
    const auto mismatch = [](const std::string& expected, const std::string& actual) {
        return "tensor 'x' dispatch key set mismatch. expected " + expected + ", actual " + actual;
    };
    for (const auto& guard : {mismatch(inference, usual), mismatch(usual, inference)}) {
        EXPECT_EQ(failedGuard(guard).kind, GuardKind::InferenceTensor);
        EXPECT_EQ(failedGuard(guard).name, "x");
    }
    EXPECT_EQ(failedGuard(mismatch(usual, "DispatchKeySet(CUDA, AutogradCUDA, Autograd)")).kind,
        GuardKind::Type);
}

TEST(FailedGuard, KeepsTheLineOfAGuardThatIsOfNoKnownKind)
{
    EXPECT_EQ(failedGuard("x.flag in {1, 2}\nUser stack trace:\n  File").text, "x.flag in {1, 2}");
    EXPECT_LE(failedGuard(std::string(4000, 'x')).text.size(), 110U);
}

TEST(FailedGuard, TellsWhatAGraphBreakHandedOn)
{
    EXPECT_TRUE(failedGuard("___as_tensor(___stack0).item() == 0.0148").crossesBreak());
    EXPECT_FALSE(failedGuard("tensor '___stack0' size mismatch at index 0. expected 8, actual 64")
                     .isArgument());
    EXPECT_FALSE(failedGuard("x == 0.0148").crossesBreak());
}

TEST(FailedGuard, TellsAnOptimizersNumbers)
{
    EXPECT_TRUE(failedGuard("self.param_groups[0]['lr'] == 0.01").isOptimizerSetting());
    EXPECT_FALSE(failedGuard("self.rate == 0.01").isOptimizerSetting());
    EXPECT_EQ(failedGuard("___as_tensor(self.param_groups[0]['lr']).item() == 0.0099").name,
        "self.param_groups[0]['lr']");
}

TEST(FailedGuard, TellsOtherKinds)
{
    const auto kindOf = [](const char* text) { return failedGuard(text).kind; };
    EXPECT_EQ(
        kindOf("tensor 'x' stride mismatch at index 0. expected 8, actual 64"), GuardKind::Stride);
    EXPECT_EQ(kindOf("tensor 'x' dtype mismatch. expected Float, actual Half"), GuardKind::Type);
    EXPECT_EQ(kindOf("tensor 'x' rank mismatch. expected 2, actual 3"), GuardKind::Rank);
    EXPECT_EQ(kindOf("tensor 'x' requires_grad mismatch. expected requires_grad=0"),
        GuardKind::RequiresGradient);
    EXPECT_EQ(kindOf("GLOBAL_STATE changed: grad_mode "), GuardKind::GradientMode);
    EXPECT_EQ(kindOf("L['self'].training == True"), GuardKind::TrainingMode);
    EXPECT_EQ(kindOf("fn._modules['0'].training == True"), GuardKind::TrainingMode);
    EXPECT_EQ(kindOf("___check_obj_id(L['f'], 140)"), GuardKind::Object);
    EXPECT_EQ(kindOf("quite new"), GuardKind::Other);
    EXPECT_EQ(kindOf(""), GuardKind::Other);
    EXPECT_EQ(kindOf("tensor '"), GuardKind::Other);
}
