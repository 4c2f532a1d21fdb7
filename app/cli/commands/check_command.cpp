// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check/check_init.h"
#include "app/cli/check/check_run.h"
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "profiler/model/plan.h"
#include "profiler/record/machine/wall_clock.h"
#include "profiler/report/check/check_documents.h"

#include <filesystem>

namespace cli {
namespace {

using profiler::GateOutcome;
using profiler::GateResult;
using profiler::Result;

ExitCode codeOf(GateOutcome outcome)
{
    switch (outcome) {
    case GateOutcome::Regressed:
        return ExitCode::CheckRegressed;
    case GateOutcome::Undecided:
        return ExitCode::CheckUndecided;
    default:
        return ExitCode::Done;
    }
}

ExitCode refuseCheck(const profiler::Error& error)
{
    return refuse(error.kind == profiler::ErrorKind::Interrupted ? ExitCode::Interrupted
                                                                 : ExitCode::CheckError,
        error.message);
}

/// The document and, beside it, its chart as a picture.
Result<void> writeMarkdown(const std::string& file, const GateResult& result)
{
    if (const auto chart = profiler::checkChart(result); !chart.isEmpty()) {
        const auto picture = std::filesystem::path(file).replace_extension(".svg");
        if (auto written = writeFile(picture, profiler::standaloneSvg(chart, profiler::fontList));
            !written)
            return written;
    }
    return writeFile(file, profiler::checkMarkdown(result));
}

Result<void> writeDocuments(const CheckOptions& options, const GateResult& result)
{
    Result<void> written;
    if (!options.junit.empty())
        written = writeFile(options.junit, profiler::checkJUnit(result));
    if (written && !options.sarif.empty())
        written = writeFile(options.sarif, profiler::checkSarif(result, FUSESCOPE_VERSION));
    if (written && !options.markdown.empty())
        written = writeMarkdown(options.markdown, result);
    return written;
}

/// Whoever reads documents alone learns it, too. No SARIF: one without results would say that all
/// that was found before is mended.
void writeRefusal(
    const CheckOptions& options, const profiler::Error& error, profiler::UtcTime started)
{
    if (error.kind == profiler::ErrorKind::Interrupted)
        return;
    const auto plan
        = options.plan.planFile.empty() ? std::string(checkPlanName) : options.plan.planFile;
    // The refusal itself is what is told; that it could not be written comes second.
    if (!options.junit.empty())
        static_cast<void>(
            writeFile(options.junit, profiler::refusedJUnit(plan, error.message, started)));
    if (!options.markdown.empty())
        static_cast<void>(writeFile(options.markdown, profiler::refusedMarkdown(error.message)));
}

ExitCode check(const CheckOptions& options, const Call& call)
{
    if (options.init) {
        const auto made = initCheck(options);
        if (!made)
            return refuseCheck(made.error());
        print(*made);
        return ExitCode::Done;
    }
    const auto started = profiler::utcNow();
    const auto result = runCheck(options, call.commandLine);
    if (!result) {
        writeRefusal(options, result.error(), started);
        return refuseCheck(result.error());
    }
    if (options.json)
        printJson(profiler::checkJson(*result));
    else
        print(profiler::checkText(*result, terminalColumns()));
    if (const auto written = writeDocuments(options, *result); !written)
        return refuseCheck(written.error());
    return codeOf(result->outcome());
}

void addFile(
    app::Command& command, const std::string& name, std::string& file, const std::string& help)
{
    command.add(name, file, help).placeholder("FILE");
}

void addReference(app::Command& command, CheckOptions& options)
{
    command.addFlag("--structure", options.structure,
        "graph breaks, recompiles, graphs, results alone: seconds, and no times");
    command.addFlag("--trace", options.trace, "with --structure: count the kernels of a call, too");
    command
        .add("--against", options.against,
            "a recording, a revision in lock step, or an environment in lock step; default: the "
            "lock file")
        .placeholder("FILE|git:REV|env:NAME");
    addFile(command, "--lock", options.lock, "default: fusescope.lock.json beside the plan");
    command.add("--max-regression", options.maxRegression,
        "how much slower a call may be, such as 3% (default)");
    command.add("--budget", options.budget, "the time that it may take, such as 10m (default)");
    command.addFlag("--update", options.update, "accepts the present structure into the lock file");
}

void addDocuments(app::Command& command, CheckOptions& options)
{
    command.add("-o,--output", options.output, "keeps the recording in that run database");
    addJson(command, options.json);
    addFile(command, "--junit", options.junit, "writes JUnit XML");
    addFile(command, "--sarif", options.sarif, "writes SARIF, for the lines of a code review");
    addFile(command, "--markdown", options.markdown,
        "writes Markdown for a pull request, and its chart as SVG");
    command.addFlag("--init", options.init,
        "writes fusescope-check.json and workflows for GitHub and GitLab from these options");
    command.addFlag("--force", options.force, "with --init: writes over what is there");
}

} // namespace

void addCheckCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<CheckOptions>(program, call, "check",
        "A gate: is what torch.compile makes of a model worse than before?", check);
    addPlanOptions(command, options.plan);
    addReference(command, options);
    addDocuments(command, options);
}

} // namespace cli
