// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/inputs_text.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {

namespace {

constexpr std::string_view stroke = "×"; // between the sizes of a stored fact

/// As torch.fx writes them; other types keep their whole name.
std::string shortType(std::string_view dtype)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 12> names {
        {{"float16", "f16"}, {"float32", "f32"}, {"float64", "f64"}, {"bfloat16", "bf16"},
            {"int8", "i8"}, {"int16", "i16"}, {"int32", "i32"}, {"int64", "i64"}, {"uint8", "u8"},
            {"complex64", "c64"}, {"complex128", "c128"}, {"bool", "b8"}}};
    const auto* const found
        = std::ranges::find(names, dtype, [](const auto& name) { return name.first; });
    return std::string(found == names.end() ? dtype : found->second);
}

std::vector<std::string_view> partsOf(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    for (auto end = text.find(separator); end != std::string_view::npos;
         end = text.find(separator)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + separator.size());
    }
    parts.push_back(text);
    return parts;
}

bool isSize(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "8×3" as "8,3"; nullopt: no shape.
std::optional<std::string> shapeOf(std::string_view text)
{
    std::string shape;
    for (const auto size : partsOf(text, stroke)) {
        if (!isSize(size))
            return std::nullopt;
        shape += (shape.empty() ? "" : ",") + std::string(size);
    }
    return shape;
}

/// "x 8×3 float32" or, of a scalar, "x float32".
std::optional<std::string> tensorOf(std::string_view text)
{
    const auto parts = partsOf(text, " ");
    if (parts.size() < 2 || parts.size() > 3 || parts.front().empty() || parts.back().empty())
        return std::nullopt;
    const auto shape = parts.size() == 3 ? shapeOf(parts[1]) : std::string();
    if (!shape)
        return std::nullopt;
    return std::string(parts.front()) + ": " + shortType(parts.back()) + "[" + *shape + "]";
}

std::string sizesText(const TensorSpec& tensor, const char* between)
{
    std::string text;
    for (const auto size : tensor.shape)
        text += (text.empty() ? "" : between) + std::to_string(size);
    return text;
}

/// Each tensor with its file, or with what `shapeText` says of it.
template <typename ShapeText>
std::string joinedInputs(const Case& value, ShapeText shapeText)
{
    std::string text;
    for (const auto& tensor : value.inputs)
        text += (text.empty() ? "" : ", ") + tensor.name
            + (tensor.file.empty() ? shapeText(tensor) : " from " + tensor.file);
    return text;
}

} // namespace

std::string inputsText(const Case& value)
{
    return joinedInputs(value, [](const TensorSpec& tensor) {
        return ": " + shortType(tensor.dtype) + "[" + sizesText(tensor, ",") + "]";
    });
}

std::string storedInputs(const Case& value)
{
    return joinedInputs(value, [](const TensorSpec& tensor) {
        return (tensor.shape.empty() ? "" : " ") + sizesText(tensor, "×") + " " + tensor.dtype;
    });
}

std::string inputsTextOf(const std::string& stored)
{
    std::string text;
    for (const auto part : partsOf(stored, ", ")) {
        const auto tensor = tensorOf(part);
        if (!tensor)
            return stored;
        text += (text.empty() ? "" : ", ") + *tensor;
    }
    return text;
}

std::string itemUnitOf(const Workload& workload, const Case& value)
{
    constexpr std::size_t dimensionsOfImages
        = 4; // batch, channels, height, width; a video has five
    if (!workload.itemUnit.empty())
        return workload.itemUnit;
    const bool images = workload.spec.starts_with("torchvision:") && !value.inputs.empty()
        && value.inputs.front().shape.size() == dimensionsOfImages;
    return images ? "images" : "items";
}

} // namespace profiler
