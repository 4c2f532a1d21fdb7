// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/command_line.h"
#include "app/desktop/opened_view.h"
#include "app/desktop/picture.h"
#include "profiler/model/files/scratch_folder.h"
#include "storage/file/run_database.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/process_setup.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QSettings>
#include <QTimer>

#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace {

using desktop::Options;

constexpr int badInput = 2;

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

/// Without one Qt makes its own and warns on stderr, which is for our one sentence. A new folder:
/// under a name that others know there could be a link.
std::optional<profiler::ScratchFolder> ownRuntimeFolder()
{
    std::error_code error;
    const auto place = std::filesystem::temp_directory_path(error);
    if (error)
        return std::nullopt;
    std::optional<profiler::ScratchFolder> folder(std::in_place, "fusescope-runtime", place);
    if (!folder->path().empty())
        qputenv("XDG_RUNTIME_DIR", QByteArray::fromStdString(folder->path().string()));
    return folder;
}

/// What Qt reads before the application exists; the folder it uses meanwhile, where it needs one.
std::optional<profiler::ScratchFolder> prepareEnvironment(const Options& options)
{
    if (options.writesFiles() && !hasDisplay() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (options.scale)
        qputenv("QT_SCALE_FACTOR", QByteArray::number(*options.scale));
    if (options.writesFiles() && !qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        return ownRuntimeFolder();
    return std::nullopt;
}

ui::ThemeChoice themeOf(const Options& options, const QSettings* settings)
{
    if (options.theme)
        return *options.theme;
    if (settings == nullptr)
        return ui::ThemeChoice::Dark;
    return ui::themeFrom(settings->value(QStringLiteral("theme")).toString())
        .value_or(ui::ThemeChoice::System);
}

int openWindow(const Options& options)
{
    QSettings settings;
    const auto place = desktop::placeOf(options, &settings);
    if (!place) {
        desktop::complain(place.error().message);
        return badInput;
    }
    ui::Theme theme(themeOf(options, &settings));
    theme.applyTo(*qApp);
    ui::MainWindow window(theme, &settings);
    if (options.sizeGiven)
        window.resize(options.size);
    if (*place) {
        window.control().files.openPlace((*place)->file, (*place)->selector, (*place)->figure);
    } else {
        std::error_code ignored;
        if (std::filesystem::exists(storage::libraryPath(), ignored))
            window.control().files.openFile(storage::libraryPath(), std::nullopt);
        window.showPage(options.page.value_or(ui::PageId::Runs));
    }
    window.show();
    QTimer::singleShot(std::chrono::seconds(1), &window, &ui::MainWindow::makePagesAhead);
    const int code = QApplication::exec();
    ui::jobThreads().waitForDone();
    return code;
}

int writeFiles(QApplication& application, const Options& options)
{
    QSettings settings; // where an id is looked for; nothing is written
    const auto place = desktop::placeOf(options, &settings);
    if (!place) {
        desktop::complain(place.error().message);
        return badInput;
    }
    ui::Theme theme(themeOf(options, nullptr));
    theme.applyTo(application);
    return desktop::writeFiles(theme, options, place->value());
}

int run(int argc, char** argv)
{
    ui::prepareProcess();
    const auto read = desktop::readCommandLine(argc, argv);
    if (const int* code = std::get_if<int>(&read))
        return *code;
    const auto& options = std::get<Options>(read);
    if (!options.writesFiles() && !hasDisplay() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        desktop::complain(
            "there is no display; --grab page.png or --report report.html writes files "
            "without one");
        return 2;
    }
    const auto runtimeFolder = prepareEnvironment(options);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("fusescope"));
    QApplication::setDesktopFileName(QStringLiteral("org.fusescope.Fusescope"));
    QApplication::setOrganizationName(QStringLiteral("fusescope"));
    QApplication::setApplicationVersion(QStringLiteral(FUSESCOPE_VERSION));
    if (!options.writesFiles())
        return openWindow(options);
    return writeFiles(application, options);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        desktop::complain(std::string("an error inside the program (") + error.what()
            + "); what was stored before is valid");
        return 1;
    }
}
