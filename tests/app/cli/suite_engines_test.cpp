// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"
#include "tests/app/cli/slurm_cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

/// The same small recordings by a real Slurm, by Ray and here.
namespace tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr int recordings = 12;

/// As few processes as possible. A block of 200 calls is long enough for the clock of any machine;
/// shorter blocks are lengthened on some machines, and the engines' structures would differ.
std::string suiteOf(int count)
{
    auto models = json::array();
    for (int i = 0; i < count; ++i)
        models.push_back({{"model", "builtin:mlp"}, {"name", "m" + std::to_string(100 + i)},
            {"arg", {{"hidden", 16 + i}}}});
    return json {{"schema", 1}, {"name", "tiny"}, {"effort", "quick"}, {"processes", "1"},
        {"rounds", 2}, {"calls", 200}, {"without", {"cold", "check", "trace", "noise", "trial"}},
        {"variant", {"eager", "same=backend:eager"}}, {"models", models}}
        .dump();
}

/// "0100007F": what the processes listen on whose command line holds `word`, as /proc tells it.
std::set<std::string> addressesOf(const std::string& word)
{
    std::set<std::string> sockets;
    std::error_code ignored;
    for (const auto& process : fs::directory_iterator("/proc", ignored)) {
        if (textOf(process.path() / "cmdline").find(word) == std::string::npos)
            continue;
        for (const auto& opened : fs::directory_iterator(process.path() / "fd", ignored))
            sockets.insert(fs::read_symlink(opened.path(), ignored).string());
    }
    std::set<std::string> addresses;
    for (const auto* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        std::istringstream lines(textOf(table));
        for (std::string line; std::getline(lines, line);) {
            std::istringstream fields(line);
            std::vector<std::string> parts {std::istream_iterator<std::string>(fields), {}};
            constexpr auto listening = "0A";
            if (parts.size() > 9 && parts[3] == listening
                && sockets.contains("socket:[" + parts[9] + "]"))
                addresses.insert(parts[1].substr(0, parts[1].find(':')));
        }
    }
    return addresses;
}

std::vector<json> eventsIn(const std::string& out, const std::string& kind)
{
    std::vector<json> events;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) {
        auto event = json::parse(line, nullptr, false);
        if (event.is_object() && event.value("event", "") == kind)
            events.push_back(std::move(event));
    }
    return events;
}

class SuiteEngines : public ::testing::Test {
protected:
    void SetUp() override { writeText(folder / "tiny.json", suiteOf(recordings)); }

