// SPDX-License-Identifier: GPL-3.0-or-later
// Ten thousand comparisons in the window: the page Runs with its list, the page Suite from its file
// to painted rows, and its table once all are judged. Reading the list alone is what
// many_comparisons measures.
#include "profiler/judge/suite/suite.h"
#include "profiler/model/case.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/support/limited_time.h"
#include "tests/support/many_comparisons.h"
#include "tests/support/temporary_folder.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/suite/suite_page.h"
#include "ui/pages/suite/suite_table.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr int comparisons = 10'000;
constexpr double mostSeconds = 1;

bool allGood = true;

template <typename Work>
void measure(const char* name, Work work)
{
    allGood = tests::keepsWithin(mostSeconds, name, work) && allGood;
}

std::vector<storage::ComparisonSummary> manySummaries()
{
    std::vector<storage::ComparisonSummary> summaries;
    for (int i = comparisons; i > 0; --i)
        summaries.push_back({.info = {.id = {i},
                                 .name = "model " + std::to_string(i),
                                 .started = {i * std::int64_t {1'000'000'000}},
                                 .ended = profiler::UtcTime {i * std::int64_t {1'000'000'000} + 1},
                                 .status = profiler::ComparisonStatus::Complete},
            .workload = "torchvision:resnet" + std::to_string(i % 50),
            .device = "AMD EPYC",
            .torch = "2.11.0",
            .cases = {"b8"},
            .variants = {"eager", "default"},
            .tags = {"night"},
            .suite = "night"});
    return summaries;
}

std::vector<profiler::SuiteRow> manyRows()
{
    std::vector<profiler::SuiteRow> rows;
    for (int i = 0; i < comparisons; ++i) {
        profiler::SuiteRow row {.id = {i + 1},
            .model = "model " + std::to_string(i),
            .caseName = "b8",
            .device = "AMD EPYC",
            .dtype = "float32",
            .family = {"vision_cnn", profiler::FamilySource::Name, "resnet"},
            .batch = 8,
            .baseline = "eager",
            .baselineNs = 1e6 + i};
        for (const auto* variant : {"default", "max-autotune"}) {
            const double ratio = 0.8 + i % 100 * 0.01;
            row.cells.push_back({.variant = variant,
                .verdict = ratio > 1 ? profiler::Verdict::Faster : profiler::Verdict::Slower,
                .speedUp = profiler::Interval {ratio, ratio * 0.95, ratio * 1.05},
                .medianNs = 1e6,
                .compileNs = 9e9,
                .memoryBytes = 1 << 28,
                .breaks = 0,
                .recompiles = 0});
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// From its file to rows that can be read, each with its model and what it waits for.
void measurePage(const ui::Theme& theme)
{
    const tests::TemporaryFolder folder;
    const auto file = folder / "many.fscope";
    if (const auto made = recorded_example::makeManyComparisons(folder.path(), file, comparisons);
        !made) {
        std::fprintf(stderr, "many_rows: %s\n", made.error().message.c_str());
        allGood = false;
        return;
    }
    ui::SuitePage page(theme);
    page.resize(1400, 900);
    page.show();
    measure("page Suite of a file of 10 000, rows on the screen", [&] {
        page.setFile(QString::fromStdString(file.string()));
        while (page.models().suiteModel().rowCount() < comparisons)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        static_cast<void>(page.grab());
    });
    const auto judged = [&] {
        const auto& model = page.models().suiteModel();
        return model.suiteRow(0) != nullptr && model.suiteRow(0)->judged;
    };
    measure("its first row judged after that", [&] {
        while (!judged())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    });
    measure("leaving it while it judges", [&] {
        page.hide();
        ui::jobThreads().waitForDone();
    });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const ui::Theme theme(ui::ThemeChoice::Dark);
    ui::RunsPage runs(theme);
    runs.resize(1400, 900);
    runs.show();
    const auto summaries = manySummaries();
    measure("page Runs with 10 000 comparisons", [&] {
        runs.showRuns(summaries, QStringLiteral("/nowhere/many.fscope"));
        static_cast<void>(runs.grab());
    });
    measurePage(theme);
    std::shared_ptr<const profiler::SuiteResult> suite;
    measure("10 000 judged recordings put beside each other", [&] {
        suite = std::make_shared<const profiler::SuiteResult>(
            profiler::suiteResult("night", manyRows()));
    });
    ui::SuiteTable table(theme);
    table.resize(1200, 700);
    table.setMostRows(24);
    table.show();
    measure("table of page Suite with 10 000 rows", [&] {
        table.showSuite(suite);
        static_cast<void>(table.grab());
    });
    measure("the same sorted by a ratio", [&] {
        table.sortByColumn(4, Qt::DescendingOrder);
        static_cast<void>(table.grab());
    });
    return allGood ? 0 : 1;
}
