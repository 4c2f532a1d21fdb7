// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/environments.h"
#include "profiler/record/doctor.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::Check;
using profiler::CheckState;

struct Options {
    std::string python;
    bool json = false;
};

const char* stateKey(CheckState state)
{
    switch (state) {
    case CheckState::Ok:
        return "ok";
    case CheckState::Limits:
        return "limits";
    case CheckState::Stops:
        break;
    }
    return "stops";
}

std::string checksJson(const std::vector<Check>& checks)
{
    Json rows = Json::array();
    for (const auto& check : checks) {
        Json row {
            {"name", check.name}, {"state", stateKey(check.state)}, {"sentence", check.sentence}};
        row["remedy"] = check.remedy.empty() ? Json() : Json(check.remedy);
        if (check.remedy.empty())
            row["remedy_reason"] = "nothing to do";
        rows.push_back(std::move(row));
    }
    const Json document {{"schema", 1}, {"checks", std::move(rows)}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

const char* sign(CheckState state)
{
    switch (state) {
    case CheckState::Ok:
        return "✓";
    case CheckState::Limits:
        return "!";
    case CheckState::Stops:
        break;
    }
    return "✗";
}

std::string checksText(const std::vector<Check>& checks)
{
    std::size_t widest = 0;
    for (const auto& check : checks)
        widest = std::max(widest, check.name.size());
    const auto indent = std::string(widest + 4, ' ');
    const auto columns = static_cast<std::size_t>(std::max(terminalColumns(), 40));
    const auto room = columns - std::min(columns - 20, indent.size());
    std::string text;
    for (const auto& check : checks) {
        auto head = std::string(sign(check.state)) + " " + check.name
            + std::string(widest - check.name.size() + 2, ' ');
        for (const auto& line : profiler::wrapped(profiler::printable(check.sentence), room)) {
            text += head + line + "\n";
            head = indent;
        }
        // A command stays on one line, to be copied.
        if (!check.remedy.empty())
            text += indent + "→ " + profiler::printable(check.remedy) + "\n";
    }
    return text;
}

ExitCode doctor(const Options& options)
{
    const auto installation = profiler::findInstallation();
    if (!installation)
        return refuse(installation.error());
    const auto python = resolvePython(options.python);
    if (!python)
        return refuse(python.error());
    const auto checks = profiler::runDoctor(*installation, *python);
    options.json ? printJson(checksJson(checks)) : print(checksText(checks));
    const auto stop = std::find_if(checks.begin(), checks.end(),
        [](const Check& check) { return check.state == CheckState::Stops; });
    if (stop == checks.end())
        return ExitCode::Done;
    return refuse(ExitCode::CommandFailed, "nothing can be recorded here: " + stop->sentence);
}

} // namespace

void addDoctorCommand(app::Command& program, Call& call)
{
    auto options = std::make_shared<Options>();
    auto command = program.addCommand(
        "doctor", "What this machine can record, and what to do about the rest");
    command.add("--python", options->python, "interpreter, or a name of `fusescope env`");
    command.addFlag("--json", options->json, "one JSON document on stdout");
    command.onRun([options, &call] { call.exitCode = doctor(*options); });
}

} // namespace cli
