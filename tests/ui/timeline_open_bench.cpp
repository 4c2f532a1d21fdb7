// SPDX-License-Identifier: GPL-3.0-or-later
// From a stored comparison to its timeline on the screen: two runs of five million kernels each,
// read from a file, built and painted once. Causes of idle times come later and are told beside.
#include "profiler/model/finding.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/bench/made_replays.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/theme/fonts.h"

#include <QApplication>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int tries = 3;
constexpr std::size_t kernelsOfRun = 5'000'000;
constexpr double mostOpenSeconds = 1.5;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

template <typename T>
T taken(profiler::Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "timeline_open: %s\n", result.error().message.c_str());
        std::exit(1); // NOLINT(concurrency-mt-unsafe): there is one thread
    }
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

void store(profiler::RecordSink& sink, int variant, const made_replays::Trace& trace)
{
    const auto process
        = taken(sink.beginProcess({.kind = profiler::ProcessKind::Trace, .variant = variant}));
    const auto index = taken(sink.beginTrace(process, {}));
    const auto& rows = trace.rows;
    taken(sink.addTraceChunk(index, rows.names));
    taken(sink.addTraceChunk(index, rows.kernels));
    taken(sink.addTraceChunk(index, rows.copies));
    taken(sink.addTraceChunk(index, rows.apis));
    taken(sink.addTraceChunk(index, rows.operators));
    taken(sink.endTrace(index, {.calls = trace.calls, .ended = true}));
    taken(sink.endProcess(process, {}));
}

void storeComparison(const std::string& file)
{
    auto sink = taken(storage::openForRecording(file));
    taken(sink->beginComparison({},
        {.cases = {{}},
            .variants
            = {{.name = "eager"}, {.name = "default", .kind = profiler::VariantKind::Compiled}}}));
    const auto trace = made_replays::wholeTrace(kernelsOfRun);
    store(*sink, 0, trace);
    store(*sink, 1, trace);
    taken(sink->endComparison(profiler::ComparisonStatus::Complete, "done"));
}

/// Until a frame that shows runs was painted; then how long the rest took.
double openSeconds(const QString& file, const ui::Theme& theme)
{
    const auto start = Clock::now();
    ui::ComparisonView view;
    view.file = file;
    view.comparison = ui::judged(taken(storage::loadComparison(file.toStdString())));
    view.focus = 1;
    ui::TimelinePage page(theme);
    page.resize(1920, 1000);
    page.show();
    page.showView(view);
    const auto& canvas = page.canvas();
    while (canvas.runs().empty())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    (void)page.grab();
    const auto took = secondsSince(start);
    if (canvas.runs().size() != 2 || canvas.runs()[1].tracks == nullptr) {
        std::fprintf(stderr, "timeline_open: there is no timeline\n");
        std::exit(1); // NOLINT(concurrency-mt-unsafe): other threads only compute
    }
    while (!page.isReady())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::fprintf(
        stderr, "shown after %.2f s, with causes after %.2f s\n", took, secondsSince(start));
    return took;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    ui::loadFonts();
    const ui::Theme theme(ui::ThemeChoice::Dark);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("run.fscope"));
    storeComparison(file.toStdString());
    double open = 1e9;
    for (int i = 0; i < tries; ++i)
        open = std::min(open, openSeconds(file, theme));
    const bool ok = open <= mostOpenSeconds;
    std::printf("%-28s %12.4g %12.4g %s\n", "open_ten_million_s", open, mostOpenSeconds,
        ok ? "ok" : "FAIL");
    return ok ? 0 : 1;
}
