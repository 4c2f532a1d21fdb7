// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/formats/import_files.h"
#include "profiler/formats/trace_format.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/new_identity.h"
#include "storage/file/run_database.h"
#include "storage/sqlite/statement_guard.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace cli {
namespace {

namespace fs = std::filesystem;
using profiler::ErrorKind;
using profiler::ImportSource;
using profiler::Result;
using Json = nlohmann::ordered_json;

struct ImportOptions {
    std::vector<std::string> paths;
    std::vector<std::string> variants; ///< NAME=PATH
    std::string output;
    std::string name;
    bool ranks = false;
    bool json = false;
    bool progress = false;
};

Result<std::vector<ImportSource>> sourcesOf(const ImportOptions& options)
{
    if (options.ranks && !options.variants.empty())
        return profiler::failure(ErrorKind::BadInput,
            "--ranks makes one variant of all files, and --variant names several; nothing was "
            "imported, give one of both");
    if (options.ranks)
        return profiler::rankSources({options.paths.begin(), options.paths.end()});
    std::vector<ImportSource> sources;
    for (const auto& word : options.variants) {
        const auto equals = word.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
            return profiler::failure(ErrorKind::BadInput,
                "--variant " + word + " is no NAME=PATH; write --variant eager=trace.json.gz");
        sources.push_back({.variant = word.substr(0, equals), .path = word.substr(equals + 1)});
    }
    return profiler::importSources(
        std::move(sources), {options.paths.begin(), options.paths.end()});
}

/// How far each file is read: for people one line of a terminal, or where a line cannot be redrawn
/// now and then one, for programs an object a line.
class ImportProgress {
public:
    ImportProgress(const profiler::StopRequest& stop, bool asObjects)
        : m_stop(stop)
        , m_asObjects(asObjects)
        , m_asLine(!asObjects && stderrIsTerminal())
    {
    }

    bool show(const profiler::ImportProgress& progress)
    {
        constexpr std::int64_t percents = 100;
        if (progress.path != m_path)
            m_begun = m_printed = Clock::now();
        // Without bytes another program exports the file, and what moves on is time.
        const bool waits = progress.bytesInAll == 0;
        const auto step
            = waits ? secondsSince(m_begun) : percents * progress.bytesRead / progress.bytesInAll;
        if (progress.path == m_path && step == m_shown)
            return !m_stop.requested();
        m_path = progress.path;
        m_shown = step;
        const auto file = progress.path.filename().string();
        if (m_asObjects)
            printObject({{"step", "read"}, {"file", file}, {"bytes_read", progress.bytesRead},
                {"bytes", progress.bytesInAll}});
        else
            showLine(waits ? "nsys exports " + file + ", " + std::to_string(step) + " s"
                           : file + "  " + std::to_string(step) + " %");
        return !m_stop.requested();
    }

    /// All is read.
    void showStoring() const
    {
        clear();
        if (m_asObjects)
            printObject({{"step", "store"}});
    }

    void clear() const
    {
        if (m_asLine && !m_path.empty())
            redrawErrorLine("");
    }

private:
    using Clock = std::chrono::steady_clock;

    static std::int64_t secondsSince(Clock::time_point begin)
    {
        return std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin).count();
    }

    /// A file that is read at once needs no line of its own in a log.
    void showLine(const std::string& text)
    {
        constexpr std::int64_t secondsBetween = 5;
        if (m_asLine)
            return redrawErrorLine(text);
        if (secondsSince(m_printed) < secondsBetween)
            return;
        m_printed = Clock::now();
        printError(text + "\n");
    }

    static void printObject(const Json& object)
    {
        printError(
            profiler::terminalJson(object.dump(-1, ' ', false, Json::error_handler_t::replace))
            + "\n");
    }

    const profiler::StopRequest& m_stop;
    bool m_asObjects;
    bool m_asLine;
    fs::path m_path; ///< shown last
    std::int64_t m_shown = 0; ///< percents or seconds
    Clock::time_point m_begun; ///< with that file
    Clock::time_point m_printed;
};

void printImported(const ImportOptions& options, const fs::path& file, const std::string& number,
    const profiler::ComparisonData& data)
{
    for (const auto& notice : data.notices)
        printError(notice.sentence + "\n");
    if (!options.json) {
        printError("Imported as " + file.string() + "@" + number + ".\n");
        return;
    }
    auto losses = Json::array();
    for (const auto& notice : data.notices)
        losses.push_back({{"variant", notice.variant ? Json(*notice.variant) : Json()},
            {"sentence", notice.sentence}});
    const Json document {{"schema", 1}, {"file", file.string()}, {"comparison", std::stoll(number)},
        {"losses", losses}};
    printDocument(document);
}

ExitCode import(const ImportOptions& options, const Call& call)
{
    const auto sources = sourcesOf(options);
    if (!sources)
        return refuse(ExitCode::NotStarted, sources.error().message);
    profiler::StopRequest stop;
    const StopSignals signals(stop);
    ImportProgress progress(stop, options.progress);
    auto imported = profiler::readImports(
        *sources, [&](const profiler::ImportProgress& read) { return progress.show(read); });
    if (!imported) {
        progress.clear();
        return refuse(imported.error());
    }
    progress.showStoring();
    auto& info = imported->data.info;
    if (!options.name.empty())
        info.name = options.name;
    info.command = call.commandLine;
    info.toolVersion = FUSESCOPE_VERSION;
    info.identity = profiler::newIdentity();
    const fs::path file
        = options.output.empty() ? storage::libraryPath() : fs::path(options.output);
    const storage::CancelScope interrupted([&stop] { return stop.requested(); });
    const auto stored = storage::storeCopy(file, imported->data, {}, imported->rowsOf());
    if (!stored)
        return refuse(stored.error());
    printImported(options, file, std::to_string(stored->value), imported->data);
    return ExitCode::Done;
}

} // namespace

void addImportCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ImportOptions>(
        program, call, "import", "Stores what other tools recorded as a comparison", import);
    command
        .add("path", options.paths,
            profiler::traceFormatList(&profiler::TraceFormat::name, " and ")
                + "; each becomes a variant, the first is the baseline")
        .placeholder("PATH…");
    command
        .add("--variant", options.variants,
            "a file under the name of a variant; a trace and a log of one name belong together")
        .placeholder("NAME=PATH");
    command.addFlag("--ranks", options.ranks,
        "the files are the ranks of one job, in their order where they do not tell their numbers");
    command.add("-o,--output", options.output, recordIntoHelp);
    command.add("--name", options.name, "of the comparison; default: the files' names");
    addJson(command, options.json);
    command.addFlag(
        "--progress", options.progress, "how far it is, on stderr, one JSON object a line");
}

} // namespace cli
