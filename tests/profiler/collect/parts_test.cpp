// SPDX-License-Identifier: Apache-2.0
// What the collector is made of, piece by piece.
#include "profiler/collect/api_list.h"
#include "profiler/collect/buffer_pool.h"
#include "profiler/collect/call_windows.h"
#include "profiler/collect/error_names.h"
#include "profiler/collect/mapped_libraries.h"
#include "profiler/model/clocks.h"
#include "tests/support/expect_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace profiler::collect;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MappedLibraries, CountsAFileOnceWhateverLinkWasOpened)
{
    const std::string maps
        = "7f00-7f10 r--p 00000000 08:01 11   /opt/cuda/libcupti.so.2025.3.1\n"
          "7f10-7f20 r-xp 00010000 08:01 11   /opt/cuda/libcupti.so.2025.3.1\n"
          "7f20-7f30 r-xp 00000000 08:01 12   /opt/cuda/libcupti_other.so\n"
          "7f30-7f40 rw-p 00000000 00:00 0 \n"
          "7f40-7f50 r-xp 00000000 08:02 11   /home/a user/site-packages/libcupti.so.13\n"
          "7ffd-7ffe r-xp 00000000 00:00 0    [vdso]\n";
    EXPECT_THAT(librariesIn(maps, "libcupti.so"),
        ElementsAre("/opt/cuda/libcupti.so.2025.3.1", "/home/a user/site-packages/libcupti.so.13"));
    EXPECT_THAT(librariesIn("", "libcupti.so"), IsEmpty());
    EXPECT_THAT(librariesIn("no line of maps", "libcupti.so"), IsEmpty());
}

TEST(MappedLibraries, SeesThoseOfThisProcess)
{
    EXPECT_EQ(mappedLibraries("libc.so").size(), 1U);
}

TEST(ApiNames, LoseVersionAndPerThreadSuffixInEitherOrder)
{
    tests::expectTexts(plainApiName,
        {{"cudaLaunchKernel_v7000", "cudaLaunchKernel"},
            {"cudaLaunchKernel_ptsz_v7000", "cudaLaunchKernel"},
            {"cudaMemcpy_ptds_v7000", "cudaMemcpy"},
            {"cuMemcpyHtoDAsync_v2_ptsz", "cuMemcpyHtoDAsync"},
            {"__cudaLaunchKernel_ptsz_v13000", "cudaLaunchKernel"},
            {"cuLaunchKernelEx", "cuLaunchKernelEx"}, {"_v2", "_v2"}, {"", ""}});
    EXPECT_EQ(plainApiName("cuGraph_verify"), "cuGraph_verify") << "not every _v is a version";
}

TEST(ApiList, NamesEachCallOnceAndPlainly)
{
    std::set<std::pair<int, unsigned>> seen;
    for (const auto& api : listedApis()) {
        EXPECT_TRUE(seen.emplace(api.domain, api.id).second) << api.name;
        EXPECT_EQ(plainApiName(api.name), api.name);
    }
}

TEST(ErrorText, NamesWhatCuptiDoesNot)
{
    EXPECT_EQ(errorText(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES),
        "error 35 (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)");
    EXPECT_EQ(errorText(static_cast<CUptiResult>(4711)), "error 4711");
}

TEST(BufferPool, GivesEachBufferToOneThreadAtATime)
{
    BufferPool pool({.bufferBytes = 4096, .first = 4, .step = 2, .most = 8});
    FilledBuffers filled;
    constexpr int rounds = 5000;
    std::atomic<int> returned {0};
    std::atomic<bool> clash {false};
    const auto take = [&] {
        for (int i = 0; i < rounds; ++i) {
            Buffer* buffer = nullptr;
            while ((buffer = pool.take()) == nullptr)
                std::this_thread::yield();
            if (++*buffer->data() != 1) // somebody else has it
                clash = true;
            filled.push(buffer);
        }
    };
    std::thread one(take);
    std::thread other(take);
    while (returned < 2 * rounds) {
        auto* buffer = filled.takeAll();
        if (buffer == nullptr)
            std::this_thread::yield();
        while (buffer != nullptr) {
            auto* next = buffer->next;
            *buffer->data() = 0;
            pool.giveBack(buffer);
            ++returned;
            buffer = next;
        }
    }
    one.join();
    other.join();
    EXPECT_FALSE(clash);
    EXPECT_LE(pool.made(), 8U);
}

