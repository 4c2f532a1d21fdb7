// SPDX-License-Identifier: Apache-2.0
#include "profiler/spool/spool_writer.h"
#include "profiler/spool/trace_spool_reader.h"
#include "tests/support/file_limit.h"
#include "tests/support/made_losses.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

namespace {

namespace fs = std::filesystem;
namespace spool = profiler::spool;

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A path of its own, gone afterwards.
class SpoolFile : public testing::Test {
protected:
    [[nodiscard]] const fs::path& path() const { return m_path; }

    [[nodiscard]] std::vector<char> bytes() const
    {
        std::ifstream stream(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    void setBytes(const std::vector<char>& bytes, std::size_t count) const
    {
        std::ofstream stream(m_path, std::ios::binary | std::ios::trunc);
        stream.write(bytes.data(), static_cast<std::streamsize>(count));
    }

private:
    tests::TemporaryFolder m_folder;
    fs::path m_path = m_folder / "trace";
};

profiler::OperatorColumns operators()
{
    return {.startNs = {1'700'000'000'000'000'000, 1'700'000'000'000'000'500},
        .durationNs = {900, 0},
        .name = {1, 2},
        .thread = {41, 41},
        .kind = {0, 6},
        .sequence = {-1, 7},
        .place = {0, 1}};
}

profiler::KernelColumns kernels()
{
    return {.startNs = {5},
        .durationNs = {6},
        .name = {2},
        .correlation = {-1},
        .device = {0},
        .context = {1},
        .stream = {7},
        .shape = {1},
        .graph = {3},
        .node = {std::int64_t {1} << 40},
        .flags = {profiler::kernel_flags::noLaunch}};
}

std::vector<spool::SpoolEntry> everyTable()
{
    using profiler::TraceChunk;
    return {
        TraceChunk(profiler::TraceNames {{.id = 1, .text = "aten::add"}, {.id = 2, .text = ""}}),
        TraceChunk(profiler::TracePlaces {
            {.id = 1, .file = "net.py", .line = 12, .function = "forward", .module = "a.b"}}),
        TraceChunk(profiler::LaunchShapes {{.id = 1,
            .grid = {std::int64_t {1} << 31, 2, 3},
            .block = {1024, 1, 1},
            .cluster = {2, 1, 1},
            .registers = 255,
            .staticSharedBytes = 48,
            .dynamicSharedBytes = 164 << 10,
            .localBytes = 8}}),
        TraceChunk(operators()), TraceChunk(kernels()),
        TraceChunk(profiler::ApiColumns {.startNs = {1},
            .durationNs = {2},
            .name = {1},
            .thread = {3},
            .correlation = {4},
            .result = {700}}),
        TraceChunk(profiler::CopyColumns {.startNs = {1},
            .durationNs = {2},
            .kind = {6},
            .bytes = {std::int64_t {1} << 33},
            .correlation = {3},
            .device = {1},
            .context = {1},
            .stream = {7},
            .graph = {0},
            .node = {0},
            .flags = {0}}),
        TraceChunk(
            profiler::CounterColumns {.timeNs = {1, 2}, .series = {1, 1}, .value = {0.5, 1e9}}),
        spool::TraceCalls {{.startNs = 1, .endNs = 2}, {.startNs = 3, .endNs = 4}},
        tests::madeLosses()};
}

int writeEntry(spool::SpoolWriter& writer, const spool::SpoolEntry& entry)
{
    if (const auto* chunk = std::get_if<profiler::TraceChunk>(&entry))
        return writer.write(*chunk);
    if (const auto* calls = std::get_if<spool::TraceCalls>(&entry))
        return writer.writeCalls(*calls);
    return writer.writeLosses(std::get<profiler::TraceLosses>(entry));
}

/// Where each entry ends in the file.
std::vector<std::uint64_t> writeAll(const fs::path& path)
{
    spool::SpoolWriter writer;
    EXPECT_EQ(writer.open(path.c_str()), 0);
    std::vector<std::uint64_t> ends;
    for (const auto& entry : everyTable()) {
        EXPECT_EQ(writeEntry(writer, entry), 0);
        ends.push_back(writer.bytesWritten());
    }
    return ends;
}

struct Read {
    std::vector<spool::SpoolEntry> entries;
    std::string fault;
};

Read readAll(const fs::path& path)
{
    auto reader = spool::TraceSpoolReader::open(path);
    if (!reader)
        return {.entries = {}, .fault = reader.error().message};
    Read read;
    while (auto entry = reader->next())
        read.entries.push_back(std::move(*entry));
    read.fault = reader->fault();
    return read;
}

TEST_F(SpoolFile, GivesBackEveryTableAsItWasWritten)
{
    writeAll(path());
    const auto read = readAll(path());
    EXPECT_THAT(read.fault, IsEmpty());
    EXPECT_TRUE(read.entries == everyTable());
}

TEST_F(SpoolFile, CutAtAnyByteGivesWhatWasWholeBeforeIt)
{
    const auto ends = writeAll(path());
    const auto whole = bytes();
    const auto entries = everyTable();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        setBytes(whole, size);
        const auto read = readAll(path());
        std::size_t expected = 0;
        while (expected < ends.size() && ends[expected] <= size)
            ++expected;
        ASSERT_EQ(read.entries.size(), expected) << "cut at byte " << size;
        const bool between
            = size == spool::magic.size() || (expected > 0 && ends[expected - 1] == size);
        ASSERT_EQ(read.fault.empty(), between) << "cut at byte " << size << ": " << read.fault;
        ASSERT_TRUE(std::equal(read.entries.begin(), read.entries.end(), entries.begin()));
    }
}

TEST_F(SpoolFile, NamesAFlippedBitWhereverItIs)
{
    writeAll(path());
    const auto whole = bytes();
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same bits every time
    for (int i = 0; i < 500; ++i) {
        auto damaged = whole;
        const auto at = random() % damaged.size();
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
        setBytes(damaged, damaged.size());
        const auto read = readAll(path());
        EXPECT_FALSE(read.fault.empty()) << "byte " << at;
    }
}

TEST_F(SpoolFile, TakesNoMemoryForASizeThatTheFileDoesNotHave)
{
    writeAll(path());
    auto damaged = bytes();
    const std::uint64_t huge = spool::mostPayloadBytes;
    std::memcpy(damaged.data() + spool::magic.size() + 16, &huge, sizeof(huge));
    setBytes(damaged, damaged.size());
    const auto read = readAll(path());
    EXPECT_THAT(read.entries, IsEmpty());
    EXPECT_THAT(read.fault, HasSubstr("in the middle of chunk 1"));
}

TEST_F(SpoolFile, PassesOverATableOfALaterVersion)
{
    writeAll(path());
    auto later = bytes();
    spool::ChunkHeader header;
    std::memcpy(&header, later.data() + spool::magic.size(), spool::headerBytes);
    const auto* payload = reinterpret_cast<const std::uint8_t*>(later.data()) + spool::magic.size()
        + spool::headerBytes;
    header.table = static_cast<spool::Table>(99);
    header.sum = spool::checksum(header.table, header.rows, {payload, header.bytes});
    std::memcpy(later.data() + spool::magic.size(), &header, spool::headerBytes);
    setBytes(later, later.size());
    const auto read = readAll(path());
    EXPECT_THAT(read.fault, IsEmpty());
    EXPECT_EQ(read.entries.size(), everyTable().size() - 1);
}

TEST_F(SpoolFile, RefusesWhatIsNoSpoolFile)
{
    EXPECT_THAT(readAll(path()).fault, HasSubstr("the times stand")) << "not there";
    setBytes(std::vector<char>(100, 'x'), 100);
    EXPECT_THAT(readAll(path()).fault, HasSubstr("the times stand"));
    EXPECT_THAT(readAll(fs::temp_directory_path()).fault, HasSubstr("the times stand"));
}

TEST_F(SpoolFile, AFullDiskLeavesWhatWasWholeAndNothingElse)
{
    const auto ends = writeAll(path());
    spool::SpoolWriter writer;
    int failure = 0;
    {
        const tests::FileLimit limit(ends[3] + 10); // in the middle of the fifth chunk
        ASSERT_EQ(writer.open(path().c_str()), 0);
        for (const auto& entry : everyTable())
            failure = writeEntry(writer, entry);
    }
    EXPECT_EQ(failure, EFBIG);
    EXPECT_EQ(fs::file_size(path()), ends[3]);
    const auto read = readAll(path());
    EXPECT_THAT(read.fault, IsEmpty());
    EXPECT_EQ(read.entries.size(), 4U);
}

} // namespace
