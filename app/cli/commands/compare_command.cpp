// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/findings/conclude.h"
#include "profiler/report/documents.h"
#include "profiler/report/text/shown_texts.h"

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
    auto [command, options] = addCommand<Options>(
        program, call, "compare", "The verdicts of a recorded comparison", compare);
    addComparison(command, options.file);
    addJson(command, options.json);
}

} // namespace cli
