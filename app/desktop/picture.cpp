// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/picture.h"

#include "ui/export/report_files.h"
#include "ui/pages/page.h"
#include "ui/window/main_window.h"
#include "ui/window/workspace/page_stack.h"

#include <QApplication>
#include <QTimer>

#include <chrono>
#include <utility>

namespace desktop {

namespace {

constexpr int failed = 1;
constexpr int badInput = 2;

/// Takes the picture as soon as the page stands.
class Photographer : public QObject {
public:
    Photographer(ui::MainWindow& window, std::filesystem::path file)
        : m_window(window)
        , m_file(std::move(file))
    {
        connect(&m_timer, &QTimer::timeout, this, &Photographer::look);
        m_timer.start(std::chrono::milliseconds(100));
    }

    [[nodiscard]] bool saved() const { return m_saved; }

private:
    void look()
    {
        const ui::Page* page = m_window.pages().currentPage();
        const bool ready = m_window.isSettled() && (page == nullptr || page->isReady());
        // One more turn after a page is ready: charts draw in it.
        if (!ready || !std::exchange(m_wasReady, true))
            return;
        m_timer.stop();
        m_saved = m_window.grab().save(QString::fromStdString(m_file.string()), "PNG");
        QApplication::quit();
    }

    ui::MainWindow& m_window;
    std::filesystem::path m_file;
    QTimer m_timer;
    bool m_wasReady = false;
    bool m_saved = false;
};

int grabPage(ui::MainWindow& window, const std::filesystem::path& file)
{
    const Photographer photographer(window, file);
    QApplication::exec();
    if (photographer.saved())
        return 0;
    complain("the picture cannot be written to " + file.string()
        + "; choose a place that can be written");
    return badInput;
}

/// Light unless asked.
ui::ReportWish reportWish(const Options& options, const Place& place)
{
    ui::ReportWish wish {.slide = options.slide};
    wish.options.kind = options.reportTemplate;
    wish.options.file = place.file.string();
    if (options.theme == ui::ThemeChoice::Dark)
        wish.options.theme = profiler::ReportTheme::Dark;
    return wish;
}

} // namespace

int writeFiles(ui::Theme& theme, const Options& options, const Place& place)
{
    const auto comparison = ui::readComparison(place.file, place.selector);
    if (!comparison) {
        complain(comparison.error().message);
        return comparison.error().kind == profiler::ErrorKind::Failed ? failed : badInput;
    }
    if (options.report) {
        const auto written = ui::saveReport(**comparison, reportWish(options, place),
            QString::fromStdString(options.report->string()));
        if (!written) {
            complain(written.error().message);
            return badInput;
        }
    }
    if (!options.grab)
        return 0;
    const auto runs = storage::listComparisons(place.file);
    ui::MainWindow window(theme, nullptr);
    window.resize(options.size);
    const QString name = QString::fromStdString(place.file.string());
    if (runs)
        window.control().files.showRuns(*runs, name);
    window.control().files.showComparison(*comparison, name);
    window.control().files.showPlace(place.figure);
    window.show();
    return grabPage(window, *options.grab);
}

} // namespace desktop
