// SPDX-License-Identifier: Apache-2.0
#include "tests/storage/recorded_file.h"
#include "tests/support/german_locale.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

using tests::TemporaryFolder;

namespace {

std::string storedNumbers(const std::filesystem::path& file)
{
    return tests::queried(file,
        "SELECT (SELECT group_concat(quote(max_abs)) FROM numerics) || (SELECT "
        "group_concat(quote(power_watts)) FROM block) || (SELECT plan_json FROM comparison)");
}

} // namespace

TEST(Locale, DoesNotChangeWhatIsWritten)
{
    const TemporaryFolder folder;
    const auto plain = tests::recordedFile(folder / "plain.fscope", 11);
    {
        const tests::GermanLocale german;
        const auto run = tests::recordedFile(folder / "german.fscope", 11);
        const auto loaded = storage::loadComparison(folder / "german.fscope");
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_EQ(loaded->processes, run.data.processes);
        EXPECT_EQ(loaded->plan, run.data.plan);
    }
    EXPECT_EQ(storedNumbers(folder / "german.fscope"), storedNumbers(folder / "plain.fscope"));
    EXPECT_EQ(storage::loadComparison(folder / "german.fscope")->processes, plain.data.processes);
}
