// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/lock_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

Structure exampleStructure()
{
    VariantStructure compiled {
        .variant = "compiled", .caseName = "s32", .numerics = NumericsStatus::Close};
    compiled.graphs = 3;
    compiled.guards = 41;
    compiled.breaks = {{.file = "model.py",
                           .line = 14,
                           .function = "forward",
                           .id = "gb0059",
                           .source = "print(\"é\")",
                           .reason = "call to print"},
        {.file = "block.py",
            .line = 90,
            .function = "forward",
            .id = "gb0124",
            .source = "x.item()",
            .reason = "Tensor.item() call"}};
    compiled.recompiles
        = {{.file = "model.py", .line = 9, .function = "forward", .guard = "self.scale == 2"}};
    return {.torch = "2.11.0", .variants = {compiled}};
}

Result<Structure> read(const std::string& text)
{
    return structureFromLock(text, "fusescope.lock.json");
}

} // namespace

TEST(LockFile, IsAnEntryALineInAnOrderThatDoesNotMove)
{
    constexpr auto expected = R"lock({
  "schema": 1,
  "torch": "2.11.0",
  "structure": [
    {"variant":"compiled","case":"s32","entry":"variant","outcome":"ran","graphs":3,"guards":41,"kernels":null,"numerics":"close"},
    {"variant":"compiled","case":"s32","entry":"break","file":"block.py","function":"forward","id":"gb0124","source":"x.item()","reason":"Tensor.item() call","line":90},
    {"variant":"compiled","case":"s32","entry":"break","file":"model.py","function":"forward","id":"gb0059","source":"print(\"é\")","reason":"call to print","line":14},
    {"variant":"compiled","case":"s32","entry":"recompile","file":"model.py","function":"forward","guard":"self.scale == 2","line":9}
  ]
}
)lock";
    EXPECT_EQ(lockText(exampleStructure()), expected);
}

TEST(LockFile, IsReadAsItWasWritten)
{
    const auto once = read(lockText(exampleStructure()));
    ASSERT_TRUE(once) << once.error().message;
    EXPECT_EQ(lockText(*once), lockText(exampleStructure()));
    EXPECT_EQ(once->torch, "2.11.0");
    ASSERT_NE(once->find("compiled", "s32"), nullptr);
    EXPECT_EQ(once->find("compiled", "s32")->graphs.value_or(0), 3);
    EXPECT_FALSE(once->find("compiled", "s32")->kernels);
}

TEST(LockFile, OfANewerSchemaIsRefused)
{
    const auto newer = read(R"({"schema": 2, "structure": []})");
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().kind, ErrorKind::BadData);
    EXPECT_THAT(newer.error().message, HasSubstr("is of schema 2"));
    EXPECT_THAT(newer.error().message, HasSubstr("reads up to 1"));
}

TEST(LockFile, ThatIsNoneIsRefusedInASentence)
{
    for (const auto* text :
        {"", "[]", "{}", "null", R"({"schema": 1})", R"({"schema": 1, "structure": {}})",
            R"({"schema": "1", "structure": []})", R"({"schema": -1, "structure": []})",
            "<<<<<<< HEAD\n{}", R"({"schema": 1, "schema": 1, "structure": []})"}) {
        const auto refused = read(text);
        ASSERT_FALSE(refused) << text;
        EXPECT_THAT(refused.error().message, HasSubstr("fusescope.lock.json: "));
    }
}

TEST(LockFile, ValuesOfOtherTypesAreUnknown)
{
    const auto made = read(R"({"schema": 1, "torch": 7, "structure": [
        4, null, [], {"entry": "later"},
        {"variant": "a", "case": "b", "entry": "variant", "outcome": "exploded", "graphs": -4,
         "guards": 1e99, "kernels": "many", "numerics": 3},
        {"variant": "a", "case": "b", "entry": "break", "file": 5, "line": 99999999999999}]})");
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->torch, "");
    ASSERT_EQ(made->variants.size(), 1U);
    const auto& of = made->variants.front();
    EXPECT_EQ(of.outcome, StructureOutcome::Ran);
    EXPECT_FALSE(of.graphs);
    EXPECT_FALSE(of.guards);
    EXPECT_FALSE(of.kernels);
    ASSERT_EQ(of.breaks.size(), 1U);
    EXPECT_EQ(of.breaks.front().line, 0);
}
