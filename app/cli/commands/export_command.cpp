// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/commands/report_export.h"
#include "app/cli/commands/trace_export.h"
#include "app/cli/console.h"
#include "app/cli/files.h"
#include "app/cli/stored_comparison.h"
#include "profiler/report/documents.h"
#include "storage/run_database.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

struct Options {
    std::string file;
    std::string format;
    std::string part;
    std::string output;
    std::string reportTemplate;
    profiler::TraceChoice choice;
};

Result<std::string> csv(const StoredComparison& stored, const std::string& part)
{
    if (part.empty() || part == "compare")
        return profiler::compareCsv(profiler::judge(stored.data));
    if (part == "calls")
        return profiler::callsCsv(stored.data);
    if (part == "kernels")
        return bulkFor(profiler::ShowPart::Kernels, stored)
            .map([&](const profiler::ShownBulk& bulk) {
                return profiler::kernelsCsv(stored.data, bulk.rowsOf);
            });
    return failure(ErrorKind::BadInput,
        "--part \"" + part + "\": expected compare, calls, kernels or trace for csv");
}

Result<std::string> json(const StoredComparison& stored, const std::string& part)
{
    if (part.empty() || part == "compare")
        return profiler::compareJson(profiler::judge(stored.data));
    const auto shown = profiler::showPartFrom(part);
    if (!shown)
        return tl::unexpected(shown.error());
    return bulkFor(*shown, stored).map([&](const profiler::ShownBulk& bulk) {
        return profiler::showJson(*shown, stored.data, bulk);
    });
}

Result<std::string> document(const StoredComparison& stored, const Options& options)
{
    if (options.format == "csv")
        return csv(stored, options.part);
    if (options.format == "json")
        return json(stored, options.part);
    return exportReport(stored, {.templateWord = options.reportTemplate, .output = options.output});
}

/// What is asked for wrongly ends the command before anything was done.
ExitCode refuseExport(const profiler::Error& error)
{
    return error.kind == ErrorKind::BadInput ? refuse(ExitCode::NotStarted, error.message)
                                             : refuse(error);
}

bool writesTrace(const Options& options)
{
    return options.format == "chrome" || (options.format == "csv" && options.part == "trace");
}

/// Those of many rows: they are written piece by piece.
ExitCode exportTrace(const StoredComparison& stored, const Options& options)
{
    const TraceExport trace {.choice = options.choice, .output = options.output};
    const auto written
        = options.format == "chrome" ? exportChrome(stored, trace) : exportTraceCsv(stored, trace);
    return written ? ExitCode::Done : refuseExport(written.error());
}

ExitCode exportTo(const Options& options)
{
    constexpr std::array formats {"csv", "json", "chrome", "report"};
    if (std::ranges::find(formats, options.format) == formats.end())
        return refuse(ExitCode::NotStarted,
            "--as \"" + options.format + "\": expected csv, json, chrome or report");
    const auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    if (writesTrace(options))
        return exportTrace(*stored, options);
    const auto text = document(*stored, options);
    if (!text)
        return refuseExport(text.error());
    const bool written = options.format == "report" && text->empty();
    if (written)
        return ExitCode::Done;
    if (options.output.empty() || options.output == "-") {
        print(*text);
        return ExitCode::Done;
    }
    const auto saved = writeFile(options.output, *text);
    return saved ? ExitCode::Done : refuse(saved.error());
}

} // namespace

void addExportCommand(CLI::App& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto* command = program.add_subcommand("export", "A recorded comparison as another file");
    command->add_option("file", options->file, "FILE, FILE@3 or FILE@name")
        ->required()
        ->option_text("FILE");
    command
        ->add_option("--as", options->format,
            "csv, json, report (one HTML file, or Markdown), or chrome (a trace for Perfetto)")
        ->required();
    command->add_option("--part", options->part,
        "compare (default), calls, kernels, trace; for json any part of `fusescope show`");
    command->add_option("--variant", options->choice.variant, "of a trace");
    command->add_option("--case", options->choice.caseName, "of a trace");
    command->add_option(
        "--process", options->choice.process, "of a trace: its number in `show FILE environment`");
    command->add_option(
        "--template", options->reportTemplate, "of a report: one-page, full (default), regression");
    command->add_option("-o,--output", options->output,
        "default: stdout; a report that ends in .md is Markdown, a trace that ends in .gz is "
        "packed");
    command->callback([options, &call] { call.exitCode = exportTo(*options); });
}

} // namespace cli
