// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "tests/support/recorded_example.h"

#include <cstdint>
#include <string>
#include <vector>

/// Recordings of a suite with known truth.
namespace recorded_example {

/// One model of the suite "night", eager and one compiled variant; a speed-up of 0 fails.
inline profiler::ComparisonData suiteRecording(
    int seed, const std::string& model, const std::string& spec, double speedUp)
{
    ExampleOptions options {.seed = static_cast<std::uint64_t>(seed) + 1,
        .variants = exampleVariants(3),
        .cases = {{.name = "b8", .eagerMs = 2.0 + seed, .batch = 8}},
        .coldProcesses = 1,
        .repetitions = 3,
        .rounds = 10,
        .callsPerBlock = 10};
    options.variants[1].speedUp = speedUp;
    options.variants[2].speedUp = speedUp * 1.1;
    if (speedUp == 0) {
        options.variants[1].speedUp = 1;
        options.variants[2].speedUp = 1;
        options.variants[1].failure = "the backend fell over; see the log";
    }
    auto data = recordedExample(options);
    data.plan.workload.spec = spec;
    data.plan.suite = {.suite = "night", .model = model, .task = model};
    return data;
}

inline std::vector<profiler::ComparisonData> suiteExample()
{
    return {suiteRecording(0, "resnet18", "torchvision:resnet18", 1.31),
        suiteRecording(1, "mobilenet_v3_small", "torchvision:mobilenet_v3_small", 0.82),
        suiteRecording(2, "vgg11", "torchvision:vgg11", 1.02),
        suiteRecording(3, "vit_b_16", "torchvision:vit_b_16", 1.52),
        suiteRecording(4, "bert", "transformers:bert", 1.74),
        suiteRecording(5, "distilbert", "transformers:distilbert", 1.61),
        suiteRecording(6, "gpt2", "transformers:gpt2", 0)};
}

} // namespace recorded_example
