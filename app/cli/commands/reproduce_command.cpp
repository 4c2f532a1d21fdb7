// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/model/plan_json.h"
#include "profiler/report/documents.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/text_table.h"

#include <memory>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ComparisonData;
using profiler::printable;

struct Options {
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

std::string reproduceJson(const ComparisonData& data)
{
    const Json document {{"schema", 1}, {"command", data.info.command},
        {"tool_version", data.info.toolVersion},
        {"seeds",
            {{"weights_and_inputs", data.plan.numeric.seed},
                {"order", data.plan.protocol.orderSeed}}},
        {"environment", fieldsByVariant(data)},
        {"plan", Json::parse(profiler::planToJson(data.plan))}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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
    return text + profiler::terminalJson(profiler::planToJson(data.plan)); // to be copied
}

ExitCode reproduce(const Options& options)
{
    const auto stored = loadRecording(options.file);
    if (!stored)
        return refuse(stored.error());
    if (!options.output.empty()) {
        const auto written = writeFile(options.output, profiler::planToJson(stored->data.plan));
        if (!written)
            return refuse(written.error());
    }
    options.json ? printJson(reproduceJson(stored->data)) : print(reproduceText(stored->data));
    return ExitCode::Done;
}

} // namespace

void addReproduceCommand(app::Command& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto command = program.addCommand(
        "reproduce", "What is needed to record a comparison elsewhere: plan, versions, hashes");
    command.add("file", options->file, "FILE, FILE@3 or FILE@name").required().placeholder("FILE");
    command.add("-o,--output", options->output, "writes the plan to a file");
    command.addFlag("--json", options->json, "one JSON document on stdout");
    command.onRun([options, &call] { call.exitCode = reproduce(*options); });
}

} // namespace cli
