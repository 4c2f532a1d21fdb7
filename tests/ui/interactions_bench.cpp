// SPDX-License-Identifier: GPL-3.0-or-later
// No interaction blocks the interface thread: every page of a large comparison is opened, stepped
// through, hovered, zoomed and resized, and the longest turn of the event loop is what counts.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"
#include "ui/comparison/process_setup.h"
#include "ui/figure/document_menu.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/workspace/page_stack.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QProcess>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr double mostBlockMs = 16;
constexpr double mostSwitchMs = 100;
constexpr double mostMemoryMb = 300;
constexpr int repeats = 3;
constexpr int mostRepeats = 8; ///< while over the limit: others on the machine only ever add

/// Time of this thread, which other programs on the machine do not lengthen.
double threadMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Knows the longest turn of the event loop, by the thread's own time and by the clock.
class Watched : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_inside)
            return QApplication::notify(receiver, event);
        m_inside = true;
        const std::string who = std::string(receiver->metaObject()->className()) + " event "
            + std::to_string(event->type());
        QElapsedTimer clock;
        clock.start();
        const double before = threadMs();
        const bool handled = QApplication::notify(receiver, event);
        const double took = threadMs() - before;
        const double wall = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        if (took > m_longest) {
            m_longest = took;
            m_who = who;
        }
        m_longestWall = std::max(m_longestWall, wall);
        m_inside = false;
        return handled;
    }

    struct Longest {
        double ms = 0;
        double wallMs = 0;
        std::string who;
    };

    Longest take()
    {
        Longest longest {m_longest, m_longestWall, m_who};
        m_longest = m_longestWall = 0;
        m_who.clear();
        return longest;
    }

private:
    bool m_inside = false;
    double m_longest = 0;
    double m_longestWall = 0;
    std::string m_who;
};

/// 8 variants × 12 cases × 15 processes × 1 000 calls, and one case of 100 000.
recorded_example::ExampleOptions largeExample()
{
    recorded_example::ExampleOptions options {.variants = recorded_example::exampleVariants(8),
        .cases = {},
        .repetitions = 15,
        .rounds = 50,
        .callsPerBlock = 20};
    options.variants.at(1).graphBreaks = 6;
    options.variants.at(1).recompiles = 3;
    for (int i = 0; i < 12; ++i)
        options.cases.push_back({.name = "case" + std::to_string(i),
            .eagerMs = 4.0 + i,
            .batch = 8 + 4 * i,
            .callsPerBlock = i == 11 ? 134 : 0});
    return options;
}

int makeFile(const char* file)
{
    const auto data = recorded_example::recordedExample(largeExample());
    const auto sink = storage::openForRecording(file);
    if (!sink || !recorded_example::storeExample(data, **sink))
        return 1;
    return 0;
}

double residentMb()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            return std::stod(line.substr(6)) / 1024;
    return 0;
}

class Bench {
public:
    explicit Bench(Watched& application)
        : m_application(application)
    {
    }

    /// All that follows happens in that window.
    void setWindow(ui::MainWindow& window) { m_window = &window; }

    /// Runs the event loop until the page stands and has been drawn.
    void settle()
    {
        QElapsedTimer clock;
        clock.start();
        int quiet = 0;
        while (quiet < 3 && clock.elapsed() < 60'000) {
            handleEvents();
            const ui::Page* page = m_window->pages().currentPage();
            const bool ready = m_window->isSettled() && (page == nullptr || page->isReady());
            quiet = ready ? quiet + 1 : 0;
        }
    }

