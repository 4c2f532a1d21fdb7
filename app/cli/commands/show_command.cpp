// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stored_comparison.h"
#include "app/cli/terminal/written_pieces.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/documents.h"
#include "profiler/report/terminal/log_text.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/file/run_database.h"

namespace cli {
namespace {

struct ShowOptions {
    std::string file;
    std::string part;
    bool json = false;
};

ExitCode showLog(const StoredComparison& stored, bool json)
{
    const auto shown = writePieces({}, [&](const profiler::TextSink& sink) {
        return json ? profiler::writeLogJson(logOf(stored), sink)
                    : profiler::writeLogText(logOf(stored), sink);
    });
    return shown ? ExitCode::Done : refuse(shown.error());
}

ExitCode showPart(const ShowOptions& options)
{
    const auto part = profiler::showPartFrom(options.part);
    if (!part)
        return refuse(ExitCode::NotStarted, part.error().message);
    auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    if (*part == profiler::ShowPart::Log)
        return showLog(*stored, options.json);
    const auto bulk = bulkOf(*stored);
    if (!options.json)
        profiler::cutTexts(stored->data);
    options.json ? printJson(profiler::showJson(*part, stored->data, bulk))
                 : print(profiler::showText(*part, stored->data, bulk));
    return ExitCode::Done;
}

} // namespace

void addShowCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ShowOptions>(
        program, call, "show", "One part of a recorded comparison", showPart);
    addComparison(command, options.file);
    command
        .add("part", options.part,
            "environment, log, calls, compiles, breaks, recompiles, numerics, memory, programs, "
            "trace, kernels, operators, lines, gpu, communication, slow, ledger, tune, training or "
            "findings")
        .required()
        .placeholder("PART")
        .choices(profiler::showPartWords());
    addJson(command, options.json);
}

} // namespace cli
