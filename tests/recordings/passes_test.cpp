// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "recording_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace profiler {
namespace {

/// Of the comment `# break: mark` in passes.py.
int lineOf(const std::string& mark)
{
    std::ifstream file(FUSESCOPE_SOURCE_DIR "/tests/recordings/models/passes.py");
    std::string line;
    for (int number = 1; std::getline(file, line); ++number)
        if (line.ends_with("# break: " + mark))
            return number;
    return 0;
}

class Passes : public RecordingTest {
protected:
    /// What the model counted in one call: "passed block=2 forward=1 helper=5".
    [[nodiscard]] std::map<std::string, int> counted() const
    {
        std::map<std::string, int> passes;
        for (const auto& line : sink.log()) {
            std::istringstream words(line.text);
            std::string word;
            if (!(words >> word) || word != "passed")
                continue;
            while (words >> word) {
                const auto sign = word.find('=');
                passes[word.substr(0, sign)] = std::stoi(word.substr(sign + 1));
            }
        }
        return passes;
    }

    [[nodiscard]] const GraphBreak* breakAt(const std::string& mark)
    {
        m_breaks = graphBreaks(data(), 1, 0);
        const auto found = std::ranges::find(m_breaks, lineOf(mark), &GraphBreak::line);
        return found == m_breaks.end() ? nullptr : &*found;
    }

    void recordModel(const std::string& callable)
    {
        const auto outcome = record(planFor(model("passes.py:" + callable)));
        ASSERT_TRUE(outcome) << outcome.error().message;
        ASSERT_EQ(outcome->variantsFailed, 0) << wholeLog();
    }

    std::vector<GraphBreak> m_breaks;
};

TEST_F(Passes, OfALineInASharedHelperAreThoseThatTheModelCounted)
{
    recordModel("shared");
    const auto truth = counted();
    ASSERT_EQ(truth.size(), 3U) << wholeLog();
    ASSERT_EQ(truth.at("helper"), 5);
    for (const auto& [mark, times] : truth) {
        const auto* found = breakAt(mark);
        ASSERT_NE(found, nullptr) << mark;
        ASSERT_TRUE(found->perCall) << mark;
        EXPECT_EQ(*found->perCall, times) << mark;
    }
}

TEST_F(Passes, OfALineInALoopThatTorchGaveUpAreNotKnown)
{
    recordModel("loop");
    const auto truth = counted();
    ASSERT_EQ(truth.at("loop"), 5) << wholeLog();
    const auto* loop = breakAt("loop");
    ASSERT_NE(loop, nullptr);
    EXPECT_FALSE(loop->perCall) << "its function runs in Python: no region tells how often";
    const auto* helper = breakAt("helper");
    ASSERT_NE(helper, nullptr);
    EXPECT_EQ(helper->perCall, truth.at("helper")) << "that is compiled by itself";
}

} // namespace
} // namespace profiler
