// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/memory_snapshot/memory_snapshot_pickle.h"
#include "profiler/formats/memory_snapshot/memory_snapshot_reader.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace profiler;
namespace fs = std::filesystem;
using testing::HasSubstr;

namespace {

/// A file that Python's own pickle wrote.
class SnapshotFiles : public testing::Test {
protected:
    fs::path made(const std::string& kind)
    {
        auto file = m_folder / (kind + ".pickle");
        const auto command = std::string(FUSESCOPE_PYTHON) + " " FUSESCOPE_SOURCE_DIR
            + "/tests/profiler/formats/memory_snapshot_make.py " + file.string() + " " + kind;
        EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT(concurrency-mt-unsafe)
        return file;
    }

    const tests::TemporaryFolder m_folder;
};

constexpr std::int64_t base = 0x7F0000000000;

} // namespace

TEST_F(SnapshotFiles, ofEveryBinaryProtocolAreRead)
{
    for (const auto* protocol : {"2", "3", "4", "5"}) {
        SCOPED_TRACE(protocol);
        const auto snapshot = readMemorySnapshot(made(protocol));
        ASSERT_TRUE(snapshot) << snapshot.error().message;
        ASSERT_EQ(snapshot->segments.size(), 2U);
        const auto& segment = snapshot->segments[0];
        EXPECT_EQ(segment.address, base);
        EXPECT_EQ(segment.bytes, 2097152);
        EXPECT_EQ(segment.type, "small");
        ASSERT_EQ(segment.blocks.size(), 2U);
        EXPECT_EQ(segment.blocks[0].state, "active_allocated");
        EXPECT_EQ(segment.blocks[0].requestedBytes, 1000);
        EXPECT_EQ(segment.blocks[1].address, base + 1024);
        EXPECT_EQ(
            snapshot->segments[1].blocks[1].address, snapshot->segments[1].blocks[0].address + 512);
        ASSERT_EQ(snapshot->events.size(), 4U);
        EXPECT_EQ(snapshot->events[1].action, "alloc");
        EXPECT_EQ(snapshot->events[1].timeNs, 1700000000000001000);
        EXPECT_EQ(snapshot->events[3].device, 1);
        EXPECT_EQ(snapshot->events[3].bytes, std::int64_t {1} << 40U);
        EXPECT_TRUE(snapshot->losses.empty());
    }
}

TEST_F(SnapshotFiles, keepStacksOnce)
{
    const auto snapshot = readMemorySnapshot(made("4"));
    ASSERT_TRUE(snapshot) << snapshot.error().message;
    ASSERT_EQ(snapshot->frames.size(), 2U);
    EXPECT_TRUE(snapshot->frames[0].library);
    EXPECT_EQ(snapshot->frames[1].file, "/home/u/model.py");
    EXPECT_EQ(snapshot->frames[1].line, 7);
    EXPECT_EQ(snapshot->events[0].stack, snapshot->events[1].stack);
    EXPECT_EQ(snapshot->events[2].stack, 0);
    EXPECT_EQ(snapshot->stacks.at(static_cast<std::size_t>(snapshot->events[0].stack)),
        (std::vector<std::int32_t> {0, 1}));
}

TEST_F(SnapshotFiles, areNeverExecuted)
{
    const auto snapshot = readMemorySnapshot(made("code"));
    ASSERT_FALSE(snapshot);
    EXPECT_EQ(snapshot.error().kind, ErrorKind::BadData);
    EXPECT_THAT(snapshot.error().message, HasSubstr("asks for the instruction STACK_GLOBAL"));
}

TEST_F(SnapshotFiles, cutAnywhereAreRefused)
{
    const auto text = tests::textOf(made("4"));
    for (std::size_t cut = 0; cut < text.size(); ++cut)
        EXPECT_FALSE(readMemorySnapshot(std::span(text.data(), cut), "a.pickle")) << cut;
    EXPECT_TRUE(readMemorySnapshot(std::span(text.data(), text.size()), "a.pickle"));
}

TEST_F(SnapshotFiles, ofOtherContentAreRefusedInOneSentence)
{
    EXPECT_EQ(readMemorySnapshot(m_folder / "none").error().kind, ErrorKind::NotFound);
    const std::string number = "\x80\x04K\x01.";
    const auto other = readMemorySnapshot(std::span(number.data(), number.size()), "a.pickle");
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().message, HasSubstr("without \"segments\""));
}

TEST(PlainPickle, readsNumbersAsPythonWroteThem)
{
    // pickle.dumps([-1, 255, 65535, -(2**31), 2**40, -(2**63), 2**70, 1.5, True, None], 2)
    const std::string text("\x80\x02]q\x00(J\xff\xff\xff\xffK\xffM\xff\xffJ\x00\x00\x00\x80\x8a\x06"
                           "\x00\x00\x00\x00\x00\x01\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x80\x8a\t"
                           "\x00\x00\x00\x00\x00\x00\x00\x00@G?\xf8\x00\x00\x00\x00\x00\x00\x88Ne.",
        63);
    const auto data = readPlainPickle(text);
    ASSERT_TRUE(data) << data.error();
    const auto& items = data->root().children;
    ASSERT_EQ(items.size(), 10U);
    const auto integer = [&](std::size_t i) { return data->at(items.at(i)).integer; };
    EXPECT_EQ(integer(0), -1);
    EXPECT_EQ(integer(1), 255);
    EXPECT_EQ(integer(2), 65535);
    EXPECT_EQ(integer(3), -(std::int64_t {1} << 31U));
    EXPECT_EQ(integer(4), std::int64_t {1} << 40U);
    EXPECT_EQ(integer(5), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(integer(6), std::numeric_limits<std::int64_t>::max()); // the nearest
    EXPECT_EQ(data->at(items.at(7)).number, 1.5);
    EXPECT_EQ(integer(8), 1);
    EXPECT_EQ(data->at(items.at(9)).kind, PickleKind::None);
}

TEST(PlainPickle, mayHoldItself)
{
    const std::string text = "\x80\x04]\x94h" + std::string(1, '\0') + "a.";
    const auto data = readPlainPickle(text);
    ASSERT_TRUE(data) << data.error();
    EXPECT_EQ(data->indexOf(data->root()), data->root().children.at(0));
}
