// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/files/unique_fd.h"
#include "tests/app/cli/other_machine.h"
#include "tests/app/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/stat.h>

/// Recordings on another machine, through a real sshd.
namespace tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class Remote : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const auto why = OtherMachine::whyNot(); !why.empty())
            GTEST_SKIP() << why;
        const auto& folder = machine.folder();
        fs::create_directories(folder / "here/tmp");
        program = {.folder = folder / "here",
            .environment = {machine.sshVariable(), "XDG_STATE_HOME=" + (folder / "state").string(),
                "TMPDIR=" + (folder / "here/tmp").string()}};
        folder.write("here/width.py", "WIDTH = 32\n");
        folder.write("here/model.py", R"(
import torch
import width

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(width.WIDTH, width.WIDTH)

    def forward(self, x):
        y = self.linear(x)
        torch._dynamo.graph_break()
        return y.relu()

def make():
    return {"module": Net(), "inputs": (torch.randn(4, width.WIDTH),)}
)");
        file = (folder / "here/new.fscope").string();
    }

    [[nodiscard]] std::vector<std::string> words(std::vector<std::string> more = {}) const
    {
        std::vector<std::string> all {"record", "--on", machine.address(), "--python",
            FUSESCOPE_PYTHON, "--model", "model.py:make", "--variant", "eager", "--variant",
            "default=backend:eager", "-o", file, "--effort", "quick", "--processes", "1",
            "--rounds", "2", "--calls", "5"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    /// As few processes as there can be.
    [[nodiscard]] std::vector<std::string> shortWords(std::vector<std::string> more = {}) const
    {
        more.insert(more.end(), {"--without", "cold,check,trace,noise", "--json"});
        return words(std::move(more));
    }

    [[nodiscard]] std::string shown(const std::vector<std::string>& words) const
    {
        return program.run(words).out;
    }

    [[nodiscard]] json listed() const
    {
        return json::parse(shown({"list", file, "--json"}))["comparisons"];
    }

    [[nodiscard]] json openJobs() const
    {
        return json::parse(shown({"remote", "list", "--json"}))["jobs"];
    }

    void expectWhole() const
    {
        const auto comparisons = listed();
        ASSERT_EQ(comparisons.size(), 1U);
        EXPECT_EQ(comparisons[0]["status"], "complete");
        EXPECT_TRUE(openJobs().empty());
        EXPECT_TRUE(fs::is_empty(machine.jobs())) << "nothing of it is left there";
    }

    void runHere(const std::string& command) const
    {
        const auto line = "cd " + program.folder.string() + " && " + command;
        // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe): a command of this test's own
        ASSERT_EQ(std::system(line.c_str()), 0);
    }

    OtherMachine machine;
    Program program;
    std::string file;
};

/// The first lines of a recording that runs.
bool tellsThatItRuns(const std::string& line)
{
    return line.find("\"process_started\"") != std::string::npos;
}

/// What happened in the processes of a recording, in its order.
std::vector<std::string> stepsIn(const std::string& output)
{
    std::vector<std::string> steps;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        const auto row = json::parse(line, nullptr, false);
        if (row.is_object() && row.value("process", json()).is_string())
            steps.push_back(row["event"].get<std::string>() + " " + row["process"].dump()
                + row["variant"].dump() + row["stage"].dump() + row["text"].dump());
    }
    return steps;
}

} // namespace

TEST_F(Remote, ARecordingThereIsAsOneHere)
{
    machine.start();
    runHere("git init -q . && git add model.py width.py && git -c user.name=t -c user.email=t@t "
            "commit -q -m first");
    ASSERT_EQ(
        program.run({"remote", "add", "box", machine.address(), "--python", FUSESCOPE_PYTHON}).code,
        0);
    auto all = words();
    all[2] = "box";
    all.erase(all.begin() + 3, all.begin() + 5); // the interpreter is known
    const auto ended = program.run(all);
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("Sending Fusescope itself to " + machine.address()));
    EXPECT_THAT(ended.err, HasSubstr("Sending model.py and 1 more file to " + machine.address()));
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("Recorded on " + machine.address()));
    EXPECT_THAT(ended.out, HasSubstr("default"));
    expectWhole();

    // What names a place names that of this machine.
    const auto breaks = json::parse(shown({"show", file, "breaks", "--json"}));
    ASSERT_FALSE(breaks["graph_breaks"].empty());
    EXPECT_EQ(breaks["graph_breaks"][0]["file"], (program.folder / "model.py").string());
    const auto again = json::parse(shown({"reproduce", file, "--json"}));
    EXPECT_EQ(again["plan"]["workload"]["working_directory"], program.folder.string());
    EXPECT_THAT(again["command"].get<std::string>(), HasSubstr("record --on box"));
    const auto environment = json::parse(shown({"show", file, "environment", "--json"}));
    EXPECT_EQ(environment["environment"][0]["fields"]["git_commit"].get<std::string>().size(), 40U)
        << "of what was sent";
    for (const auto* part : {"log", "findings", "compiles", "operators", "lines"})
        EXPECT_THAT(shown({"show", file, part, "--json"}), Not(HasSubstr("/jobs/"))) << part;

    // The program is there now.
    const auto second = program.run(shortWords());
    ASSERT_EQ(second.code, 0) << second.err;
    EXPECT_THAT(second.out, Not(HasSubstr("Fusescope itself")));
    EXPECT_EQ(listed().size(), 2U);

    const auto cleaned = json::parse(shown({"remote", "clean", "box", "--json"}));
    EXPECT_GT(cleaned["freed_bytes"], 1 << 20);
    EXPECT_EQ(cleaned["running"], 0);
    EXPECT_FALSE(fs::exists(machine.home() / ".cache/fusescope"));
}

