// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_passes.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"

#include <gtest/gtest.h>

using namespace profiler;

namespace {

CompileFact compiled(const char* id, const char* function, int line)
{
    return {.compileId = id, .function = function, .file = "net.py", .line = line};
}

GraphBreakFact logged(const char* id, const char* function, int line)
{
    return {.id = "gb0124", .file = "net.py", .line = line, .function = function, .compileId = id};
}

std::optional<double> passesAt(const ProcessRecord& process, const ProofFact& proof, int line)
{
    return breakPasses(process, proof).at({"net.py", line, "gb0124"});
}

} // namespace

TEST(BreakPasses, OfAHelperAreItsOwnRunsAndNotThoseOfItsCallers)
{
    // forward (20) calls Block.forward (13) twice and helper (8), which breaks at line 10.
    const ProcessRecord process {.compiles = {compiled("0/0", "forward", 20),
                                     compiled("1/0", "forward", 13), compiled("2/0", "helper", 8),
                                     compiled("3/0", "helper", 10), compiled("4/0", "forward", 22)},
        .breaks = {logged("0/0", "helper", 10), logged("1/0", "helper", 10),
            logged("2/0", "helper", 10), logged("4/0", "helper", 10)}};
    const ProofFact proof {.regions = {{"0/0", 1}, {"1/0", 2}, {"2/0", 3}, {"3/0", 3}, {"4/0", 1}}};
    EXPECT_EQ(passesAt(process, proof, 10), 3);
}

TEST(BreakPasses, TellFunctionsOfOneNameApartByWhereTheyBegin)
{
    // Block.forward (30) stands below Model.forward (10), which it breaks, too.
    const ProcessRecord process {
        .compiles = {compiled("0/0", "forward", 10), compiled("1/0", "forward", 30)},
        .breaks = {logged("0/0", "forward", 33), logged("1/0", "forward", 33)}};
    EXPECT_EQ(passesAt(process, {.regions = {{"0/0", 1}, {"1/0", 4}}}, 33), 4);
}

TEST(BreakPasses, CountWhatGoesOnBehindABreakAsTheSameFunction)
{
    // forward (10) breaks at 12 and, resumed there, at 15.
    const ProcessRecord process {
        .compiles = {compiled("0/0", "forward", 10), compiled("1/0", "forward", 12),
            compiled("2/0", "forward", 15)},
        .breaks = {logged("0/0", "forward", 12), logged("1/0", "forward", 15)}};
    const ProofFact proof {.regions = {{"0/0", 2}, {"1/0", 2}, {"2/0", 2}}};
    EXPECT_EQ(passesAt(process, proof, 12), 2);
    EXPECT_EQ(passesAt(process, proof, 15), 2);
}

TEST(BreakPasses, AreNotKnownInAFunctionThatTorchGaveUp)
{
    auto givenUp = compiled("0/0", "forward", 10);
    givenUp.failType = "Unsupported";
    const ProcessRecord process {.compiles = {givenUp, compiled("1/0", "block", 30)},
        .breaks = {logged("0/0", "forward", 12)}};
    EXPECT_FALSE(passesAt(process, {.regions = {{"1/0", 5}}}, 12));
}

TEST(BreakPasses, AreNoneWhereNoRegionLeadsToThePlace)
{
    const ProcessRecord process {
        .compiles = {compiled("0/0", "forward", 10)}, .breaks = {logged("0/0", "forward", 12)}};
    EXPECT_EQ(passesAt(process, {.regions = {{"5/0", 1}}}, 12), 0);
}
