// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/commands/report_export.h"
#include "app/cli/commands/trace_export.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/stored_comparison.h"
#include "app/cli/terminal/written_pieces.h"
#include "profiler/findings/conclude.h"
#include "profiler/formats/trace_format.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/documents.h"
#include "profiler/report/terminal/log_text.h"
#include "storage/file/run_database.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

struct ExportOptions {
    std::string file;
    std::string format;
    std::string part;
    std::string output;
    std::string reportTemplate;
    bool withoutFolders = false;
    TraceChoice choice;
};

bool isChosen(const TraceChoice& choice)
{
    return !choice.variant.empty() || !choice.caseName.empty() || choice.process;
}

/// Of the traces that are not meant no kernel is left, and no row is read.
Result<std::string> kernels(const StoredComparison& stored, const TraceChoice& choice)
{
    const auto bulk = bulkOf(stored);
    if (!isChosen(choice))
        return profiler::kernelsCsv(stored.data, bulk.rowsOf);
    const auto meant = chooseTraces(stored.data, choice);
    if (!meant)
        return tl::unexpected(meant.error());
    const auto isMeant = [&](profiler::TraceIndex index) {
        return std::ranges::find(*meant, index) != meant->end();
    };
    auto data = stored.data;
    for (std::size_t process = 0; process < data.processes.size(); ++process) {
        auto& traces = data.processes[process].traces;
        for (std::size_t i = 0; i < traces.size(); ++i)
            if (!isMeant({.process = {static_cast<int>(process)}, .value = static_cast<int>(i)}))
                traces[i].kernels.clear();
    }
    return profiler::kernelsCsv(
        data, [&](profiler::TraceIndex index) -> Result<profiler::TraceRows> {
            if (isMeant(index))
                return bulk.rowsOf(index);
            return failure(ErrorKind::NotFound, "this trace is not meant");
        });
}

Result<std::string> csv(const StoredComparison& stored, const ExportOptions& options)
{
    const auto& part = options.part;
    if (part.empty() || part == "compare")
        return profiler::compareCsv(profiler::judge(stored.data));
    if (part == "calls")
        return profiler::callsCsv(stored.data);
    if (part == "kernels")
        return kernels(stored, options.choice);
    return failure(ErrorKind::BadInput,
        "--part \"" + part + "\": expected compare, calls, kernels or trace for csv");
}

Result<std::string> partAsJson(const StoredComparison& stored, const std::string& part)
{
    if (part.empty() || part == "compare") {
        const auto result = profiler::conclude(stored.data);
        return profiler::compareJson(result, peersOf(stored, result));
    }
    const auto shown = profiler::showPartFrom(part);
    if (!shown)
        return tl::unexpected(shown.error());
    return profiler::showJson(*shown, stored.data, bulkOf(stored));
}

Result<std::string> document(const StoredComparison& stored, const ExportOptions& options)
{
    if (options.format == "csv")
        return csv(stored, options);
    if (options.format == "json")
        return partAsJson(stored, options.part).map(profiler::terminalJson);
    return exportReport(stored,
        {.templateWord = options.reportTemplate,
            .output = options.output,
            .folders = !options.withoutFolders});
}

/// "chrome (a trace for Perfetto)"
std::string traceKeysWithHelp()
{
    std::string text;
    for (const auto& format : profiler::traceFormats())
        if (!format.key.empty())
            text.append(text.empty() ? "" : ", ")
                .append(format.key)
                .append(" (")
                .append(format.writtenAs)
                .append(")");
    return text;
}

/// What is asked for wrongly ends the command before anything was done.
ExitCode refuseExport(const profiler::Error& error)
{
    return error.kind == ErrorKind::BadInput ? refuse(ExitCode::NotStarted, error.message)
                                             : refuse(error);
}

std::string traceKeys(std::string_view beforeLast)
{
    return profiler::traceFormatList(&profiler::TraceFormat::key, beforeLast);
}

bool writesTrace(const ExportOptions& options)
{
    return profiler::writtenTraceFormat(options.format) != nullptr
        || (options.format == "csv" && options.part == "trace");
}