TEST_F(Remote, ALostConnectionLosesNothing)
{
    machine.start();
    int cut = 0;
    int lines = 0;
    const auto ended = program.watch(shortWords({"--keep"}), [&](const std::string& line, int) {
        if (tellsThatItRuns(line) && ++lines <= 2)
            cut += machine.cutConnections() > 0 ? 1 : 0;
    });
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(cut, 2);
    EXPECT_THAT(ended.out, HasSubstr("the recording goes on there, trying again in 1 s"));
    EXPECT_THAT(ended.out, HasSubstr("connected again"));
    ASSERT_EQ(listed().size(), 1U);
    EXPECT_EQ(listed()[0]["status"], "complete");
    // Each step is told once, as if nothing had been.
    const auto kept = fs::directory_iterator(machine.jobs())->path();
    EXPECT_EQ(stepsIn(ended.out), stepsIn(textOf(kept / "progress")));
    EXPECT_GT(stepsIn(ended.out).size(), 10U);
    EXPECT_EQ(program.run({"remote", "clean", machine.address()}).code, 0);
    EXPECT_FALSE(fs::exists(machine.jobs()));
}

TEST_F(Remote, AClientThatDiedIsReplaced)
{
    machine.start();
    const auto died = program.watch(shortWords(), [&](const std::string& line, int pid) {
        if (tellsThatItRuns(line))
            kill(pid, SIGKILL);
    });
    ASSERT_EQ(died.code, 128 + SIGKILL);
    machine.cutConnections();
    const auto jobs = openJobs();
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0]["file"], file);
    EXPECT_EQ(jobs[0]["model"], "model.py:make");
    const auto ended = program.run({"remote", "attach", jobs[0]["job"], "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr("\"recorded\""));
    expectWhole();
    EXPECT_EQ(program.run({"remote", "attach"}).code, 2);
}

TEST_F(Remote, CtrlCStopsItThere)
{
    machine.start();
    bool asked = false;
    const auto ended = program.watch(words({"--json"}), [&](const std::string& line, int pid) {
        if (tellsThatItRuns(line) && !asked)
            asked = kill(pid, SIGINT) == 0;
    });
    EXPECT_EQ(ended.code, 130);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("interrupted; what was recorded is in " + file));
    ASSERT_EQ(listed().size(), 1U);
    EXPECT_EQ(listed()[0]["status"], "partial");
    EXPECT_TRUE(fs::is_empty(machine.jobs()));
    EXPECT_EQ(machine.killThere("fusescope"), 0) << "nothing runs on";
}

