// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

/// The gate on a small repository, through the program and real workers.
namespace tests {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// One break is known. Calls cost nothing: what is compared is structure.
constexpr auto knownModel = R"(import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 8)

    def forward(self, x):
        x = self.layer(x)
        print("known")
        return torch.relu(x)


def make():
    torch.manual_seed(0)
    return Model().eval(), torch.ones(4, 8)
)";

/// The same with what is given before its last line of work.
std::string modelWith(const std::string& lines)
{
    std::string text = knownModel;
    text.insert(text.find("        return torch.relu"), lines);
    return text;
}

constexpr auto commented = "        # a comment\n";

class Check : public ::testing::Test {
protected:
    void SetUp() override
    {
        writePlan({});
        folder.write("model.py", knownModel);
        git("init");
        git("add model.py fusescope-check.json");
        git("commit -m first");
    }

    /// `more` stands in the compiled variant.
    void writePlan(const std::string& more, const std::string& protocol = "{}") const
    {
        folder.write("fusescope-check.json",
            R"({"schema": 1,
            "workload": {"spec": "model.py:make"}, "python": ")" FUSESCOPE_PYTHON R"(",
            "protocol": )"
                + protocol + R"(,
            "variants": [{"name": "eager"},
                {"name": "compiled", "kind": "compiled", "compile": {"backend": "eager"})"
                + more + "}]}");
    }

    /// Of two trees or environments nobody asks here whether their results are alike.
    void writePlanWithoutResults() const { writePlan({}, R"({"check_inputs": 0})"); }

    void git(const std::string& words) const
    {
        run("git -C " + folder.path().string() + " -c user.name=a -c user.email=a@b " + words);
    }

    static void run(const std::string& words)
    {
        const auto command = words + " >/dev/null 2>&1";
        // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe)
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }

    [[nodiscard]] Ended check(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {"check", "--structure"});
        return program.run(words);
    }

    [[nodiscard]] bool someTreeIsLeft() const
    {
        return std::filesystem::exists(folder / ".git/worktrees");
    }

    /// The states of the compiled variant's breaks, each with its line.
    static std::vector<std::string> breaksIn(const std::string& document)
    {
        std::vector<std::string> states;
        const auto checks = json::parse(document)["checks"];
        for (const auto& check : checks)
            if (check["check"] == "graph_breaks" && check["variant"] == "compiled")
                for (const auto& place : check["places"])
                    states.push_back(place["state"].get<std::string>() + " "
                        + place["file"].get<std::string>() + ":"
                        + std::to_string(place["line"].get<int>()));
        return states;
    }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
};

} // namespace

/// One lock file for all that is asked of it: each recording takes a while.
TEST_F(Check, ALockFileHoldsThroughACommentAndNamesANewBreak)
{
    folder.write("fusescope.lock.json", R"({"schema": 1, "torch": "", "structure": [
        {"variant": "compiled", "case": "default", "entry": "variant", "outcome": "ran"}]})");
    const auto updated = check({"--update"});
    ASSERT_EQ(updated.code, 0) << updated.err << updated.out;
    EXPECT_THAT(updated.out, HasSubstr("Wrote fusescope.lock.json"));
    EXPECT_THAT(updated.out, HasSubstr("Against what it held before: 1 worse,"));
    EXPECT_THAT(textOf(folder / "fusescope.lock.json"),
        HasSubstr(R"lock("source":"print(\"known\")")lock"));

    folder.write("model.py", std::string("# a comment\n\n") + modelWith(commented));
    const auto same = check({});
    EXPECT_EQ(same.code, 0) << same.out << same.err;
    EXPECT_THAT(same.out, HasSubstr("Holds"));

    folder.write("model.py", modelWith(std::string(commented) + "        print(\"new\")\n"));
    const auto worse = check(
        {"--json", "--junit", "check.xml", "--sarif", "check.sarif", "--markdown", "check.md"});
    EXPECT_EQ(worse.code, 1) << worse.err;
    EXPECT_EQ(json::parse(worse.out)["outcome"], "regressed");
    EXPECT_THAT(breaksIn(worse.out), ElementsAre("new model.py:13", "known model.py:11"));
    EXPECT_THAT(textOf(folder / "check.xml"), HasSubstr("<failure"));
    EXPECT_THAT(textOf(folder / "check.md"), HasSubstr("model.py:13"));
    EXPECT_THAT(textOf(folder / "check.sarif"), HasSubstr("\"level\": \"error\""));

    folder.write("model.py", "def make():\n    raise RuntimeError('broken')\n");
    const auto broken = check({});
    EXPECT_EQ(broken.code, 3) << broken.out;
    EXPECT_THAT(broken.lastErrorLine(), HasSubstr("cannot be run"));
}

TEST_F(Check, AgainstARevisionOnlyWhatIsNewIsNewAndTheTreeIsTakenAway)
{
    writePlanWithoutResults();
    git("commit -am plan");
    folder.write("model.py", modelWith(std::string(commented) + "        print(\"new\")\n"));
    const auto worse = check({"--against", "git:HEAD", "--json"});
    EXPECT_EQ(worse.code, 1) << worse.out << worse.err;
    EXPECT_THAT(breaksIn(worse.out), ElementsAre("new model.py:13", "known model.py:11"));
    EXPECT_THAT(worse.out, HasSubstr("changes in 1 file"));
    EXPECT_FALSE(someTreeIsLeft());
}

TEST_F(Check, ARevisionThatDoesNotImportIsAnError)
{
    folder.write("model.py", "raise RuntimeError('broken')\n");
    git("commit -am broken");
    folder.write("model.py", knownModel);
    const auto ended = check({"--against", "git:HEAD"});
    EXPECT_EQ(ended.code, 3) << ended.out;
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("HEAD"));
    EXPECT_FALSE(someTreeIsLeft());
}

