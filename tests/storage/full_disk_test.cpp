// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_writer.h"
#include "tests/storage/journals.h"
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <iostream>
#include <random>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace profiler;
using storage::JournalMode;
using tests::TemporaryFolder;

namespace {

enum ChildExit { Passed = 0, Wrong = 1, Refused = 2, NotPossibleHere = 77 };

template <typename Function>
int exitOfChild(Function&& function)
{
    const auto child = fork();
    if (child == 0)
        _exit(function());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : Wrong;
}

CallBlock bulkyBlock(int number)
{
    std::mt19937_64 engine(static_cast<std::uint64_t>(number));
    CallBlock block {.order = number};
    for (int i = 0; i < 2000; ++i)
        block.wallNs.push_back(static_cast<std::int64_t>(engine() >> 1U));
    return block;
}

int wrong(const std::string& what)
{
    std::cerr << what << '\n';
    return Wrong;
}

/// Records until something is refused; then the file must hold every flush that was not.
int recordUntilRefused(const std::filesystem::path& file, JournalMode mode)
{
    auto writer = storage::RunWriter::open(file, mode);
    if (!writer)
        return wrong(writer.error().message);
    auto run = tests::randomRun(1);
    const auto id = (*writer)->beginComparison(run.data.info, run.data.plan);
    const auto process = (*writer)->beginProcess({});
    if (!id || !process)
        return wrong("the recording did not begin");
    std::size_t flushed = 0;
    Result<void> written;
    for (; flushed < 10'000; ++flushed) {
        written = (*writer)->add(*process, bulkyBlock(static_cast<int>(flushed))).and_then([&] {
            return (*writer)->flush();
        });
        if (!written)
            break;
    }
    if (written || written.error().kind != ErrorKind::Unavailable)
        return wrong("not refused as it should");
    std::cerr << "refused: " << written.error().message << '\n';
    const auto again = (*writer)->add(*process, bulkyBlock(0));
    if (again || again.error() != written.error())
        return wrong("taken again after a failure");
    if ((*writer)->endComparison(ComparisonStatus::Complete, "done"))
        return wrong("ended as if nothing had happened");
    writer->reset();

    const auto data = storage::loadComparison(file);
    if (!data)
        return wrong(data.error().message);
    if (data->info.status != ComparisonStatus::Partial)
        return wrong("not partial");
    const auto& blocks = data->processes.at(0).blocks;
    if (blocks.size() != flushed)
        return wrong(std::to_string(blocks.size()) + " blocks of " + std::to_string(flushed));
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i] != bulkyBlock(static_cast<int>(i)))
            return wrong("a block changed");
    return Passed;
}

int limitFileSize()
{
    struct sigaction ignore { };

    ignore.sa_handler = SIG_IGN;
    const rlimit limit {.rlim_cur = 2'000'000, .rlim_max = 2'000'000};
    return sigaction(SIGXFSZ, &ignore, nullptr) == 0 && setrlimit(RLIMIT_FSIZE, &limit) == 0
        ? Passed
        : NotPossibleHere;
}

int mountSmallDisk(const std::filesystem::path& at, const char* size = "size=2m")
{
    const auto flags = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
    return unshare(flags) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
            && mount("none", at.c_str(), "tmpfs", 0, size) == 0
        ? Passed
        : NotPossibleHere;
}

/// Leaves `bytes` of the disk that holds `filler`.
bool fillUpTo(const std::filesystem::path& filler, std::uintmax_t bytes)
{
    std::filesystem::remove(filler);
    const auto left = std::filesystem::space(filler.parent_path()).available;
    if (left <= bytes)
        return false;
    tests::writeBytes(filler, std::string(left - bytes, 'x'));
    return std::filesystem::space(filler.parent_path()).available <= bytes;
}

