// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/commands/report_export.h"
#include "app/cli/console.h"
#include "app/cli/files.h"
#include "app/cli/stored_comparison.h"
#include "profiler/report/documents.h"
#include "storage/run_database.h"

#include <CLI/CLI.hpp>
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
};

Result<std::string> csv(const StoredComparison& stored, const std::string& part)
{
    if (part.empty() || part == "compare")
        return profiler::compareCsv(profiler::judge(stored.data));
    if (part == "calls")
        return profiler::callsCsv(stored.data);
    return failure(
        ErrorKind::BadInput, "--part \"" + part + "\": expected compare or calls for csv");
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

ExitCode exportTo(const Options& options)
{
    const bool known
        = options.format == "csv" || options.format == "json" || options.format == "report";
    if (!known)
        return refuse(
            ExitCode::NotStarted, "--as \"" + options.format + "\": expected csv, json or report");
    const auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    const auto text = document(*stored, options);
    if (!text)
        return text.error().kind == ErrorKind::BadInput
            ? refuse(ExitCode::NotStarted, text.error().message)
            : refuse(text.error());
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
        ->add_option("--as", options->format, "csv, json, or report (one HTML file, or Markdown)")
        ->required();
    command->add_option(
        "--part", options->part, "compare (default), calls; for json any part of `fusescope show`");
    command->add_option(
        "--template", options->reportTemplate, "of a report: one-page, full (default), regression");
    command->add_option(
        "-o,--output", options->output, "default: stdout; a report that ends in .md is Markdown");
    command->callback([options, &call] { call.exitCode = exportTo(*options); });
}

} // namespace cli