/// The other environment has a module more, with which the model does not leave its graph.
TEST_F(Check, AgainstAnEnvironmentTheOtherSideRunsInIt)
{
    writePlanWithoutResults();
    const auto other = folder / "other";
    folder.write("make_environment.py", R"(import importlib.util, pathlib, sys, venv
venv.create(sys.argv[1], symlinks=True)
packages = next(pathlib.Path(sys.argv[1]).glob("lib/python*/site-packages"))
installed = pathlib.Path(importlib.util.find_spec("torch").origin).parents[1]
(packages / "torch.pth").write_text(f"{installed}\n")
(packages / "quick_words.py").write_text("")
)");
    run(FUSESCOPE_PYTHON " " + (folder / "make_environment.py").string() + " " + other.string());
    folder.write("config/fusescope/environments.json",
        R"({"schema": 1, "environments": [{"name": "other", "python": ")"
            + (other / "bin" / "python").string() + "\"}]}");
    folder.write("model.py",
        "import importlib.util\nSLOW = importlib.util.find_spec(\"quick_words\") is None\n"
            + modelWith("        if SLOW:\n            print(\"slow\")\n"));
    const auto worse = check({"--against", "env:other", "--json"});
    EXPECT_EQ(worse.code, 1) << worse.out << worse.err;
    EXPECT_THAT(breaksIn(worse.out), ElementsAre("new model.py:15", "known model.py:13"));
    EXPECT_EQ(json::parse(worse.out)["reference"]["kind"], "environment");
}

TEST_F(Check, AVariantThatCrashesRegressesAndTheOtherIsStillCompared)
{
    writePlan(R"(, "environment": {"CRASHES": "1"})", R"({"check_inputs": 0})");
    folder.write("model.py",
        "import os\nCRASHES = \"CRASHES\" in os.environ\n"
            + modelWith("        if CRASHES:\n            os.abort()\n"));
    folder.write("fusescope.lock.json", R"({"schema": 1, "torch": "", "structure": [
        {"variant": "compiled", "case": "default", "entry": "variant", "outcome": "ran"},
        {"variant": "eager", "case": "default", "entry": "variant", "outcome": "ran"}]})");
    const auto ended = check({"--json"});
    EXPECT_EQ(ended.code, 1) << ended.out << ended.err;
    const auto document = json::parse(ended.out);
    ASSERT_GE(document["checks"].size(), 2U);
    for (const auto& each : document["checks"])
        if (each["check"] == "outcome") {
            EXPECT_EQ(each["outcome"], each["variant"] == "eager" ? "holds" : "regressed");
        }
}

/// The first time the recorder is killed while the other tree lies there; the second time it is
/// interrupted.
TEST_F(Check, TreesOfAKilledCheckAreTakenAwayByTheNextOneAndByAnInterruptedOneAtOnce)
{
    const auto marker = (folder / "killed").string();
    folder.write("model.py",
        R"py(import os, pathlib, signal

stat = pathlib.Path(f"/proc/{os.getppid()}/stat").read_text()  # of the worker's supervisor
recorder = int(stat.rpartition(")")[2].split()[1])
assert pathlib.Path(f"/proc/{recorder}/comm").read_text().strip() == "fusescope"
marker = pathlib.Path(")py"
            + marker + R"py(")
once = marker.exists()
marker.touch()
os.kill(recorder, signal.SIGINT if once else signal.SIGKILL)
)py" + std::string(knownModel));
    git("commit -am killing");
    const auto killed = check({"--against", "git:HEAD"});
    EXPECT_EQ(killed.code, 128 + SIGKILL) << killed.err;
    EXPECT_TRUE(someTreeIsLeft());
    const auto interrupted = check({"--against", "git:HEAD"});
    EXPECT_EQ(interrupted.code, 130) << interrupted.err;
    EXPECT_THAT(interrupted.lastErrorLine(), HasSubstr("nothing was compared"));
    EXPECT_FALSE(someTreeIsLeft());
}

} // namespace tests
