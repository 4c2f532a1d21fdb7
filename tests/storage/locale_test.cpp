// SPDX-License-Identifier: Apache-2.0
#include "tests/storage/recorded_file.h"
#include "tests/storage/temporary_folder.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cstdio>
#include <locale>

using tests::TemporaryFolder;

namespace {

/// German numbers for streams, on every machine.
class CommaNumbers : public std::numpunct<char> {
protected:
    char do_decimal_point() const override { return ','; }

    char do_thousands_sep() const override { return '.'; }

    std::string do_grouping() const override { return "\3"; }
};

class GermanLocale {
public:
    GermanLocale()
        : m_before(std::locale::global(std::locale(std::locale(), new CommaNumbers)))
    {
        for (const auto* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
            if (std::setlocale(LC_ALL, name) != nullptr)
                break;
    }

    GermanLocale(const GermanLocale&) = delete;
    GermanLocale& operator=(const GermanLocale&) = delete;

    ~GermanLocale()
    {
        std::locale::global(m_before);
        std::setlocale(LC_ALL, "C");
    }

private:
    std::locale m_before;
};

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
        const GermanLocale german;
        const auto run = tests::recordedFile(folder / "german.fscope", 11);
        const auto loaded = storage::loadComparison(folder / "german.fscope");
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_EQ(loaded->processes, run.data.processes);
        EXPECT_EQ(loaded->plan, run.data.plan);
    }
    EXPECT_EQ(storedNumbers(folder / "german.fscope"), storedNumbers(folder / "plain.fscope"));
    EXPECT_EQ(storage::loadComparison(folder / "german.fscope")->processes, plain.data.processes);
}
