// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/findings/conclude.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/shown_texts.h"

#include <memory>

namespace cli {
namespace {

struct Options {
    std::string file;
    bool json = false;
};

ExitCode compare(const Options& options)
{
    auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    if (!options.json)
        profiler::cutTexts(stored->data);
    const auto result = profiler::conclude(stored->data);
    if (options.json)
        printJson(profiler::compareJson(result));
    else
        print(
            profiler::compareText(result, terminalColumns(), wantsColour()), profiler::Paint::Kept);
    return ExitCode::Done;
}

} // namespace

void addCompareCommand(app::Command& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto command = program.addCommand("compare", "The verdicts of a recorded comparison");
    command.add("file", options->file, "FILE, FILE@3 or FILE@name").required().placeholder("FILE");
    command.addFlag("--json", options->json, "one JSON document on stdout");
    command.onRun([options, &call] { call.exitCode = compare(*options); });
}

} // namespace cli