/// Which options mean nothing to what is asked for; empty: none.
std::string whatIsIdle(const ExportOptions& options)
{
    const bool isTable = options.format == "csv" || options.format == "json";
    if (!isTable && !options.part.empty() && !(writesTrace(options) && options.part == "trace"))
        return "--as " + options.format
            + " writes the whole of it and takes no --part; leave --part out, or use --as csv or "
              "json";
    if (options.format != "report" && !options.reportTemplate.empty())
        return "--as " + options.format
            + " takes no --template; leave --template out, or use --as report";
    if (options.format != "report" && options.withoutFolders)
        return "--as " + options.format
            + " writes paths as they were recorded; leave --without-folders out, or use --as "
              "report";
    const bool takesChoice
        = writesTrace(options) || (options.format == "csv" && options.part == "kernels");
    if (!takesChoice && isChosen(options.choice))
        return "--variant, --case and --process choose traces, and what is asked for holds all of "
               "a comparison; leave them out, or use --as "
            + traceKeys(" or ") + ", or --as csv with --part kernels or trace";
    return {};
}

/// Those of many rows: they are written piece by piece.
ExitCode exportTrace(const StoredComparison& stored, const ExportOptions& options)
{
    const TraceExport trace {.choice = options.choice, .output = options.output};
    const auto* format = profiler::writtenTraceFormat(options.format);
    const auto written
        = format ? exportTraceAs(*format, stored, trace) : exportTraceCsv(stored, trace);
    return written ? ExitCode::Done : refuseExport(written.error());
}

ExitCode exportLog(const StoredComparison& stored, const ExportOptions& options)
{
    const auto written
        = writePieces(options.output, [&](const profiler::TextSink& sink) -> Result<void> {
              return profiler::writeLogJson(logOf(stored), sink);
          });
    return written ? ExitCode::Done : refuse(written.error());
}

constexpr std::array formats {"csv", "json", "report"};

std::vector<std::string> formatWords()
{
    std::vector<std::string> words(formats.begin(), formats.end());
    for (const auto& format : profiler::traceFormats())
        if (!format.key.empty())
            words.emplace_back(format.key);
    return words;
}

ExitCode exportTo(const ExportOptions& options)
{
    if (std::ranges::find(formats, options.format) == formats.end() && !writesTrace(options))
        return refuse(ExitCode::NotStarted,
            "--as \"" + options.format + "\": expected csv, json, " + traceKeys(", ")
                + " or report");
    if (const auto idle = whatIsIdle(options); !idle.empty())
        return refuse(ExitCode::NotStarted, idle);
    const auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    if (writesTrace(options))
        return exportTrace(*stored, options);
    if (options.format == "json" && options.part == "log")
        return exportLog(*stored, options);
    const auto text = document(*stored, options);
    if (!text)
        return refuseExport(text.error());
    const bool written = options.format == "report" && text->empty();
    if (written)
        return ExitCode::Done;
    if (options.output.empty() || options.output == "-") {
        StandardOutput out;
        const bool whole = out.write(*text); // finish() says why not
        const auto printed = out.finish();
        return whole && printed ? ExitCode::Done : refuse(printed.error());
    }
    const auto saved = writeFile(options.output, *text);
    return saved ? ExitCode::Done : refuse(saved.error());
}

} // namespace

void addExportCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ExportOptions>(
        program, call, "export", "A recorded comparison as another file", exportTo);
    addComparison(command, options.file);
    command
        .add("--as", options.format,
            "csv, json, report (one HTML file, or Markdown), or " + traceKeysWithHelp())
        .required()
        .choices(formatWords());
    command.add("--part", options.part,
        "compare (default), calls, kernels, trace; for json any part of `fusescope show`");
    command.add("--variant", options.choice.variant, "of a trace, or of kernels as csv");
    command.add("--case", options.choice.caseName, "the same");
    command.add(
        "--process", options.choice.process, "the same: its number in `show FILE environment`");
    command.add(
        "--template", options.reportTemplate, "of a report: one-page, full (default), regression");
    command.addFlag("--without-folders", options.withoutFolders,
        "of a report: of each file its name alone, for readers who are not to see your paths");
    command.add("-o,--output", options.output,
        "default: stdout; a report that ends in .md is Markdown, a trace that ends in .gz is "
        "packed");
}

} // namespace cli
