// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

/// Real suites through the program, as small as they can be.
namespace tests {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class SmallSuite : public ::testing::Test {
protected:
    void SetUp() override
    {
        write(R"(["builtin:mlp", "builtin:transformer-block", "builtin:nosuch"])");
    }

    void write(const std::string& models) const
    {
        writeText(suite,
            R"({"schema": 1, "name": "tiny", "effort": "quick", "processes": "3",
            "rounds": 10, "calls": 2, "without": ["cold", "check", "trace", "noise", "trial"],
            "variant": ["eager", "same=backend:eager", "aot=backend:aot_eager"], "models": )"
                + models + "}");
    }

    [[nodiscard]] Ended run(std::vector<std::string> more = {}) const
    {
        std::vector<std::string> words {
            "suite", "run", suite, "-o", file, "--python", FUSESCOPE_PYTHON};
        words.insert(words.end(), more.begin(), more.end());
        return program.run(words);
    }

    [[nodiscard]] json shown() const
    {
        return json::parse(program.run({"suite", "show", file, "--json"}).out);
    }

    /// What numpy makes of the ratios, in long double as it is documented.
    [[nodiscard]] double meanByNumpy(const json& ratios) const
    {
        writeText(folder / "ratios.json", ratios.dump());
        const auto command = std::string(FUSESCOPE_PYTHON)
            + " -c 'import json, numpy as n; r = "
              "n.array(json.load(open(\""
            + (folder / "ratios.json").string()
            + "\")), dtype=n.longdouble); print(repr(float(n.exp(n.mean(n.log(r))))))' > "
            + (folder / "mean.txt").string();
        EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT(cert-env33-c): a fixed command
        double mean = 0;
        std::ifstream(folder / "mean.txt") >> mean;
        return mean;
    }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
    std::string suite = (folder.path() / "tiny.json").string();
    std::string file = (folder.path() / "out.fscope").string();
};

} // namespace

TEST_F(SmallSuite, RecordsAllModelsKeepsFailuresAndGoesOnFromWhatIsThere)
{
    const auto first = run();
    EXPECT_EQ(first.code, 4) << first.err;
    EXPECT_THAT(first.err, HasSubstr("mlp: recorded"));
    EXPECT_THAT(first.err, HasSubstr("nosuch"));
    EXPECT_FALSE(std::filesystem::exists(file + ".parts"));
    const auto document = shown();
    EXPECT_EQ(document["suite"], "tiny");
    EXPECT_EQ(document["models"], 3);
    ASSERT_THAT(document["failures"], SizeIs(1));
    EXPECT_EQ(document["failures"][0]["where"][0]["model"], "nosuch");
    ASSERT_THAT(document["means"], SizeIs(2));
    for (const auto& mean : document["means"]) {
        const int counted = mean["counted"];
        EXPECT_EQ(counted + mean["undecided"].get<int>(), 2) << mean.dump(); // as busy as it is
        if (counted > 0) {
            EXPECT_EQ(mean["geometric_mean"].get<double>(), meanByNumpy(mean["ratios"]));
        }
    }
    const auto text = program.run({"suite", "show", file}).out;
    EXPECT_THAT(text, HasSubstr("transformer-block"));
    EXPECT_THAT(text, HasSubstr("geometric mean"));
    EXPECT_THAT(text, HasSubstr("Failed: nosuch: "));

    // Only what is not complete is tried again; of it the newest counts.
    const auto second = run();
    EXPECT_EQ(second.code, 3) << second.err;
    EXPECT_THAT(second.err, HasSubstr("2 recordings are complete"));
    EXPECT_EQ(second.err.find("mlp: recorded"), std::string::npos);
    const auto again = shown();
    EXPECT_EQ(again["rows"].size(), document["rows"].size());

    // Without the failing one nothing is left to do.
    write(R"(["builtin:mlp", "builtin:transformer-block"])");
    const auto third = run();
    EXPECT_EQ(third.code, 0) << third.err;
}

TEST_F(SmallSuite, KeepsWhatIsDoneWhenItIsInterrupted)
{
    int killed = 0;
    const auto ended = program.watch(
        {"suite", "run", suite, "-o", file, "--python", FUSESCOPE_PYTHON, "--json"},
        [&](const std::string& line, int pid) {
            const auto told = json::parse(line, nullptr, false);
            if (told.value("event", "") == "suite" && told.value("ended", 0) == 1 && killed++ == 0)
                ::kill(pid, SIGINT);
        });
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("goes on from there"));
    EXPECT_FALSE(std::filesystem::exists(file + ".parts"));
    const auto document = shown();
    EXPECT_EQ(document["rows"][0]["model"], "mlp");
    EXPECT_EQ(document["rows"][0]["status"], "complete");
}

TEST_F(SmallSuite, SaysBeforehandHowLongItTakes)
{
    const auto planned = json::parse(program.run({"suite", "plan", suite, "--json"}).out);
    ASSERT_THAT(planned["recordings"], SizeIs(3));
    EXPECT_GT(planned["estimated_ns"].get<std::int64_t>(), 0);
    EXPECT_EQ(planned["recordings"][0]["plan"]["suite"]["name"], "tiny");
    const auto listed = json::parse(program.run({"suite", "list", "--json"}).out);
    EXPECT_GE(listed["suites"].size(), 6U);
    const auto refused = program.run({"suite", "run", suite, "--engine", "cloud"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.lastErrorLine(), HasSubstr("expected local"));
}

} // namespace tests
