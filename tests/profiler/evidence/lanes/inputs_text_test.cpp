// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/model/case.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>

namespace profiler {
namespace {

Case twoTensors()
{
    return {.name = "s32",
        .inputs = {{.name = "x", .shape = {8, 3, 64, 64}, .dtype = "float32"},
            {.name = "ids", .shape = {8, 32}, .dtype = "int64"}}};
}

TEST(InputsText, WritesTensorsAsTorchDoes)
{
    EXPECT_EQ(inputsText(twoTensors()), "x: f32[8,3,64,64], ids: i64[8,32]");
    EXPECT_EQ(
        inputsText({.inputs = {{.name = "t", .dtype = "float8_e4m3fn"}}}), "t: float8_e4m3fn[]");
    EXPECT_EQ(inputsText({.inputs = {{.name = "x", .file = "inputs.npz:images"}}}),
        "x from inputs.npz:images");
    EXPECT_EQ(inputsText({}), "");
}

TEST(InputsText, ReadsWhatFilesStoreAndLeavesOtherTextsAlone)
{
    const auto measured = twoTensors();
    EXPECT_EQ(inputsTextOf(storedInputs(measured)), inputsText(measured));
    EXPECT_EQ(inputsTextOf("mask bool"), "mask: b8[]");
    for (const auto* other : {"", "x", "x from inputs.npz:images", "x 8×a float32", ", "})
        EXPECT_EQ(inputsTextOf(other), other);
}

TEST(ItemUnit, IsWhatThePlanNamesElseImagesOfAnImageModel)
{
    const Case image {.inputs = {{.name = "0", .shape = {8, 3, 64, 64}, .dtype = "float32"}}};
    const Case video {.inputs = {{.name = "0", .shape = {1, 3, 16, 112, 112}, .dtype = "float32"}}};
    EXPECT_EQ(itemUnitOf({.spec = "torchvision:resnet18"}, image), "images");
    EXPECT_EQ(itemUnitOf({.spec = "torchvision:r3d_18"}, video), "items");
    EXPECT_EQ(itemUnitOf({.spec = "mymodel.py:make"}, image), "items");
    EXPECT_EQ(itemUnitOf({.spec = "torchvision:resnet18", .itemUnit = "crops"}, image), "crops");
}

} // namespace
} // namespace profiler