    static void waitFor(std::chrono::milliseconds time)
    {
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < time.count())
            handleEvents();
    }

    /// What there is, then a little sleep: waiting for another thread or process is no work of
    /// this one, and would take the processor from them.
    static void handleEvents()
    {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
        QThread::usleep(500);
    }

    void later(const std::function<void()>& action)
    {
        QMetaObject::invokeMethod(m_window, action, Qt::QueuedConnection);
        settle();
    }

    /// `action` as often as `repeats`; its longest turn is the least of the repeats' longest.
    void measure(const std::string& what, const std::function<void()>& action)
    {
        Watched::Longest least {1e9, 1e9, {}};
        for (int i = 0; i < repeats || (i < mostRepeats && least.ms > mostBlockMs); ++i) {
            m_application.take();
            action();
            const auto longest = m_application.take();
            if (longest.ms < least.ms)
                least = longest;
        }
        note(what, least);
    }

    /// A window has each only once: the least of several windows counts.
    void firstVisits()
    {
        for (const ui::PageDescriptor& entry : ui::pageList()) {
            m_application.take();
            later([&] { m_window->showPage(entry.id); });
            noteFirst(entry.word().toStdString() + ": first");
        }
    }

    void noteFirst(const std::string& what)
    {
        const auto longest = m_application.take();
        const auto [visit, isNew] = m_firstVisits.try_emplace(what, longest);
        if (!isNew && longest.ms < visit->second.ms)
            visit->second = longest;
    }

    void noteFirstVisits()
    {
        for (const auto& [what, longest] : m_firstVisits)
            note(what, longest);
    }

    bool isMeant(const ui::PageDescriptor& entry) const
    {
        return m_page.empty() || entry.word() == QString::fromStdString(m_page);
    }

    void pageSwitches()
    {
        for (const ui::PageDescriptor& entry : ui::pageList()) {
            const std::string name = entry.word().toStdString();
            if (!isMeant(entry))
                continue;
            double least = 1e9;
            for (int i = 0; i < repeats; ++i) {
                later([&] { m_window->showPage(ui::PageId::Runs); });
                const double before = threadMs();
                m_application.take();
                later([&] { m_window->showPage(entry.id); });
                least = std::min(least, threadMs() - before);
            }
            if (least > m_slowestSwitch) {
                m_slowestSwitch = least;
                m_slowestPage = name;
            }
            if (m_verbose)
                std::printf("    switch to %-20s %7.1f ms\n", name.c_str(), least);
        }
    }

    void interactions()
    {
        for (const ui::PageDescriptor& entry : ui::pageList()) {
            if (!isMeant(entry))
                continue;
            later([&] { m_window->showPage(entry.id); });
            const std::string page = entry.word().toStdString();
            measure(page + ": switch", [&] {
                later([&] { m_window->showPage(ui::PageId::Runs); });
                m_application.take();
                later([&] { m_window->showPage(entry.id); });
            });
            measure(page + ": another variant", [&] {
                later([&] { m_window->shown().setFocus(3); });
                later([&] { m_window->shown().setFocus(1); });
            });
            measure(page + ": another case", [&] {
                later([&] { m_window->shown().setCase(11); });
                later([&] { m_window->shown().setCase(0); });
            });
            measure(page + ": hide and show", [&] {
                later([&] { m_window->shown().toggleHidden(5); });
                later([&] { m_window->shown().toggleHidden(5); });
            });
            measure(page + ": hover", [&] { hover(); });
            measure(page + ": wheel", [&] { wheel(); });
            measure(page + ": copy chart", [&] { copyCharts(); });
            measure(page + ": find in page", [&] { find(); });
            measure(page + ": resize", [&] {
                later([&] { m_window->resize(1500, 900); });
                later([&] { m_window->resize(1680, 1020); });
            });
        }
    }

    void note(const std::string& what, const Watched::Longest& longest)
    {
        if (longest.ms > mostBlockMs || m_verbose)
            std::printf("    %-44s %7.1f ms  (%.1f by the clock)  %s\n", what.c_str(), longest.ms,
                longest.wallMs, longest.who.c_str());
        if (longest.ms > m_worst.ms) {
            m_worst = longest;
            m_worstWhat = what;
        }
    }

    void setVerbose(bool verbose) { m_verbose = verbose; }

    /// Of that page alone; empty: of all.
    void setPage(std::string page) { m_page = std::move(page); }

    bool report(double memoryMb) const
    {
        bool ok = true;
        const auto line
            = [&](const char* name, double value, double limit, const std::string& note) {
                  const bool held = value <= limit;
                  ok = ok && held;
                  std::printf("%s  %.1f (%s)  %.0f  %s\n", name, value, note.c_str(), limit,
                      held ? "ok" : "FAIL");
              };
        line("longest_block_ms", m_worst.ms, mostBlockMs, m_worstWhat + ", " + m_worst.who);
        line("page_switch_ms", m_slowestSwitch, mostSwitchMs, m_slowestPage);
        line("resident_mb", memoryMb, mostMemoryMb, "8 x 12 x 15 x 1000 calls, one of 100 000");
        return ok;
    }