TEST_F(Remote, RequestsAreHandedOn)
{
    machine.start();
    const auto requests = program.folder / "requests";
    ASSERT_EQ(mkfifo(requests.c_str(), 0600), 0);
    const profiler::UniqueFd writing(
        open(requests.c_str(), O_RDWR | O_CLOEXEC)); // NOLINT(*-vararg)
    Program told = program;
    told.input = requests;
    const auto say = [&](const std::string& lines) {
        EXPECT_EQ(
            write(writing.get(), lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
    };
    int started = 0;
    int paused = 0;
    const auto ended = told.watch(shortWords({"--control"}), [&](const std::string& line, int) {
        if (tellsThatItRuns(line) && ++started == 1)
            say("skip nobody\npause\n");
        if (line.find("\"paused\"") != std::string::npos && ++paused == 1)
            say("continue\n");
    });
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("control: the plan has no variant \"nobody\""));
    EXPECT_GT(paused, 0);
    expectWhole();
}

TEST_F(Remote, OfARecordingThatIsKilledThereTheRestComes)
{
    machine.start();
    int killed = 0;
    const auto ended = program.watch(words({"--json"}), [&](const std::string& line, int) {
        if (line.find("\"process_ended\"") != std::string::npos && killed == 0)
            killed = machine.killThere("fusescope");
    });
    EXPECT_GT(killed, 0);
    EXPECT_EQ(ended.code, 130);
    EXPECT_THAT(ended.lastErrorLine(),
        HasSubstr("was killed there by signal 9; what was recorded until then is in " + file));
    ASSERT_EQ(listed().size(), 1U);
    EXPECT_EQ(listed()[0]["status"], "partial");
    EXPECT_THAT(shown({"show", file, "log"}), Not(::testing::IsEmpty()));
}

TEST_F(Remote, AMachineThatRestartsIsSaid)
{
    machine.start();
    bool off = false;
    const auto ended = program.watch(words({"--json"}), [&](const std::string& line, int) {
        if (line.find("\"process_ended\"") == std::string::npos || off)
            return;
        off = true;
        machine.switchOff();
        machine.start();
    });
    EXPECT_EQ(ended.code, 130);
    EXPECT_THAT(ended.lastErrorLine(),
        HasSubstr("was restarted while it recorded; what was recorded until then is in " + file));
    EXPECT_EQ(listed().size(), 1U);
    EXPECT_TRUE(fs::is_empty(machine.jobs()));
}

TEST_F(Remote, NobodyElseIsSentAnything)
{
    machine.start();
    const auto& folder = machine.folder();
    const auto known = textOf(folder / "known_hosts");

    folder.write("known_hosts", "");
    auto ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("does not know the host key"));

    auto other = known.substr(0, known.find(' ') + 1);
    folder.write("known_hosts", other + textOf(folder / "key.pub"));
    ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("is another one than ssh knows"));

    folder.write("known_hosts", known);
    folder.write("authorized_keys", "");
    ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("refuses the key that ssh offers"));

    machine.switchOff();
    ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("cannot be reached"));
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("Connection refused"));
    EXPECT_FALSE(fs::exists(machine.home() / ".cache"));
    EXPECT_FALSE(fs::exists(file));
}

TEST_F(Remote, WhatIsMissingThereIsOneSentence)
{
    machine.start();
    auto all = shortWords();
    all[4] = "/opt/nothing/python";
    auto ended = program.run(all);
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("has no Python at /opt/nothing/python"));
    EXPECT_FALSE(fs::exists(machine.home() / ".cache")) << "nothing was sent";

    all[4] = "/usr/bin/python3"; // the system's has no torch
    ended = program.run(all);
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(
        ended.lastErrorLine(), HasSubstr("nothing can be recorded on " + machine.address()));
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("torch"));

    machine.folder().write("programs/getconf", "#!/bin/sh\necho glibc 2.17\n");
    fs::permissions(machine.folder() / "programs/getconf",
        fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
    ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("has glibc 2.17, and this program needs glibc"));
    EXPECT_FALSE(fs::exists(file));
    EXPECT_TRUE(openJobs().empty());
}

TEST_F(Remote, AFullDiskThereIsSaid)
{
    machine.start("size=4m");
    const auto ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("the disk of " + machine.address() + " is full"));
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("nothing was sent there"));
}

TEST_F(Remote, ADiskThatFillsUpWhileItIsSentIsSaid)
{
    machine.start("size=60m,nr_inodes=20"); // much is free, but no file can be made
    const auto ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("the disk of " + machine.address() + " is full"));
    EXPECT_EQ(machine.run("test -z \"$(find ~/.cache -type f)\""), 0) << "nothing of it is left";
}

TEST_F(Remote, ADiskThatFillsUpWhileItRecordsIsSaid)
{
    // The program lies there, too: of a sanitizer's build it is several times as large.
    const auto mebibytes = fs::file_size(FUSESCOPE_BINARY_DIR "/bin/fusescope") >> 20;
    machine.start("size=" + std::to_string(60 + mebibytes) + "m");
    ASSERT_EQ(
        program.run({"remote", "doctor", machine.address(), "--python", FUSESCOPE_PYTHON}).code, 0);
    ASSERT_EQ(machine.run("cat /dev/zero >~/.cache/rest; truncate -s -65536 ~/.cache/rest"), 0);
    const auto ended = program.run(shortWords());
    EXPECT_NE(ended.code, 0);
    EXPECT_THAT(ended.lastErrorLine(),
        HasSubstr("the disk of " + machine.address() + " filled up while it recorded"));
    const auto listing = program.run({"remote", "list", machine.address(), "--json"});
    EXPECT_TRUE(json::parse(listing.out)["jobs"].empty()) << listing.out;
    EXPECT_TRUE(openJobs().empty());
}

