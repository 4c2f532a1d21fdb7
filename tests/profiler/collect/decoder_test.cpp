// SPDX-License-Identifier: Apache-2.0
#include "trace_fixture.h"

#include <cupti_driver_cbid.h>
#include <cupti_runtime_cbid.h>
#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <dlfcn.h>
#include <limits>

namespace {

using namespace collect_test;
using profiler::CopyKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace collect = profiler::collect;
namespace flags = profiler::kernel_flags;

struct Version {
    RecordSizes sizes;
    collect::RecordWalker walker = nullptr;
};

const std::array versions {Version {cupti124, walk124}, Version {cupti130, walk130},
    Version {cupti131, walk131}, Version {cupti132, walk132}, Version {cupti133, walk133}};

/// Every kind of record, kernels between them, so that a wrong length shows.
RecordBuffer everyKind(const RecordSizes& sizes)
{
    RecordBuffer buffer(sizes);
    buffer.add(MadeUpCall {.correlation = 1})
        .add(MadeUpKernel {.start = 1000, .end = 1700, .name = "gemm", .correlation = 1})
        .add(MadeUpCopy {.bytes = std::uint64_t {5} << 30U, .correlation = 2})
        .add(MadeUpKernel {.start = 2000, .end = 2100, .name = "add", .correlation = 3})
        .addFill({.bytes = 64, .correlation = 4})
        .addPeerCopy({.bytes = 32, .correlation = 5})
        .addOverhead(10, 25)
        .add(MadeUpKernel {.start = 3000, .end = 3001, .name = "gemm", .correlation = 6});
    return buffer;
}

TEST_F(Trace, ReadsEveryRecordOfEverySupportedVersion)
{
    for (const auto& version : versions) {
        SCOPED_TRACE(version.sizes.kernel);
        start({});
        EXPECT_TRUE(decode(everyKind(version.sizes), version.walker));
        const auto spool = finish();
        EXPECT_THAT(spool.fault, IsEmpty());
        EXPECT_TRUE(spool.namesCameFirst);
        EXPECT_THAT(spool.kernels.startNs, ElementsAre(1000, 2000, 3000));
        EXPECT_THAT(spool.kernels.durationNs, ElementsAre(700, 100, 1));
        EXPECT_THAT(spool.kernels.correlation, ElementsAre(1, 3, 6));
        EXPECT_EQ(spool.kernelName(0), "gemm");
        EXPECT_EQ(spool.kernelName(1), "add");
        EXPECT_EQ(spool.kernels.name[0], spool.kernels.name[2]);
        EXPECT_THAT(spool.copies.bytes, ElementsAre(std::int64_t {5} << 30U, 64, 32));
        EXPECT_THAT(spool.copies.kind,
            ElementsAre(static_cast<std::uint8_t>(CopyKind::HostToDevice),
                static_cast<std::uint8_t>(CopyKind::Memset),
                static_cast<std::uint8_t>(CopyKind::PeerToPeer)));
        EXPECT_EQ(spool.names.at(spool.apis.name.at(0)), "cudaLaunchKernel");
        EXPECT_THAT(spool.apis.thread, ElementsAre(41));
        EXPECT_EQ(tables().counts().overheads, 1);
        EXPECT_EQ(tables().counts().overheadNs, 15);
    }
}

TEST_F(Trace, KeepsHowAKernelWasLaunched)
{
    decode(RecordBuffer().add(MadeUpKernel {}).add(MadeUpKernel {.gridX = 9}).add(MadeUpKernel {}));
    const auto spool = finish();
    ASSERT_EQ(spool.shapes.size(), 2U);
    const auto& shape = spool.shapes.at(spool.kernels.shape[1]);
    EXPECT_THAT(shape.grid, ElementsAre(9, 2, 3));
    EXPECT_THAT(shape.block, ElementsAre(128, 1, 1));
    EXPECT_THAT(shape.cluster, ElementsAre(2, 1, 1));
    EXPECT_EQ(shape.registers, 32);
    EXPECT_EQ(shape.staticSharedBytes, 48);
    EXPECT_EQ(shape.dynamicSharedBytes, 1024);
    EXPECT_EQ(shape.localBytes, 8);
    EXPECT_EQ(spool.kernels.shape[0], spool.kernels.shape[2]);
}

TEST_F(Trace, TellsThousandsOfLaunchShapesApart)
{
    RecordBuffer buffer;
    for (int i = 0; i < 5000; ++i)
        buffer.add(MadeUpKernel {.gridX = i % 2500});
    decode(buffer);
    const auto spool = finish();
    ASSERT_EQ(spool.shapes.size(), 2500U);
    for (std::size_t i = 0; i < 5000; ++i)
        ASSERT_EQ(spool.shapes.at(spool.kernels.shape[i]).grid[0], static_cast<int>(i % 2500));
}

TEST_F(Trace, KeepsWhatCameBeforeTheEndOfACutBuffer)
{
    auto buffer = everyKind(cupti130);
    const auto bytes = buffer.bytes();
    std::size_t rows = 0;
    for (std::size_t size = 0; size < bytes.size(); size += 4) {
        start({});
        (void)collect::Decoder(walk130).decode(bytes.first(size), tables());
        const auto spool = finish();
        ASSERT_THAT(spool.fault, IsEmpty());
        ASSERT_GE(spool.kernels.size(), rows) << "cut at byte " << size;
        rows = spool.kernels.size();
    }
    EXPECT_EQ(rows, 3U) << "what is behind the fields that are read may be missing";
}

TEST_F(Trace, SaysThatABufferEndedWithinARecord)
{
    for (const std::size_t cut : {100U, 50U, 8U}) {
        start({});
        RecordBuffer buffer;
        buffer.add(MadeUpKernel {}).add(MadeUpKernel {});
        const auto bytes = buffer.bytes();
        EXPECT_FALSE(
            collect::Decoder(walk130).decode(bytes.first(cupti130.kernel + cut), tables()));
        EXPECT_EQ(finish().kernels.size(), 1U);
        ASSERT_EQ(losses().reasons.size(), 1U);
        EXPECT_THAT(losses().reasons[0], HasSubstr("ended within a record"));
    }
}

TEST_F(Trace, SaysThatARecordOfAnUnknownKindHidWhatFollows)
{
    RecordBuffer buffer;
    buffer.add(MadeUpKernel {}).addRaw(4711, 64).add(MadeUpKernel {});
    EXPECT_FALSE(decode(buffer));
    EXPECT_EQ(finish().kernels.size(), 1U);
    ASSERT_EQ(losses().reasons.size(), 1U);
    EXPECT_THAT(losses().reasons[0], HasSubstr("CUPTI_ERROR_INVALID_KIND"));
}

TEST_F(Trace, PassesOverRecordsThatNobodyAskedFor)
{
    RecordBuffer buffer;
    buffer.addRaw(CUPTI_ACTIVITY_KIND_MARKER, sizeof(CUpti_ActivityMarker2)).add(MadeUpKernel {});
    EXPECT_TRUE(decode(buffer));
    EXPECT_EQ(finish().kernels.size(), 1U);
    EXPECT_EQ(tables().counts().other, 1);
    EXPECT_THAT(losses().reasons, IsEmpty());
}

TEST_F(Trace, MarksTimesThatTheDriverDidNotGive)
{
    RecordBuffer buffer;
    buffer.add(MadeUpKernel {.start = 0, .end = 0})
        .add(MadeUpKernel {.start = 1000, .end = 0})
        .add(MadeUpKernel {.start = 1000, .end = std::numeric_limits<std::uint64_t>::max()})
        .add(MadeUpKernel {});
    decode(buffer);
    const auto spool = finish();
    EXPECT_EQ(losses().zeroTimestamps, 3);
    EXPECT_THAT(spool.kernels.flags,
        ElementsAre(flags::zeroTimestamp, flags::zeroTimestamp, flags::zeroTimestamp, 0));
    EXPECT_THAT(spool.kernels.durationNs, ElementsAre(0, 0, 0, 500));
}

TEST_F(Trace, MarksKernelsThatEndBeforeTheyStart)
{
    decode(RecordBuffer().add(MadeUpKernel {.start = 2000, .end = 1999}).add(MadeUpKernel {}));
    const auto spool = finish();
    EXPECT_EQ(losses().negativeDurations, 1);
    EXPECT_THAT(spool.kernels.flags, ElementsAre(flags::negative, 0));
    EXPECT_THAT(spool.kernels.startNs, ElementsAre(2000, 1000));
    EXPECT_THAT(spool.kernels.durationNs, ElementsAre(0, 500));
}

TEST_F(Trace, KeepsDurationsThatDoNotFitInThirtyTwoBits)
{
    const std::uint64_t hour = 3'600'000'000'000;
    decode(RecordBuffer().add(MadeUpKernel {.start = 1000, .end = 1000 + hour}));
    EXPECT_THAT(finish().kernels.durationNs, ElementsAre(hour));
    EXPECT_TRUE(losses().reasons.empty());
}

TEST_F(Trace, JoinsAcrossTheWrapOfCorrelationIds)
{
    RecordBuffer buffer;
    for (const std::uint32_t id : {0xfffffffeU, 0xffffffffU, 0U, 1U})
        buffer.add(MadeUpCall {.correlation = id}).add(MadeUpKernel {.correlation = id});
    decode(buffer);
    const auto spool = finish();
    EXPECT_THAT(spool.kernels.correlation, ElementsAre(-2, -1, 0, 1));
    EXPECT_EQ(spool.kernels.correlation, spool.apis.correlation);
    EXPECT_EQ(losses(), profiler::TraceLosses {});
}

TEST_F(Trace, ReadsANameAgainWhenItsAddressComesInAnotherBuffer)
{
    std::array<char, 16> name {"gemm"};
    decode(RecordBuffer().add(MadeUpKernel {.name = name.data()}));
    name = {"softmax"};
    decode(RecordBuffer().add(MadeUpKernel {.name = name.data()}));
    decode(RecordBuffer().add(MadeUpKernel {.name = nullptr}));
    const auto spool = finish();
    EXPECT_EQ(spool.kernelName(0), "gemm");
    EXPECT_EQ(spool.kernelName(1), "softmax");
    EXPECT_EQ(spool.kernelName(2), "(unnamed kernel)");
}

TEST_F(Trace, TellsMoreNamesApartThanItsCacheHolds)
{
    std::vector<std::string> names(10'000);
    RecordBuffer buffer;
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = "kernel_with_a_name_of_its_own_" + std::to_string(i);
        buffer.add(MadeUpKernel {.name = names[i].c_str()});
    }
    decode(buffer);
    const auto spool = finish();
    ASSERT_EQ(spool.kernels.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        ASSERT_EQ(spool.kernelName(i), names[i]);
}

TEST_F(Trace, WritesChunksOfLimitedLength)
{
    RecordBuffer buffer;
    for (std::uint32_t i = 0; i < 150'000; ++i)
        buffer.add(MadeUpKernel {.correlation = i});
    decode(buffer);
    EXPECT_EQ(readSpool(file()).kernels.size(), 131'072U) << "full chunks are in the file at once";
    const auto spool = finish();
    EXPECT_EQ(spool.kernels.size(), 150'000U);
    EXPECT_EQ(spool.longestChunk, 65'536U);
}

TEST_F(Trace, CountsWhatIsBeyondTheLimit)
{
    start({.mostRows = 3});
    RecordBuffer buffer;
    for (std::uint32_t i = 0; i < 5; ++i)
        buffer.add(MadeUpKernel {.correlation = i}).add(MadeUpCall {.correlation = i});
    decode(buffer);
    EXPECT_EQ(finish().kernels.size(), 2U);
    EXPECT_EQ(losses().spansLost, 7);
    ASSERT_EQ(losses().reasons.size(), 1U);
    EXPECT_THAT(losses().reasons[0], HasSubstr("longer than the 3 rows"));
}

TEST_F(Trace, LeavesOutCallsThatAreNotListedUnlessAsked)
{
    const auto buffer = RecordBuffer()
                            .add(MadeUpCall {.id = CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020})
                            .add(MadeUpCall {.id = CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
                                .kind = CUPTI_ACTIVITY_KIND_DRIVER})
                            .add(MadeUpCall {.id = 505});
    decode(RecordBuffer(buffer));
    const auto listed = finish();
    ASSERT_EQ(listed.apis.size(), 2U);
    EXPECT_EQ(listed.names.at(listed.apis.name[0]), "cuLaunchKernel");
    EXPECT_EQ(listed.names.at(listed.apis.name[1]), "cudaLaunchKernel");

    start({.allApis = true,
        .apiNamer = [](CUpti_CallbackDomain, CUpti_CallbackId) { return "cudaGetDevice_v3020"; }});
    decode(RecordBuffer(buffer));
    const auto all = finish();
    ASSERT_EQ(all.apis.size(), 3U);
    EXPECT_EQ(all.names.at(all.apis.name[0]), "cudaGetDevice");
}

/// The toolkit's or torch's library; its walker needs no driver up to 13.2.
collect::RecordWalker realWalker()
{
    for (const char* file : {"libcupti.so.13", "/usr/local/cuda/lib64/libcupti.so.13",
             FUSESCOPE_SOURCE_DIR
             "/.venv/lib/python3.11/site-packages/nvidia/cu13/lib/libcupti.so.13"})
        if (void* library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL); library != nullptr)
            return reinterpret_cast<collect::RecordWalker>(
                ::dlsym(library, "cuptiActivityGetNextRecord"));
    return nullptr;
}

TEST_F(Trace, AgreesWithCuptisOwnWalker)
{
    const auto walker = realWalker();
    if (walker == nullptr)
        GTEST_SKIP() << "no libcupti.so.13 on this machine";
    auto buffer = everyKind(cupti130);
    decode(buffer);
    const auto expected = finish();
    start({});
    ASSERT_TRUE(decode(buffer, walker)) << losses().reasons.size();
    const auto spool = finish();
    EXPECT_EQ(spool.kernels, expected.kernels);
    EXPECT_EQ(spool.apis, expected.apis);
    EXPECT_EQ(spool.copies, expected.copies);
}

} // namespace
