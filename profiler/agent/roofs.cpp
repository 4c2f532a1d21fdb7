// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"
#include "profiler/agent/device.h"
#include "profiler/model/clocks.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <algorithm>
#include <c10/core/InferenceMode.h>
#include <cstdint>
#include <exception>
#include <stdexcept>

// What a machine can do at most: the best of several runs of one operator that does nothing else.

namespace {

using profiler::agent::chosenDevice;

constexpr std::int64_t longRun = 5'000'000; // ns: from here on a run shows what there is
constexpr int leastRuns = 3;
constexpr std::int64_t narrowest = 256; // of a matrix

at::TensorOptions optionsOf(at::ScalarType type)
{
    return at::TensorOptions(chosenDevice().value_or(c10::Device(c10::kCPU))).dtype(type);
}

template <typename Run>
std::int64_t timeOf(const Run& run)
{
    const auto start = profiler::steadyNow();
    run();
    profiler::agent::synchronise();
    return std::max<std::int64_t>(profiler::steadyNow() - start, 1);
}

/// The shortest of the runs that fit into the time; the first one only warms up.
template <typename Run>
std::int64_t shortestOf(const Run& run, std::int64_t budgetNs)
{
    std::int64_t spent = timeOf(run);
    auto shortest = spent;
    for (int runs = 0; runs < leastRuns || spent < budgetNs; ++runs) {
        const auto ns = timeOf(run);
        shortest = std::min(shortest, ns);
        spent += ns;
    }
    return shortest;
}

/// Bytes a second; what is copied is read once and written once.
double rateOfCopy(std::int64_t bytes, std::int64_t budgetNs)
{
    const auto options = optionsOf(at::kFloat);
    const auto source = at::ones({bytes / 4}, options);
    auto target = at::empty({bytes / 4}, options);
    profiler::agent::synchronise();
    const auto ns = shortestOf([&] { target.copy_(source); }, budgetNs);
    return 2e9 * static_cast<double>(bytes) / static_cast<double>(ns);
}

/// Operations a second of a product of square matrices, each at most so wide: twice as wide until a
/// run is long enough.
double rateOfProduct(at::ScalarType type, std::int64_t widest, std::int64_t budgetNs)
{
    double best = 0;
    for (auto width = std::min(narrowest, widest);; width *= 2) {
        const auto options = optionsOf(type);
        const auto left = at::ones({width, width}, options);
        auto product = at::empty({width, width}, options);
        profiler::agent::synchronise();
        const auto multiply = [&] { at::mm_out(product, left, left); };
        timeOf(multiply); // the first product of a type loads its library: 0.1 s on a GPU
        const bool last = 2 * width > widest || timeOf(multiply) > longRun;
        const auto ns = shortestOf(multiply, last ? budgetNs : 0);
        const auto wide = static_cast<double>(width);
        best = std::max(best, 2e9 * wide * wide * wide / static_cast<double>(ns));
        if (last)
            return best;
    }
}

double rateOf(std::int32_t kind, std::int64_t size, std::int64_t budgetNs)
{
    switch (kind) {
    case FUSESCOPE_ROOF_COPY:
        return rateOfCopy(size, budgetNs);
    case FUSESCOPE_ROOF_MATMUL_FLOAT32:
        return rateOfProduct(at::kFloat, size, budgetNs);
    case FUSESCOPE_ROOF_MATMUL_BFLOAT16:
        return rateOfProduct(at::kBFloat16, size, budgetNs);
    case FUSESCOPE_ROOF_MATMUL_FLOAT16:
        return rateOfProduct(at::kHalf, size, budgetNs);
    default:
        throw std::invalid_argument("the agent knows no such measurement of the machine");
    }
}

} // namespace

int agent_roof(std::int32_t kind, std::int64_t size, std::int64_t budgetNs, double* perSecond)
{
    try {
        const c10::InferenceMode noGradients;
        *perSecond = rateOf(kind, size, budgetNs);
        return 0;
    } catch (const std::exception& error) {
        profiler::agent::holdError(profiler::agent::describe(error));
        return -1;
    }
}
