// SPDX-License-Identifier: Apache-2.0
#include "tests/app/options/described_program.h"

#include "app/options/command.h"

namespace tests {
namespace {

struct Values {
    std::string file;
    std::string part;
    std::string name;
    std::string effort;
    std::vector<std::string> cases;
    bool json = false;
    bool secret = false;
};

void addShow(app::Command& root, Values& values)
{
    auto show = root.addCommand("show", "One part of a recording: it's here");
    show.add("file", values.file, "FILE, FILE@3 or FILE@name").required().placeholder("FILE");
    show.add("part", values.part, "which part").placeholder("PART").choices({"log", "calls"});
    show.addFlag("--json", values.json, "one JSON document on stdout");
}

void addRecord(app::Command& root, Values& values)
{
    auto record = root.addCommand("record", "Records");
    record.add("--effort", values.effort, "how long").choices({"quick", "normal"});
    record.addRepeated("--case", values.cases, "NAME:SHAPE[:TYPE], a \\ or a 'quote'; repeat");
    record.add("-o,--output", values.file, ".fscope file");
    record.addFlag("--secret", values.secret, "nobody is told").hide();
}

void addEnv(app::Command& root, Values& values)
{
    auto env = root.addCommand("env", "Environments");
    env.requireCommand();
    env.addCommand("list", "All of them").addFlag("--json", values.json, "as JSON");
    env.addCommand("add", "One more").add("name", values.name, "its name").required();
}

} // namespace

app::CommandDescription describedProgram()
{
    Values values;
    app::CommandLine program("Says what is so.", "tool");
    program.setVersion("tool 1.2");
    auto root = program.root();
    addShow(root, values);
    addRecord(root, values);
    addEnv(root, values);
    root.addCommand("inner", "Not for people").hide();
    return root.description();
}

} // namespace tests
