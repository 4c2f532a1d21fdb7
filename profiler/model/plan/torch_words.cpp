// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/torch_words.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/json_text.h"
#include "profiler/model/quantity.h"
#include "profiler/model/text/trimmed.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <set>

namespace profiler {
namespace {

tl::unexpected<Error> invalidTorchSetting(std::string expected)
{
    return failure(ErrorKind::BadInput, std::move(expected));
}

/// Where a key's own text is kept.
std::string* textOf(TorchSettings& torch, std::string_view key)
{
    return valueFor(key,
        {{"memory_format", &torch.memoryFormat}, {"matmul_precision", &torch.matmulPrecision},
            {"grad_mode", &torch.gradMode}},
        static_cast<std::string*>(nullptr));
}

std::string* typeOf(TorchSettings& torch, std::string_view key)
{
    return valueFor(key, {{"dtype", &torch.dtype}, {"autocast", &torch.autocast}},
        static_cast<std::string*>(nullptr));
}

std::optional<bool>* switchOf(TorchSettings& torch, std::string_view key)
{
    return valueFor(key, {{"tf32", &torch.tf32}, {"deterministic", &torch.deterministic}},
        static_cast<std::optional<bool>*>(nullptr));
}

/// The settings by name that a key such as "dynamo.X" stands for.
JsonTextByName* textsOf(TorchSettings& torch, std::string_view key)
{
    const std::array<std::pair<std::string_view, JsonTextByName*>, 3> prefixes {
        {{"dynamo.", &torch.dynamo}, {"inductor.", &torch.inductor},
            {"backends.", &torch.backends}}};
    for (const auto& [prefix, texts] : prefixes)
        if (key.size() > prefix.size() && key.starts_with(prefix))
            return texts;
    return nullptr;
}

Result<DynamicDimension> dimensionFrom(std::string_view value)
{
    const auto at = value.rfind('@');
    const auto dimension
        = at == std::string_view::npos ? std::nullopt : signedNumber(value.substr(at + 1));
    constexpr std::int64_t most = 64; // dimensions of a tensor of torch
    if (!dimension || at == 0 || *dimension < -most || *dimension >= most)
        return invalidTorchSetting("an input and its dimension, such as mark_dynamic:ids@1");
    return DynamicDimension {
        .input = std::string(value.substr(0, at)), .dimension = static_cast<int>(*dimension)};
}

Result<int> threadsFrom(std::string_view value)
{
    constexpr std::int64_t most = 1 << 16;
    const auto count = wholeNumber(value);
    if (!count || *count < 1 || *count > most)
        return invalidTorchSetting("a count of threads, such as threads:1");
    return static_cast<int>(*count);
}

} // namespace

std::string dtypeName(std::string_view word)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 12> aliases {{
        {"bf16", "bfloat16"},
        {"fp16", "float16"},
        {"fp32", "float32"},
        {"fp64", "float64"},
        {"half", "float16"},
        {"float", "float32"},
        {"double", "float64"},
        {"long", "int64"},
        {"int", "int32"},
        {"short", "int16"},
        {"i64", "int64"},
        {"i32", "int32"},
    }};
    if (word.starts_with("torch."))
        word.remove_prefix(6);
    for (const auto& [alias, name] : aliases)
        if (alias == word)
            return std::string(name);
    return std::string(word);
}

Result<bool> flagFrom(std::string_view key, std::string_view value)
{
    if (value != "true" && value != "false")
        return invalidTorchSetting(std::string(key) + ":true or " + std::string(key)
            + ":false, found \"" + std::string(value) + '"');
    return value == "true";
}

bool isTorchList(std::string_view key)
{
    return key == "fence" || key == "mark_dynamic";
}

Result<bool> readTorchWord(TorchSettings& torch, std::string_view key, std::string_view value)
{
    const auto store = [](auto& into) {
        return [&into](auto read) {
            into = std::move(read);
            return true;
        };
    };
    if (auto* text = textOf(torch, key); text != nullptr)
        *text = value;
    else if (auto* type = typeOf(torch, key); type != nullptr)
        *type = dtypeName(value);
    else if (auto* setting = switchOf(torch, key); setting != nullptr)
        return flagFrom(key, value).map(store(*setting));
    else if (key == "eval_mode")
        return flagFrom(key, value).map(store(torch.evalMode));
    else if (key == "threads")
        return threadsFrom(value).map(store(torch.threads));
    else if (key == "fence")
        torch.fences.push_back(unquoted(value));
    else if (key == "mark_dynamic")
        return dimensionFrom(value).map([&torch](DynamicDimension dimension) {
            torch.markDynamic.push_back(std::move(dimension));
            return true;
        });
    else if (auto* texts = textsOf(torch, key); texts != nullptr)
        (*texts)[std::string(key.substr(key.find('.') + 1))] = jsonTextOf(value);
    else
        return false;
    return true;
}

Result<TorchSettings> torchSettingsFrom(std::string_view words)
{
    TorchSettings torch;
    if (trimmed(words).empty())
        return torch;
    std::set<std::string_view> seen;
    for (const auto part : partedByCommas(words)) {
        const auto word = trimmed(part);
        const auto colon = word.find(':');
        const auto key = word.substr(0, colon);
        if (colon == std::string_view::npos || colon + 1 == word.size())
            return invalidTorchSetting(
                "key:value, parted by commas, with the keys " + std::string(torchWordKeys));
        if (!seen.insert(key).second && !isTorchList(key))
            return invalidTorchSetting("each key once, found \"" + std::string(key) + "\" twice");
        const auto read = readTorchWord(torch, key, word.substr(colon + 1));
        if (!read)
            return tl::unexpected(read.error());
        if (!*read)
            return invalidTorchSetting(
                "the keys " + std::string(torchWordKeys) + "; found \"" + std::string(key) + '"');
    }
    return torch;
}

std::vector<std::string> torchWords(const TorchSettings& torch)
{
    std::vector<std::string> words;
    const auto add = [&](const std::string& key, const std::string& value) {
        if (!value.empty())
            words.push_back(key + ':' + value);
    };
    const auto addFlag = [&](const char* key, const std::optional<bool>& value) {
        if (value)
            add(key, *value ? "true" : "false");
    };
    add("dtype", torch.dtype);
    add("memory_format", torch.memoryFormat);
    add("autocast", torch.autocast);
    add("matmul_precision", torch.matmulPrecision);
    addFlag("tf32", torch.tf32);
    addFlag("deterministic", torch.deterministic);
    add("grad_mode", torch.gradMode);
    add("threads", torch.threads ? std::to_string(*torch.threads) : "");
    add("eval_mode", torch.evalMode ? "true" : "");
    for (const auto& each : torch.markDynamic)
        add("mark_dynamic", each.input + '@' + std::to_string(each.dimension));
    for (const auto& fence : torch.fences)
        add("fence", fence);
    for (const auto& [prefix, texts] : {std::pair {"dynamo.", &torch.dynamo},
             std::pair {"inductor.", &torch.inductor}, std::pair {"backends.", &torch.backends}})
        for (const auto& [name, text] : *texts)
            add(prefix + name, text);
    return words;
}

} // namespace profiler
