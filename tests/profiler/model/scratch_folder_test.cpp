// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/files/scratch_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace profiler {
namespace {

namespace fs = std::filesystem;

constexpr auto name = "test-of-fusescope";

fs::path written(const fs::path& file)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "text";
    return file;
}

TEST(ScratchFolder, IsRemovedWithWhatLiesInItAlsoAfterAnError)
{
    fs::path path;
    try {
        const ScratchFolder folder(name);
        path = folder.path();
        written(path / "deep" / "file");
        throw std::runtime_error("of the work in it");
    } catch (const std::runtime_error&) {
        EXPECT_FALSE(path.empty());
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, EndsWithWhoeverItIsHandedTo)
{
    ScratchFolder first(name);
    const auto path = first.path();
    {
        const ScratchFolder second(std::move(first));
        EXPECT_EQ(
            first.path(), ""); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
        EXPECT_TRUE(fs::exists(second.path()));
        EXPECT_EQ(second.path(), path);
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, RemovesNothingOutsideOfIt)
{
    const ScratchFolder around(name);
    const auto kept = written(around.path() / "kept" / "file");
    {
        const ScratchFolder folder(name, around.path());
        const auto own = written(folder.path() / "own" / "file");
        fs::create_directory_symlink(kept.parent_path(), folder.path() / "link");
        for (const auto& path : {kept, folder.path() / "link" / "file",
                 folder.path() / ".." / "kept" / "file", folder.path() / "..", folder.path(),
                 folder.path() / "own" / "..", fs::path("own"), fs::path()})
            folder.remove(path);
        EXPECT_TRUE(fs::exists(kept));
        EXPECT_TRUE(fs::exists(own));
        folder.remove(folder.path() / "link");
        EXPECT_FALSE(fs::is_symlink(folder.path() / "link"));
        folder.remove(own.parent_path());
        EXPECT_FALSE(fs::exists(own.parent_path()));
        fs::create_directory_symlink(kept.parent_path(), folder.path() / "link");
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(around.path()), fs::directory_iterator()), 1);
    EXPECT_TRUE(fs::exists(kept));
}

TEST(ScratchFolder, TellsWhyItIsNotThere)
{
    const ScratchFolder folder(name, "/nowhere");
    EXPECT_EQ(folder.path(), "");
    EXPECT_EQ(folder.error(), std::errc::no_such_file_or_directory);
}

} // namespace
} // namespace profiler
