// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/output_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <zlib.h>

using namespace cli;
using Packing = OutputFile::Packing;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {

class Output : public ::testing::Test {
protected:
    const tests::TemporaryFolder m_folder;
};

std::string unpacked(const std::filesystem::path& path)
{
    std::array<char, 64> bytes {};
    auto* const file = gzopen(path.c_str(), "rb");
    const int count = gzread(file, bytes.data(), bytes.size());
    gzclose(file);
    return {bytes.data(), static_cast<std::size_t>(std::max(count, 0))};
}

} // namespace

TEST_F(Output, IsPackedWhereItsNameSaysSo)
{
    for (const auto* name : {"a.json", "a.json.gz"}) {
        const auto path = m_folder / name;
        auto file = OutputFile::open(path, packingOf(path));
        ASSERT_TRUE(file.has_value());
        EXPECT_TRUE(file->write("one, "));
        EXPECT_TRUE(file->write("two"));
        EXPECT_FALSE(std::filesystem::exists(path)) << "before it is whole";
        ASSERT_TRUE(file->finish().has_value());
        EXPECT_EQ(unpacked(path), "one, two");
    }
    EXPECT_EQ(readFile(m_folder / "a.json").value(), "one, two");
    EXPECT_THAT(readFile(m_folder / "a.json.gz").value(), StartsWith("\x1f\x8b"));
}

TEST_F(Output, LeavesNothingWhereItIsNotFinished)
{
    const auto path = m_folder / "a.json";
    std::ofstream(path) << "before";
    {
        auto file = OutputFile::open(path, Packing::None);
        ASSERT_TRUE(file.has_value());
        EXPECT_TRUE(file->write("after"));
    }
    EXPECT_EQ(readFile(path).value(), "before");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_folder.path()), {}), 1);
}

TEST_F(Output, AFullDiskIsToldAtTheLatestAtTheEnd)
{
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full here";
    for (const auto packing : {Packing::None, Packing::Gzip}) {
        auto file = OutputFile::open("/dev/full", packing);
        ASSERT_TRUE(file.has_value());
        static_cast<void>(file->write(std::string(1 << 20, 'x')));
        const auto finished = file->finish();
        ASSERT_FALSE(finished.has_value());
        EXPECT_THAT(finished.error().message, HasSubstr("/dev/full: No space left on device"));
    }
}
