// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/documents.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/text_table.h"

#include <nlohmann/json.hpp>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ComparisonData;
using profiler::printable;

struct ReproduceOptions {
    std::string file;
    std::string output;
    bool json = false;
};

/// The fields of each variant's first process that told some: versions, hashes, device.
Json fieldsByVariant(const ComparisonData& data)
{
    Json fields = Json::object();
    for (const auto& process : data.processes) {
        const auto variant = static_cast<std::size_t>(process.start.variant);
        if (variant >= data.plan.variants.size() || process.environment.empty())
            continue;
        const auto& name = data.plan.variants[variant].name;
        if (!fields.contains(name))
            fields[name] = process.environment;
    }
    return fields;
}

Json reproduceJson(const ComparisonData& data)
{
    return {{"schema", 1}, {"command", data.info.command}, {"tool_version", data.info.toolVersion},
        {"seeds",
            {{"weights_and_inputs", data.plan.numeric.seed},
                {"order", data.plan.protocol.orderSeed}}},
        {"environment", fieldsByVariant(data)},
        {"plan", Json::parse(profiler::planToJson(data.plan))}};
}

std::string reproduceText(const ComparisonData& data)
{
    const auto& info = data.info;
    std::string text = "Recorded " + profiler::localText(info.started, info.utcOffsetMinutes)
        + " by fusescope " + printable(info.toolVersion) + " with\n\n    " + printable(info.command)
        + "\n\nSeeds: " + std::to_string(data.plan.numeric.seed) + " for weights and inputs, "
        + std::to_string(data.plan.protocol.orderSeed)
        + " for the order of lanes.\n\nVersions, device and hashes:\n\n";
    text += profiler::showText(profiler::ShowPart::Environment, data);
    text += "\nTo do it elsewhere: install these versions, write the plan below to plan.json"
            " (`fusescope reproduce FILE -o plan.json` does), and run\n\n"
            "    fusescope record plan.json\n\n";
    const auto plan = profiler::planToRepeat(data);
    if (plan.variants.size() < data.plan.variants.size())
        text += "A comparison holds fewer variants than the search tried: the plan has those that "
                "it "
                "measured longest. To search again, run the command above.\n\n";
    return text + profiler::terminalJson(profiler::planToJson(plan)); // to be copied
}

ExitCode reproduce(const ReproduceOptions& options)
{
    const auto stored = loadRecording(options.file);
    if (!stored)
        return refuse(stored.error());
    if (!options.output.empty()) {
        const auto written
            = writeFile(options.output, profiler::planToJson(profiler::planToRepeat(stored->data)));
        if (!written)
            return refuse(written.error());
    }
    options.json ? printDocument(reproduceJson(stored->data)) : print(reproduceText(stored->data));
    return ExitCode::Done;
}

} // namespace

void addReproduceCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ReproduceOptions>(program, call, "reproduce",
        "What is needed to record a comparison elsewhere: plan, versions, hashes", reproduce);
    addComparison(command, options.file);
    command.add("-o,--output", options.output, "writes the plan to a file");
    addJson(command, options.json);
}

} // namespace cli
