// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/report/documents.h"
#include "tests/support/german_locale.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace profiler;

namespace {

using Row = std::vector<std::string>;

/// RFC 4180.
std::vector<Row> parsed(const std::string& csv)
{
    std::vector<Row> rows(1, Row(1));
    bool quoted = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
            rows.back().back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            rows.back().emplace_back();
        } else if (!quoted && c == '\r' && i + 1 < csv.size() && csv[i + 1] == '\n') {
            ++i;
            if (i + 1 < csv.size())
                rows.emplace_back(1);
        } else {
            rows.back().back() += c;
        }
    }
    return rows;
}

std::size_t column(const Row& heading, const std::string& name)
{
    return static_cast<std::size_t>(
        std::find(heading.begin(), heading.end(), name) - heading.begin());
}

} // namespace

TEST(CompareCsv, EveryRowHasEveryColumn)
{
    recorded_example::ExampleOptions options;
    options.variants[1].failure = "it said \"no\", twice,\nand left";
    options.variants[2].ranEager = true;
    const auto rows = parsed(compareCsv(conclude(recorded_example::recordedExample(options))));
    ASSERT_EQ(rows.size(), 5U);
    for (const auto& row : rows)
        EXPECT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(rows[2][column(rows[0], "verdict")], "failed");
    EXPECT_EQ(rows[2][column(rows[0], "speedup")], "");
    EXPECT_EQ(rows[4][column(rows[0], "percentile_type")], "7");
}

TEST(CompareCsv, KeepsTheJudgedNumbersInTheCLocale)
{
    const auto result = conclude(recorded_example::recordedExample());
    const auto before = compareCsv(result);
    const tests::GermanLocale german;
    const auto rows = parsed(compareCsv(result));
    EXPECT_EQ(compareCsv(result), before);
    EXPECT_EQ(rows[3][column(rows[0], "p50_ns")],
        std::to_string(std::llround(*result.cases[0].variants[2].latency->median().ns)));
}

TEST(CallsCsv, HasOneRowForEachCall)
{
    const auto data = recorded_example::recordedExample();
    std::size_t calls = 0;
    for (const auto& process : data.processes)
        for (const auto& block : process.blocks)
            calls += block.wallNs.size();
    const auto rows = parsed(callsCsv(data));
    ASSERT_EQ(rows.size(), calls + 1);
    for (const auto& row : rows)
        ASSERT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(
        rows[1][column(rows[0], "wall_ns")], std::to_string(data.processes[0].blocks[0].wallNs[0]));
}
