// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/packed/compile_trace_codec.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

using namespace profiler;
using namespace storage;

namespace {

/// As one real compile after the other: 60 steps each.
CompileTrace longTrace()
{
    CompileTrace trace;
    std::mt19937_64 chance(7); // NOLINT(*-msc51-cpp): the same at every run
    for (int i = 0; i < 10'000; ++i)
        trace.spans.push_back({.name = "step " + std::to_string(i % 60),
            .compileId = "0/" + std::to_string(i / 60),
            .begin = {1'795'243'614'372'235'500 + (i * 1'000'000LL)},
            .duration = nanoseconds(chance() % 1'000'000'000)});
    return trace;
}

TEST(CompileTraceCodec, TenThousandStepsStaySmall)
{
    const auto trace = longTrace();
    const auto bytes = encodeCompileTrace(trace);
    EXPECT_EQ(decodeCompileTrace(bytes), trace);
    EXPECT_LT(compressed(bytes).size(), 120'000U);
}

TEST(CompileTraceCodec, CutAnywhereIsRefused)
{
    auto trace = longTrace();
    trace.spans.resize(50);
    const auto bytes = encodeCompileTrace(trace);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decodeCompileTrace(std::span(bytes).first(size))) << size;
}

TEST(CompileTraceCodec, ChangedBytesNeverTakeMemoryThatIsNotThere)
{
    auto trace = longTrace();
    trace.spans.resize(50);
    const auto bytes = encodeCompileTrace(trace);
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (const auto value : {0x00, 0x7f, 0xff}) {
            auto changed = bytes;
            changed[at] = static_cast<std::uint8_t>(value);
            const auto read = decodeCompileTrace(changed);
            EXPECT_TRUE(!read || isBounded(*read));
        }
}

} // namespace
