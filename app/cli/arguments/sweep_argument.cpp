// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/sweep_argument.h"

#include "app/cli/arguments/argument_error.h"
#include "app/cli/arguments/tensor_argument.h"
#include "profiler/model/plan/sweep_words.h"

#include <utility>

namespace cli {
namespace {

using profiler::Result;
using profiler::SweepAxis;
using profiler::SweptTensor;

/// A tensor of any shape first; its sizes are read with the names of the axes.
Result<SweptTensor> sweptTensorFrom(const std::string& word, const std::vector<SweepAxis>& axes)
{
    const auto place = shapePlace(word);
    if (!place) { // of a file: it has the same shape in every case
        return tensorFrom(word).map(
            [](profiler::TensorSpec tensor) { return SweptTensor {.tensor = std::move(tensor)}; });
    }
    auto sizes = sweptSizes(std::string_view(word).substr(place->first, place->second), axes);
    if (!sizes)
        return badWord("--input", word, sizes.error().message);
    auto plain = word;
    plain.replace(place->first, place->second, "1");
    return tensorFrom(plain).map([&](profiler::TensorSpec tensor) {
        return SweptTensor {.tensor = std::move(tensor), .sizes = std::move(*sizes)};
    });
}

} // namespace

Result<std::vector<profiler::Case>> sweptCasesFrom(
    const std::vector<std::string>& sweeps, const std::vector<std::string>& inputs)
{
    const auto axes = profiler::sweepAxesFrom(sweeps);
    if (!axes)
        return tl::unexpected(axes.error());
    std::vector<SweptTensor> tensors;
    for (const auto& word : inputs) {
        auto tensor = sweptTensorFrom(word, *axes);
        if (!tensor)
            return tl::unexpected(tensor.error());
        tensors.push_back(std::move(*tensor));
    }
    auto cases = profiler::sweptCases(*axes, tensors);
    if (!cases)
        return badWord("--sweep", sweeps.front(), cases.error().message);
    return cases;
}

Result<std::vector<profiler::Case>> furtherCasesFrom(
    const std::vector<std::string>& sweeps, const std::vector<profiler::Case>& recorded)
{
    const auto axes = profiler::sweepAxesFrom(sweeps);
    if (!axes)
        return tl::unexpected(axes.error());
    auto cases = profiler::furtherCases(recorded, *axes);
    if (!cases)
        return badWord("--sweep", sweeps.front(), cases.error().message);
    return cases;
}

} // namespace cli
