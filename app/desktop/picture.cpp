// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/picture.h"

#include "ui/export/html_report.h"
#include "ui/frame/main_window.h"

#include <QApplication>
#include <QTimer>

#include <chrono>

namespace desktop {

namespace {

constexpr int failed = 1;
constexpr int badInput = 2;

int grabPage(QApplication& application, ui::MainWindow& window, const std::filesystem::path& file)
{
    bool saved = false;
    // Charts draw in the event loop's first turns; a moment later everything stands.
    QTimer::singleShot(std::chrono::milliseconds(200), &window, [&] {
        saved = window.grab().save(QString::fromStdString(file.string()), "PNG");
        application.quit();
    });
    QApplication::exec();
    if (saved)
        return 0;
    complain("the picture cannot be written to " + file.string()
        + "; choose a place that can be written");
    return badInput;
}

} // namespace

int writeFiles(QApplication& application, ui::Theme& theme, const Options& options)
{
    const auto comparison = ui::readComparison(*options.file, options.selector);
    if (!comparison) {
        complain(comparison.error().message);
        return comparison.error().kind == profiler::ErrorKind::Failed ? failed : badInput;
    }
    if (options.report) {
        const auto written
            = ui::writeHtmlReport(**comparison, QString::fromStdString(options.report->string()));
        if (!written) {
            complain(written.error().message);
            return badInput;
        }
    }
    if (!options.grab)
        return 0;
    const auto runs = storage::listComparisons(*options.file);
    ui::MainWindow window(theme, nullptr);
    window.resize(options.size);
    const QString name = QString::fromStdString(options.file->string());
    if (runs)
        window.showRuns(*runs, name);
    window.showComparison(*comparison, name);
    window.showPage(options.page.value_or(ui::PageId::Overview));
    window.show();
    return grabPage(application, window, *options.grab);
}

} // namespace desktop