private:
    std::vector<QWidget*> targets() const
    {
        std::vector<QWidget*> found;
        if (ui::Page* page = m_window->pages().currentPage())
            for (auto* area : page->findChildren<QAbstractScrollArea*>())
                if (area->isVisible() && area->viewport()->width() > 80)
                    found.push_back(area->viewport());
        return found;
    }

    void copyCharts()
    {
        if (ui::Page* page = m_window->pages().currentPage())
            for (QWidget* widget : page->findChildren<QWidget*>())
                if (ui::ChartDocument* chart = ui::documentOf(*widget);
                    chart && widget->isVisible())
                    later([chart] { ui::document_menu::copy(*chart); });
    }

    /// Opens the bar, types, goes on twice and closes it: "e" stands nearly everywhere.
    void find()
    {
        const auto trigger = [this](const char* id) {
            later([this, id] { m_window->actionRegistry().trigger(QLatin1String(id)); });
        };
        trigger("edit.find");
        later(
            [this] { m_window->findBar().findChild<QLineEdit*>()->setText(QStringLiteral("e")); });
        while (m_window->findBar().search().isRunning())
            handleEvents();
        trigger("edit.findNext");
        trigger("edit.findNext");
        trigger("edit.clear");
        trigger("edit.clear");
    }

    void hover()
    {
        for (QWidget* target : targets())
            for (int step = 1; step < 8; ++step) {
                const QPointF place(target->width() * step / 8.0, target->height() * step / 8.0);
                QApplication::postEvent(target,
                    new QMouseEvent(QEvent::MouseMove, place, target->mapToGlobal(place),
                        Qt::NoButton, Qt::NoButton, Qt::NoModifier));
                QApplication::processEvents();
            }
        settle();
    }

    void wheel()
    {
        for (QWidget* target : targets())
            for (const int turn : {120, 120, -120, -120}) {
                const QPointF place(target->width() / 2.0, target->height() / 2.0);
                QApplication::postEvent(target,
                    new QWheelEvent(place, target->mapToGlobal(place), {}, {0, turn}, Qt::NoButton,
                        Qt::NoModifier, Qt::NoScrollPhase, false));
                QApplication::processEvents();
            }
        settle();
    }

    Watched& m_application;
    ui::MainWindow* m_window = nullptr;
    Watched::Longest m_worst;
    std::string m_worstWhat;
    std::map<std::string, Watched::Longest> m_firstVisits;
    double m_slowestSwitch = 0;
    std::string m_slowestPage;
    bool m_verbose = false;
    std::string m_page;
};

std::unique_ptr<ui::MainWindow> shownWindow(ui::Theme& theme, Bench& bench)
{
    auto window = std::make_unique<ui::MainWindow>(theme, nullptr);
    window->resize(1680, 1020);
    window->show();
    window->showPage(ui::PageId::Overview); // as the program does
    bench.setWindow(*window);
    bench.settle();
    return window;
}

void visitAll(ui::MainWindow& window, Bench& bench)
{
    bench.settle();
    bench.noteFirst("a comparison is opened");
    window.makePagesAhead(); // as the program does a second after its start
    Bench::waitFor(std::chrono::seconds(5));
    bench.noteFirst("pages made ahead");
    bench.firstVisits();
}

int runBench(int argc, char** argv, const QString& file, bool verbose, const std::string& page)
{
    Watched application(argc, argv);
    ui::Theme theme(ui::ThemeChoice::Dark);
    theme.applyTo(application);
    Bench bench(application);
    bench.setVerbose(verbose);
    bench.setPage(page);
    const auto window = shownWindow(theme, bench);
    application.take();
    window->control().files.openFile(file.toStdString(), std::string());
    while (window->view().comparison == nullptr)
        Bench::handleEvents();
    visitAll(*window, bench);
    bench.pageSwitches();
    bench.interactions();
    const double memory = residentMb(); // of one window
    for (int i = 1; i < repeats; ++i) {
        const auto another = shownWindow(theme, bench);
        application.take();
        another->control().files.showComparison(window->view().comparison, file);
        visitAll(*another, bench);
    }
    bench.noteFirstVisits();
    return bench.report(memory) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 3 && std::string(argv[1]) == "--make")
        return makeFile(argv[2]);
    ui::prepareProcess(); // as the program does
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir folder;
    const bool given = argc > 1 && argv[1][0] != '-';
    const QString file
        = given ? QString::fromLocal8Bit(argv[1]) : folder.filePath(QStringLiteral("large.fscope"));
    // In a process of its own: what making it takes shall not count as the window's memory.
    if (!given
        && QProcess::execute(QString::fromLocal8Bit(argv[0]), {QStringLiteral("--make"), file})
            != 0) {
        std::fputs("the large example could not be written\n", stderr);
        return 1;
    }
    return runBench(argc, argv, file, argc > 2, argc > 3 ? argv[3] : "");
}
