// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/tensor_argument.h"

#include "app/cli/arguments/argument_error.h"
#include "profiler/model/case.h"
#include "profiler/model/plan/torch_words.h"
#include "profiler/model/quantity.h"
#include "profiler/model/text/parted.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace cli {
namespace {

using profiler::Case;
using profiler::IntegerRange;
using profiler::Result;
using profiler::TensorSpec;

constexpr auto tensorGrammar = "NAME=SHAPE:TYPE, such as x=8x3x64x64:float32 or "
                               "ids=8x32:int64[0,30522), or NAME=FILE, such as x=inputs.pt";
constexpr auto caseGrammar
    = "NAME:TENSOR;TENSOR, such as s32:ids=8x32:int64[0,30522);mask=8x32:bool";

tl::unexpected<profiler::Error> bad(std::string_view word, std::string_view expected)
{
    return badWord("--input", word, expected);
}

/// Where a file's name ends, or npos when the text names none.
std::size_t fileEnd(std::string_view text)
{
    for (const std::string_view suffix : {".pt", ".pth", ".npz", ".npy"}) {
        if (text.ends_with(suffix))
            return text.size();
        if (const auto at = text.find(std::string(suffix) + ":"); at != std::string_view::npos)
            return at + suffix.size();
    }
    return std::string_view::npos;
}

Result<std::vector<std::int64_t>> shapeFrom(std::string_view text, std::string_view word)
{
    std::vector<std::int64_t> shape;
    if (text.empty())
        return shape; // a single number
    for (const auto part : profiler::parted(text, 'x')) {
        const auto size = profiler::wholeNumber(part);
        if (!size)
            return bad(
                word, "sizes parted by x, such as 8x3x64x64, found \"" + std::string(text) + "\"");
        shape.push_back(*size);
    }
    return shape;
}

Result<IntegerRange> rangeFrom(std::string_view text, std::string_view word)
{
    const auto parts = profiler::parted(text.substr(1, text.size() - 2), ',');
    const auto low = parts.size() == 2 ? profiler::signedNumber(parts[0]) : std::nullopt;
    const auto high = parts.size() == 2 ? profiler::signedNumber(parts[1]) : std::nullopt;
    if (!text.ends_with(')') || !low || !high)
        return bad(
            word, "a range [LOW,HIGH) without HIGH itself, found \"" + std::string(text) + "\"");
    return IntegerRange {.low = *low, .high = *high};
}

Result<TensorSpec> madeTensor(TensorSpec tensor, std::string_view text, std::string_view word)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return bad(word, tensorGrammar);
    auto shape = shapeFrom(text.substr(0, colon), word);
    if (!shape)
        return tl::unexpected(shape.error());
    tensor.shape = std::move(*shape);
    const auto type = text.substr(colon + 1);
    const auto bracket = std::min(type.find('['), type.size());
    tensor.dtype = profiler::dtypeName(type.substr(0, bracket));
    if (tensor.dtype.empty())
        return bad(word, tensorGrammar);
    if (bracket < type.size()) {
        auto range = rangeFrom(type.substr(bracket), word);
        if (!range)
            return tl::unexpected(range.error());
        tensor.range = *range;
    }
    return tensor;
}

} // namespace

Result<TensorSpec> tensorFrom(std::string_view word)
{
    const auto equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size())
        return bad(word, tensorGrammar);
    TensorSpec tensor {.name = std::string(word.substr(0, equals))};
    const auto value = word.substr(equals + 1);
    const auto end = fileEnd(value);
    if (end == std::string_view::npos)
        return madeTensor(std::move(tensor), value, word);
    tensor.file = value.substr(0, end);
    tensor.key = end < value.size() ? value.substr(end + 1) : std::string_view();
    return tensor;
}

std::optional<std::pair<std::size_t, std::size_t>> shapePlace(std::string_view word)
{
    const auto equals = word.find('=');
    if (equals == std::string_view::npos || fileEnd(word.substr(equals + 1)) != std::string::npos)
        return std::nullopt;
    const auto colon = word.find(':', equals);
    if (colon == std::string_view::npos)
        return std::nullopt;
    return std::pair(equals + 1, colon - equals - 1);
}

Result<Case> caseFrom(std::string_view word)
{
    const auto colon = word.find(':');
    const auto equals = word.find('=');
    if (colon == std::string_view::npos || colon == 0 || equals < colon)
        return badWord("--case", word, caseGrammar);
    Case made {.name = std::string(word.substr(0, colon))};
    for (const auto part : profiler::parted(word.substr(colon + 1), ';')) {
        auto tensor = tensorFrom(part);
        if (!tensor)
            return badWord("--case", word,
                std::string(caseGrammar) + "; its tensor \"" + std::string(part)
                    + "\" is not understood");
        made.inputs.push_back(std::move(*tensor));
    }
    return made;
}

} // namespace cli