    [[nodiscard]] static std::vector<std::string> words(
        const std::string& engine, const std::string& file, std::vector<std::string> more = {})
    {
        std::vector<std::string> all {"suite", "run", "tiny.json", "-o", file, "--python",
            FUSESCOPE_PYTHON, "--engine", engine, "--json"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    /// What was recorded, without what each recording has its own of: times, places, verdicts.
    [[nodiscard]] json structureOf(const std::string& file) const
    {
        auto rows = json::object();
        const auto shown = json::parse(program.run({"suite", "show", file, "--json"}).out);
        for (const auto& row : shown["rows"]) {
            auto kept = json::object();
            for (const auto* key :
                {"status", "family", "family_by", "case", "device", "dtype", "batch", "baseline"})
                kept[key] = row.value(key, json());
            for (const auto& variant : row.value("variants", json::array()))
                kept["variants"].push_back(
                    {variant["variant"], variant.value("graph_breaks", json()),
                        variant.value("recompiles", json()), variant.value("failure", json())});
            rows[row["model"]] = kept;
        }
        const auto counts = json::parse(program
                                            .run({"sql", file,
                                                "SELECT c.name, p.kind, p.variant_index, "
                                                "p.repetition, p.outcome, b.kind, b.round, "
                                                "count(*), sum(b.wall_count) "
                                                "FROM comparison c JOIN process p ON "
                                                "p.comparison_id = c.id JOIN block b ON "
                                                "b.process_id = p.id WHERE b.round >= 0 AND "
                                                "b.repeated = 0 GROUP BY 1, 2, 3, 4, 5, 6, 7 "
                                                "ORDER BY 1, 2, 3, 4, 5, 6, 7",
                                                "--json"})
                                            .out);
        return {{"rows", rows}, {"counts", counts["rows"]}};
    }

    [[nodiscard]] json local() const
    {
        const auto ran = program.run(words("local", "local.fscope"));
        EXPECT_EQ(ran.code, 0) << ran.err;
        return structureOf("local.fscope");
    }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
};

class SlurmSuite : public SuiteEngines {
protected:
    void SetUp() override
    {
        if (const auto why = SlurmCluster::whyNot(); !why.empty())
            GTEST_SKIP() << why;
        SuiteEngines::SetUp();
        ASSERT_TRUE(cluster.start()) << cluster.logs();
        program.environment.push_back(cluster.variable());
        // The node has process numbers of its own, as if it were another machine.
        fs::create_directory(folder / "tmp");
        program.environment.push_back("TMPDIR=" + (folder / "tmp").string());
    }

    /// The job of the state file; empty: there is none.
    [[nodiscard]] std::string job(const std::string& file) const
    {
        const auto state
            = json::parse(textOf(folder / (file + ".parts/slurm.json")), nullptr, false);
        return state.is_object() ? state["arrays"][0].value("job", "") : "";
    }

    SlurmCluster cluster;
};

} // namespace

TEST_F(SlurmSuite, TwelveRecordingsOutliveTheirCommandACancelledTaskAndADrainedNode)
{
    // The command is killed; its array goes on.
    std::string firstJob;
    const auto killed
        = program.watch(words("slurm", "out.fscope"), [&](const std::string& line, int pid) {
              if (line.find("task_ended") != std::string::npos && firstJob.empty()) {
                  firstJob = job("out.fscope");
                  ::kill(pid, SIGKILL);
              }
          });
    ASSERT_EQ(killed.code, 128 + SIGKILL) << killed.err << cluster.logs();
    ASSERT_NE(firstJob, "");
    const auto elsewhere = program.run(words("local", "out.fscope"));
    EXPECT_EQ(elsewhere.code, 2);
    EXPECT_THAT(elsewhere.lastErrorLine(), HasSubstr("--engine slurm"));

    // The next one goes on with it, through a drained node and a cancelled element.
    std::string waited;
    bool drained = false;
    const auto second
        = program.watch(words("slurm", "out.fscope"), [&](const std::string& line, int) {
              const auto event = json::parse(line, nullptr, false);
              const auto waiting = event.value("waiting", "");
              const auto kind = event.value("event", "");
              if (kind == "task_ended" && !std::exchange(drained, true)) {
                  EXPECT_EQ(job("out.fscope"), firstJob);
                  cluster.drain();
              } else if (waiting.find("DRAIN") != std::string::npos && waited.empty()) {
                  waited = waiting;
                  const auto next = cluster.waitingElement(); // not begun, so it cannot be over
                  cluster.resume();
                  cluster.awaitBeginOf(next);
                  static_cast<void>(cluster.run("scancel " + next));
              }
          });
    EXPECT_EQ(second.code, 4) << second.err << cluster.logs();
    EXPECT_THAT(waited, HasSubstr("Nodes required for job are DOWN, DRAINED"));
    std::map<std::string, std::string> failed;
    for (const auto& end : eventsIn(second.out, "task_ended"))
        if (end["exit_code"] != 0)
            failed[end["task"]] = end["text"];
    ASSERT_THAT(failed, SizeIs(1)) << second.out;
    EXPECT_EQ(failed.begin()->second, "cancelled in Slurm");
    EXPECT_FALSE(fs::exists(folder / "out.fscope.parts"));
    const auto partly = json::parse(program.run({"suite", "show", "out.fscope", "--json"}).out);
    EXPECT_EQ(partly["models"], recordings);

    // What is missing is recorded by another array, and nothing else.
    const auto third = program.run(words("slurm", "out.fscope"));
    EXPECT_EQ(third.code, 0) << third.err;
    const auto again = eventsIn(third.out, "task_ended");
    ASSERT_THAT(again, SizeIs(1));
    EXPECT_EQ(again[0]["task"], failed.begin()->first);

    const auto there = structureOf("out.fscope");
    EXPECT_EQ(there["rows"].size(), recordings);
    EXPECT_EQ(there, local());
}

TEST_F(SlurmSuite, KilledBeforeItKnowsItsJobItIsNotSubmittedTwice)
{
    writeText(folder / "tiny.json", suiteOf(2));
    fs::create_directory(folder / "bin");
    writeText(folder / "bin/sbatch", "#!/bin/sh\n/usr/bin/sbatch \"$@\"; kill -9 $PPID\n");
    fs::permissions(folder / "bin/sbatch", fs::perms::owner_all);
    auto dying = program;
    dying.environment.push_back("PATH=" + (folder / "bin").string() + ":/usr/bin:/bin");
    EXPECT_EQ(dying.run(words("slurm", "out.fscope")).code, 128 + SIGKILL);
    EXPECT_EQ(job("out.fscope"), "");
    const auto after = program.run(words("slurm", "out.fscope"));
    EXPECT_EQ(after.code, 0) << after.err << cluster.logs();
    EXPECT_EQ(structureOf("out.fscope")["rows"].size(), 2);
    EXPECT_EQ(
        cluster.run("squeue --noheader --array --states=all --format=%F_%K | sort"), "1_0\n1_1\n");
}

TEST_F(SlurmSuite, InterruptedItEndsWhatRunsAndStartsNoOther)
{
    writeText(folder / "tiny.json", suiteOf(3));
    int asked = 0;
    const auto ended
        = program.watch(words("slurm", "out.fscope"), [&](const std::string& line, int pid) {
              const auto event = json::parse(line, nullptr, false);
              if (!event.value("running", "").empty() && asked++ == 0)
                  ::kill(pid, SIGTERM); // as Ctrl-C, which a shell's background is deaf to
          });
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("goes on from there"));
    EXPECT_EQ(cluster.run("squeue --noheader --states=PENDING,RUNNING"), "");
    EXPECT_FALSE(fs::exists(folder / "out.fscope.parts"));
    const auto again = program.run(words("slurm", "out.fscope"));
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(structureOf("out.fscope")["rows"].size(), 3);
}

