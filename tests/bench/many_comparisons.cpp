// SPDX-License-Identifier: Apache-2.0
// A file with ten thousand comparisons: what a list, the page Runs and the page Suite ask first.
// The limit of a second is for each of them.
#include "tests/support/many_comparisons.h"

#include "storage/file/run_database.h"
#include "storage/suite/suite_reader.h"
#include "tests/support/limited_time.h"
#include "tests/support/temporary_folder.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

using namespace profiler;

namespace {

constexpr int comparisons = 10'000;
constexpr double mostSeconds = 1;

bool allGood = true;

[[noreturn]] void stop(const Error& error)
{
    std::fprintf(stderr, "many_comparisons: %s\n", error.message.c_str());
    std::exit(1); // NOLINT(concurrency-mt-unsafe): there is one thread
}

template <typename Work>
void measure(const char* name, Work work)
{
    allGood = tests::keepsWithin(mostSeconds, name, work) && allGood;
}

} // namespace

int main()
{
    const tests::TemporaryFolder folder;
    const auto file = folder / "many.fscope";
    const auto begun = std::chrono::steady_clock::now();
    if (const auto made = recorded_example::makeManyComparisons(folder.path(), file, comparisons);
        !made)
        stop(made.error());
    std::fprintf(stderr, "merged in %.1f s\n",
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    measure("list of 10 000 comparisons", [&] {
        const auto listed = storage::listComparisons(file);
        if (!listed)
            stop(listed.error());
        if (listed->size() != comparisons)
            stop({ErrorKind::Failed, fmt::format("{} are listed", listed->size())});
    });
    measure("the newest of 10 000, loaded", [&] {
        if (const auto loaded = storage::loadComparison(file); !loaded)
            stop(loaded.error());
    });
    measure("rows of a suite of 10 000, before any is judged", [&] {
        const auto listing = storage::listSuite(file);
        if (!listing)
            stop(listing.error());
        if (listing->recordings.size() != comparisons)
            stop({ErrorKind::Failed, fmt::format("{} are listed", listing->recordings.size())});
    });
    measure("recordings of a suite of 10 000", [&] {
        if (const auto recordings = storage::suiteRecordings(file, "night"); !recordings)
            stop(recordings.error());
    });
    return allGood ? 0 : 1;
}
