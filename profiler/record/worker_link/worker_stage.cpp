// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/worker_stage.h"

#include <array>
#include <utility>

namespace profiler {

std::string stageText(std::string_view stage)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> words {{
        {"import", "importing torch and the model's code"},
        {"start_up", "starting the compiler"},
        {"build", "building the model"},
        {"compile", "wrapping what is compiled"},
        {"inputs", "making the inputs"},
        {"warmup", "first calls and warm-up"},
        {"outputs", "running once for the comparison of results"},
        {"trace", "tracing a few calls"},
        {"rounds", "measuring"},
    }};
    for (const auto& [key, text] : words)
        if (key == stage)
            return std::string(text);
    return std::string(stage);
}

} // namespace profiler
