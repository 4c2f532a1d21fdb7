// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/elementwise_name.h"

#include "profiler/model/text/trimmed.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

namespace profiler {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// "f" of "at::native::(anonymous namespace)::f<int>(…)": the identifier behind namespaces.
std::string_view withoutLeadingNamespaces(std::string_view text)
{
    constexpr std::string_view anonymous = "(anonymous namespace)::";
    for (;;) {
        if (text.starts_with(anonymous)) {
            text.remove_prefix(anonymous.size());
            continue;
        }
        const auto end = static_cast<std::size_t>(
            std::find_if_not(text.begin(), text.end(), isWord) - text.begin());
        if (end == 0 || !text.substr(end).starts_with("::"))
            return text;
        text.remove_prefix(end + 2);
    }
}

std::string_view wordOf(std::string_view text)
{
    return text.substr(0,
        static_cast<std::size_t>(
            std::find_if_not(text.begin(), text.end(), isWord) - text.begin()));
}

/// What stands between the first "<" and its ">", parted at the outermost commas.
std::vector<std::string_view> templateArguments(std::string_view text)
{
    std::vector<std::string_view> arguments;
    const auto open = text.find('<');
    if (open == std::string_view::npos)
        return arguments;
    int depth = 0;
    std::size_t start = open + 1;
    for (auto i = open + 1; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '<' || c == '(' || c == '{') {
            ++depth;
        } else if (depth > 0 && (c == '>' || c == ')' || c == '}')) {
            --depth;
        } else if (depth == 0 && (c == ',' || c == '>')) {
            arguments.push_back(trimmed(text.substr(start, i - start)));
            start = i + 1;
            if (c == '>')
                break;
        }
    }
    return arguments;
}

std::string typeName(std::string_view type)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> names {
        {{"c10::BFloat16", "bf16"}, {"c10::Half", "f16"}, {"float", "f32"}, {"double", "f64"},
            {"c10::Float8_e4m3fn", "f8e4m3"}, {"c10::Float8_e5m2", "f8e5m2"},
            {"c10::complex<float>", "c64"}, {"c10::complex<double>", "c128"}, {"long", "i64"},
            {"int", "i32"}, {"short", "i16"}, {"signed char", "i8"}, {"unsigned char", "u8"},
            {"bool", "bool"}}};
    const auto* known = std::find_if(
        names.begin(), names.end(), [&](const auto& each) { return each.first == type; });
    return std::string(known == names.end() ? withoutLeadingNamespaces(type) : known->second);
}

struct Operation {
    std::string name;
    std::string type; ///< of the elements; empty: not told
};

std::string withSmallFirst(std::string_view word)
{
    std::string text(word);
    if (!text.empty())
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

/// The first parameter of the last lambda that has any: "{lambda(c10::BFloat16, bool)#1}".
std::string typeOfLambda(std::string_view text)
{
    constexpr std::string_view lambda = "{lambda(";
    for (auto at = text.rfind(lambda); at != std::string_view::npos && at > 0;
         at = text.rfind(lambda, at - 1)) {
        const auto start = at + lambda.size();
        const auto end = text.find_first_of(",)", start);
        if (end != std::string_view::npos && end > start)
            return typeName(trimmed(text.substr(start, end - start)));
    }
    return {};
}

/// "mul" of "MulFunctor", "add" of "CUDAFunctor_add", "silu" of "silu_kernel".
std::string operationOf(std::string_view word)
{
    for (const std::string_view start : {"CUDAFunctorOnSelf_", "CUDAFunctor_", "direct_"})
        if (word.starts_with(start) && word.size() > start.size())
            word.remove_prefix(start.size());
    for (const std::string_view end :
        {"Functor", "CUDAKernelImpl", "_cuda_out", "_impl", "_cuda", "_kernel"})
        if (word.ends_with(end) && word.size() > end.size())
            word.remove_suffix(end.size());
    return withSmallFirst(word);
}

Operation found(std::string_view text, int depth)
{
    constexpr int mostNested = 4;
    text = withoutLeadingNamespaces(text);
    const auto word = wordOf(text);
    const auto arguments = templateArguments(text);
    const bool isFunctor = word.find("Functor") != std::string_view::npos;
    if (word.starts_with("gpu_kernel") && !arguments.empty() && depth < mostNested)
        return found(arguments.front(), depth + 1);
    const bool wraps = word == "BinaryFunctor" || word.ends_with("UnaryFunctor");
    if (wraps && arguments.size() > 1 && depth < mostNested)
        return {found(arguments.back(), depth + 1).name, typeName(arguments.front())};
    if (isFunctor)
        return {operationOf(word), arguments.empty() ? "" : typeName(arguments.front())};
    return {operationOf(word), typeOfLambda(text)};
}

/// How a kernel reads its elements, and which of its template arguments tell what it does and how
/// many of them a thread takes at once.
struct Flavour {
    std::string_view kernel;
    std::string_view words;
    std::size_t operation = 0;
    std::size_t count = 0;
};

constexpr std::array flavours {
    Flavour {.kernel = "vectorized_elementwise_kernel", .words = "", .operation = 1, .count = 0},
    Flavour {.kernel = "elementwise_kernel", .words = " strided", .operation = 2, .count = 1},
    Flavour {.kernel = "elementwise_kernel_manual_unroll",
        .words = " strided, unrolled",
        .operation = 2,
        .count = 1},
    Flavour {
        .kernel = "unrolled_elementwise_kernel", .words = " unrolled", .operation = 0, .count = 2},
};

} // namespace

std::optional<std::string> elementwiseName(std::string_view name)
{
    constexpr std::string_view returned = "void ";
    if (name.starts_with(returned))
        name.remove_prefix(returned.size());
    name = withoutLeadingNamespaces(name);
    const auto* flavour = std::ranges::find(flavours, wordOf(name), &Flavour::kernel);
    if (flavour == flavours.end())
        return std::nullopt;
    const auto arguments = templateArguments(name);
    if (arguments.size() <= std::max(flavour->operation, flavour->count))
        return std::nullopt;
    const auto operation = found(arguments[flavour->operation], 0);
    if (operation.name.empty())
        return std::nullopt;
    auto text = operation.name;
    if (!operation.type.empty())
        text += '<' + operation.type + '>';
    return text.append(flavour->words).append(" ×").append(arguments[flavour->count]);
}

} // namespace profiler