/// Adds a comparison to a file on a disk with `left` bytes; whatever becomes of it, the one that
/// was there is unharmed, and nothing stays beside the file once there is space.
int addWithLittleSpace(const std::filesystem::path& folder, std::uintmax_t left)
{
    const auto file = folder / "run.fscope";
    std::filesystem::remove(file);
    tests::recordedFile(file, 1, {.processes = 1});
    const auto before = storage::loadComparison(file, "1");
    if (!before || !fillUpTo(folder / "filler", left))
        return wrong("the disk cannot be filled");
    const auto added = storage::storeCopy(file, *before, {});
    if (!added
        && (added.error().kind != ErrorKind::Unavailable
            || added.error().message.find("no space is left") == std::string::npos))
        return wrong(added.error().message);
    if (storage::loadComparison(file, "1") != before)
        return wrong("the comparison that was there changed");
    std::filesystem::remove(folder / "filler");
    const auto list = storage::listComparisons(file);
    if (!list || list->size() > 2)
        return wrong("it cannot be listed");
    for (const auto& each : *list)
        if (each.info.id.value != 1
            && (each.info.status == ComparisonStatus::Complete) != added.has_value())
            return wrong(
                (added ? "added, but listed with status "
                       : "refused (" + added.error().message + "), but listed with status ")
                + std::to_string(static_cast<int>(each.info.status)));
    if (tests::namesIn(folder) != "run.fscope")
        return wrong("beside the file stays " + tests::namesIn(folder));
    return added ? Passed : Refused;
}

/// From a full disk to one with room enough.
int addWithMoreAndMoreSpace(const std::filesystem::path& folder)
{
    constexpr std::uintmax_t step = 4 * 1024; // a page of the file
    int refused = 0;
    for (std::uintmax_t left = 0; left < 400 * 1024; left += step) {
        const auto exit = addWithLittleSpace(folder, left);
        if (exit != Passed && exit != Refused)
            return wrong("with " + std::to_string(left) + " bytes left");
        refused += exit == Refused ? 1 : 0;
    }
    return refused > 2 ? Passed : wrong("nothing was refused");
}

/// A file that cannot be made is not there afterwards, not even empty.
int makeOnAFullDisk(const std::filesystem::path& folder)
{
    if (!fillUpTo(folder / "filler", 0))
        return wrong("the disk cannot be filled");
    const auto sink = storage::openForRecording(folder / "run.fscope");
    if (sink || sink.error().message.find("no space is left") == std::string::npos)
        return wrong("not refused as it should");
    return tests::namesIn(folder) == "filler" ? Passed : wrong(tests::namesIn(folder));
}

} // namespace

class FullDisk : public tests::EachJournal { };

INSTANTIATE_TEST_SUITE_P(Journals, FullDisk, FullDisk::modes(), FullDisk::nameOf);

TEST_P(FullDisk, KeepsWhatWasFlushed)
{
    const TemporaryFolder folder;
    const auto exit = exitOfChild([&]() -> int {
        if (const auto mounted = mountSmallDisk(folder.path()); mounted != Passed)
            return mounted;
        return recordUntilRefused(folder / "run.fscope", GetParam());
    });
    if (exit == NotPossibleHere)
        GTEST_SKIP() << "no right to mount a small disk";
    EXPECT_EQ(exit, Passed);
}

TEST_P(FullDisk, OrALimitOfFileSizeKeepsWhatWasFlushed)
{
    const TemporaryFolder folder;
    EXPECT_EQ(exitOfChild([&]() -> int {
        if (const auto limited = limitFileSize(); limited != Passed)
            return limited;
        return recordUntilRefused(folder / "run.fscope", GetParam());
    }),
        Passed);
}

class SmallDisk : public testing::TestWithParam<int (*)(const std::filesystem::path&)> { };

INSTANTIATE_TEST_SUITE_P(Uses, SmallDisk,
    testing::Values(&addWithMoreAndMoreSpace, &makeOnAFullDisk), [](const auto& use) {
        return use.index == 0 ? "LeavesAFileUnharmedThatIsAddedTo" : "LeavesNoEmptyFile";
    });

TEST_P(SmallDisk, InWords)
{
    const TemporaryFolder folder;
    const auto exit = exitOfChild([&]() -> int {
        if (const auto mounted = mountSmallDisk(folder.path(), "size=6m"); mounted != Passed)
            return mounted;
        return GetParam()(folder.path());
    });
    if (exit == NotPossibleHere)
        GTEST_SKIP() << "no right to mount a small disk";
    EXPECT_EQ(exit, Passed);
}