TEST(BufferPool, MakesMoreBeforeItIsEmptyUpToItsLimit)
{
    BufferPool pool({.bufferBytes = 4096, .first = 2, .step = 4, .most = 7});
    EXPECT_EQ(pool.made(), 2U);
    (void)pool.take();
    EXPECT_TRUE(pool.keepAhead());
    EXPECT_EQ(pool.made(), 6U);
    for (int i = 0; i < 6; ++i)
        EXPECT_NE(pool.take(), nullptr);
    EXPECT_TRUE(pool.keepAhead());
    EXPECT_EQ(pool.made(), 7U);
    EXPECT_EQ(pool.take(), nullptr);
    EXPECT_EQ(pool.refused(), 1U);
}

TEST(BufferPool, GivesZeroesInAlignedMemory)
{
    BufferPool pool({.bufferBytes = 1 << 16, .first = 1});
    auto* buffer = pool.take();
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer->data()) % 8, 0U);
    EXPECT_EQ(Buffer::of(buffer->data()), buffer);
    EXPECT_TRUE(std::all_of(buffer->data(), buffer->data() + pool.bufferBytes(),
        [](std::uint8_t byte) { return byte == 0; }));
}

TEST(FilledBuffers, ComeInTheOrderInWhichTheyWereFilled)
{
    BufferPool pool({.bufferBytes = 4096, .first = 3});
    FilledBuffers filled;
    std::vector<Buffer*> pushed;
    for (int i = 0; i < 3; ++i)
        filled.push(pushed.emplace_back(pool.take()));
    std::vector<Buffer*> taken;
    for (auto* buffer = filled.takeAll(); buffer != nullptr; buffer = buffer->next)
        taken.push_back(buffer);
    EXPECT_EQ(taken, pushed);
    EXPECT_EQ(filled.takeAll(), nullptr);
}

TEST(CallWindows, GivesEachCallOnce)
{
    CallWindows calls;
    calls.end(); // of no call
    EXPECT_TRUE(calls.takeNew().empty());
    calls.begin();
    EXPECT_TRUE(calls.takeNew().empty()) << "it runs still";
    calls.end();
    calls.begin();
    calls.end();
    const auto taken = calls.takeNew();
    ASSERT_EQ(taken.size(), 2U);
    EXPECT_LE(taken[0].startNs, taken[0].endNs);
    EXPECT_LE(taken[0].endNs, taken[1].startNs);
    EXPECT_TRUE(calls.takeNew().empty());
    EXPECT_EQ(calls.clockStepNs(), 0);
}

TEST(CallWindows, TellsThatTheClockWasSet)
{
    CallWindows calls(profiler::realTimeNow() - profiler::steadyNow() - 5'000'000);
    calls.begin();
    calls.end();
    EXPECT_NEAR(static_cast<double>(calls.clockStepNs()), 5e6, 1e6);

    CallWindows steady(profiler::realTimeNow() - profiler::steadyNow() - 200'000);
    steady.begin();
    steady.end();
    EXPECT_EQ(steady.clockStepNs(), 0) << "a fifth of a millisecond may be an interruption";
}

TEST(CallWindows, CountsCallsBeyondItsRoom)
{
    CallWindows calls;
    for (int i = 0; i < 70'000; ++i) {
        calls.begin();
        calls.end();
    }
    EXPECT_EQ(calls.takeNew().size(), 65'536U);
    EXPECT_EQ(calls.lost(), 70'000 - 65'536);
}

} // namespace