TEST_F(SlurmSuite, WhatSlurmRefusesIsOneSentenceAndLeavesNothing)
{
    const auto partition
        = program.run(words("slurm", "out.fscope", {"--engine-option", "--partition=nowhere"}));
    EXPECT_EQ(partition.code, 2);
    EXPECT_THAT(partition.lastErrorLine(), HasSubstr("invalid partition specified: nowhere"));
    EXPECT_FALSE(fs::exists(folder / "out.fscope.parts"));
    EXPECT_EQ(cluster.run("squeue --noheader"), "");

    const auto ours = program.run(words("slurm", "out.fscope", {"--engine-option", "--array=0-3"}));
    EXPECT_EQ(ours.code, 2);
    EXPECT_THAT(ours.lastErrorLine(), HasSubstr("leave it out"));

    auto elsewhere = program;
    elsewhere.environment.emplace_back("PATH=/nowhere");
    const auto absent = elsewhere.run(words("slurm", "out.fscope"));
    EXPECT_EQ(absent.code, 2);
    EXPECT_THAT(absent.lastErrorLine(), HasSubstr("sbatch is not on PATH"));
}

/// Programs of Slurm that say so, and a real recorder that is killed in the middle.
TEST_F(SuiteEngines, ARecordingWhoseNodeFailedSaysSo)
{
    auto suite = json::parse(suiteOf(1));
    suite["rounds"] = 400;
    writeText(folder / "tiny.json", suite.dump());
    fs::create_directory(folder / "bin");
    const auto write = [&](const std::string& name, const std::string& script) {
        writeText(folder / ("bin/" + name), "#!/bin/sh\n" + script);
        fs::permissions(folder / ("bin/" + name), fs::perms::owner_all);
    };
    write("sbatch",
        "cd out.fscope.parts/*/ || exit 1\n"
        "exec 3>&1 >log.txt 2>&1\n" FUSESCOPE_BINARY_DIR
        "/bin/fusescope record plan.json -o recording.fscope --json >progress.jsonl &\n"
        "for i in $(seq 1200); do grep -q warmup progress.jsonl && break; sleep 0.1; "
        "done\n"
        "sleep 1; kill -KILL $!; echo 7 >&3\n");
    write("squeue", "echo '7|0|NODE_FAIL|NodeDown'\n");
    write("scancel", "");
    program.environment.push_back("PATH=" + (folder / "bin").string() + ":/usr/bin:/bin");
    const auto ran = program.run(words("slurm", "out.fscope"));
    EXPECT_EQ(ran.code, 3) << ran.err;
    const auto shown = program.run({"suite", "show", "out.fscope"});
    EXPECT_THAT(shown.out, HasSubstr("its node failed or stopped answering Slurm (NODE_FAIL)"));
    EXPECT_THAT(shown.out, ::testing::Not(HasSubstr("copied while")));
}

/// Needs an interpreter that has ray: FUSESCOPE_RAY_PYTHON names it.
TEST_F(SuiteEngines, RayRecordsTheSameAsThisMachine)
{
    const char* python = std::getenv("FUSESCOPE_RAY_PYTHON"); // NOLINT(concurrency-mt-unsafe)
    if (python == nullptr)
        GTEST_SKIP() << "FUSESCOPE_RAY_PYTHON names no interpreter with ray";
    std::set<std::string> addresses;
    const auto ran = program.watch(
        words("ray", "out.fscope", {"--engine-option", "python=" + std::string(python)}),
        [&](const std::string& line, int) {
            if (line.find("task_ended") != std::string::npos && addresses.empty())
                addresses = addressesOf("/fs-ray-");
        });
    EXPECT_FALSE(addresses.empty());
    for (const auto& address : addresses)
        EXPECT_TRUE(address == "0100007F" || address == "0000000000000000FFFF00000100007F")
            << address << " is not 127.0.0.1";
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(eventsIn(ran.out, "task_ended"), SizeIs(recordings));
    EXPECT_FALSE(fs::exists(folder / "out.fscope.parts"));
    EXPECT_EQ(structureOf("out.fscope"), local());

    writeText(folder / "tiny.json", suiteOf(3));
    int asked = 0;
    const auto ended = program.watch(
        words("ray", "stopped.fscope", {"--engine-option", "python=" + std::string(python)}),
        [&](const std::string& line, int pid) {
            const auto event = json::parse(line, nullptr, false);
            if (!event.value("running", "").empty() && asked++ == 0)
                ::kill(pid, SIGTERM); // as Ctrl-C, which a shell's background is deaf to
        });
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_FALSE(fs::exists(folder / "stopped.fscope.parts"));
}

TEST_F(SuiteEngines, AnInterpreterWithoutRayIsOneSentence)
{
    const auto ran = program.run(words("ray", "out.fscope"));
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.lastErrorLine(), HasSubstr("pip install ray"));
    EXPECT_FALSE(fs::exists(folder / "out.fscope.parts"));
}

} // namespace tests