TEST_F(Remote, WhatIsSentIsBounded)
{
    machine.start();
    auto ended = program.run(shortWords({"--send", "nothing.py"}));
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("nothing.py is to be sent and is no file here"));

    fs::create_directory(program.folder / "many");
    for (int i = 0; i < 20'001; ++i)
        std::ofstream(program.folder / "many" / std::to_string(i));
    ended = program.run(shortWords());
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("files and folders, too much to send"));
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("--send"));
}

/// Another machine may be anybody's.
class HostileMachine : public ::testing::Test {
protected:
    [[nodiscard]] Ended recorded(const std::string& script) const
    {
        const auto ssh = folder.write("ssh", "#!/bin/sh\n" + script);
        fs::permissions(ssh, fs::perms::owner_all);
        return program.run({"record", "--on", "ssh://anybody@nowhere", "--model", "builtin:mlp",
            "--variant", "eager", "-o", (folder / "new.fscope").string()});
    }

    TemporaryFolder folder;
    Program program {
        .folder = folder.path(), .environment = {"FUSESCOPE_SSH=" + (folder / "ssh").string()}};
};

TEST_F(HostileMachine, ItsAnswersAreBoundedAndRead)
{
    auto ended = recorded("yes x | head -c 100000000\n");
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("did not do what was asked of it"));
    ended = recorded("echo fusescope-answer; yes key=value | head -c 100000000\n");
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("did not do what was asked of it"));
    ended = recorded("echo fusescope-answer; echo base=../../etc\n");
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("does not say where its user's files lie"));
    ended
        = recorded("echo fusescope-answer; echo base=/tmp; echo system=Plan9; echo machine=vax\n");
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("is a vax machine with Plan9"));
    ended = recorded("printf 'fusescope-answer\\nrefused=\\033[31mred\\n'; exit 3\n");
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.lastErrorLine(), Not(HasSubstr("\033")));
}

TEST_F(HostileMachine, AWordIsNoOptionOfSsh)
{
    const auto ssh = folder.write("ssh", "#!/bin/sh\ntouch " + (folder / "ran").string() + "\n");
    fs::permissions(ssh, fs::perms::owner_all);
    for (const auto* address : {"ssh://-oProxyCommand=x", "ssh://a b", "ssh://user@-x", "ssh://h:0",
             "ssh://h:99999", "ssh://$(id)", "ssh://"}) {
        const auto ended = program.run(
            {"record", "--on", address, "--model", "builtin:mlp", "--variant", "eager"});
        EXPECT_EQ(ended.code, 2);
        EXPECT_THAT(ended.lastErrorLine(), HasSubstr("names no machine")) << address;
    }
    EXPECT_FALSE(fs::exists(folder / "ran"));
    const auto ended
        = program.run({"record", "--on", "box", "--model", "builtin:mlp", "--variant", "eager"});
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("there is no machine \"box\""));
}

TEST(Remotes, AreRememberedByName)
{
    const TemporaryFolder folder;
    const Program program {.folder = folder.path(), .environment = {}};
    ASSERT_EQ(program.run({"remote", "add", "box", "ssh://me@box:22"}).code, 0);
    ASSERT_EQ(program.run({"remote", "add", "gpu", "ssh://gpu", "--python", "/opt/py"}).code, 0);
    ASSERT_EQ(program.run({"remote", "add", "box", "ssh://me@box:2222"}).code, 0);
    EXPECT_EQ(program.run({"remote", "add", "a/b", "ssh://box"}).code, 2);
    EXPECT_EQ(program.run({"remote", "add", "c", "box"}).code, 2);
    auto remotes = json::parse(program.run({"remote", "list", "--json"}).out)["remotes"];
    ASSERT_EQ(remotes.size(), 2U);
    EXPECT_EQ(remotes[0]["name"], "gpu");
    EXPECT_EQ(remotes[0]["python"], "/opt/py");
    EXPECT_EQ(remotes[1]["address"], "ssh://me@box:2222");
    EXPECT_EQ(program.run({"remote", "remove", "gpu"}).code, 0);
    EXPECT_EQ(program.run({"remote", "remove", "gpu"}).code, 1);
    folder.write("config/fusescope/remotes.json", "[]");
    EXPECT_THAT(program.run({"remote", "list"}).lastErrorLine(), HasSubstr("is no list"));
}

} // namespace tests
