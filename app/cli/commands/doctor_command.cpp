// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/doctor_checks.h"
#include "app/cli/terminal/environments.h"

namespace cli {
namespace {

struct DoctorOptions {
    std::string python;
    bool json = false;
};

ExitCode runDoctor(const DoctorOptions& options)
{
    const auto installation = profiler::findInstallation();
    if (!installation)
        return refuse(installation.error());
    const auto python = resolvePython(options.python);
    if (!python)
        return refuse(python.error());
    return endDoctor(profiler::runDoctor(*installation, *python), options.json, "here");
}

} // namespace

void addDoctorCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<DoctorOptions>(program, call, "doctor",
        "What this machine can record, and what to do about the rest", runDoctor);
    command.add("--python", options.python, "interpreter, or a name of `fusescope env`");
    addJson(command, options.json);
}

} // namespace cli
