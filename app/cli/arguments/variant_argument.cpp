// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/variant_argument.h"

#include "app/cli/arguments/argument_error.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/json_text.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/quantity.h"

#include <algorithm>
#include <array>
#include <set>

namespace cli {
namespace {

using profiler::Result;
using profiler::Variant;
using profiler::VariantKind;

constexpr auto grammar
    = "eager, default, reduce-overhead, max-autotune, max-autotune-no-cudagraphs, or "
      "NAME=key:value,… with the keys mode, dynamic, fullgraph, backend, options.X, env.NAME, "
      "python, part, fence, mark_dynamic, memory_format, autocast, matmul_precision, eval_mode, "
      "dynamo.X, inductor.X, backends.X";

/// Those may be given several times.
constexpr std::array<std::string_view, 3> lists {"part", "fence", "mark_dynamic"};

/// What follows a prefix such as "options."; empty: the key begins otherwise.
std::string nameAfter(std::string_view key, std::string_view prefix)
{
    return key.starts_with(prefix) ? std::string(key.substr(prefix.size())) : std::string();
}

class SettingReader {
public:
    SettingReader(Variant& variant, std::string_view word)
        : m_variant(variant)
        , m_word(word)
    {
    }

    Result<void> read(std::string_view setting)
    {
        const auto colon = setting.find(':');
        if (colon == std::string_view::npos)
            return readBare(setting);
        const auto key = setting.substr(0, colon);
        const auto value = setting.substr(colon + 1);
        if (!m_seen.insert(std::string(key)).second && std::ranges::find(lists, key) == lists.end())
            return bad("each key once, found \"" + std::string(key) + "\" twice");
        if (value.empty())
            return bad("a value after \"" + std::string(key) + ":\"");
        return readKey(key, value);
    }

    /// torch takes a mode or options; options without a mode are those of its default mode.
    void finish()
    {
        if (!m_variant.compile.options.empty() && m_variant.compile.mode == "default")
            m_variant.compile.mode.reset();
    }

private:
    Result<void> readBare(std::string_view setting)
    {
        if (setting == "eager") {
            m_variant.kind = VariantKind::Eager;
            return {};
        }
        if (std::ranges::find(profiler::commonModes, setting) == profiler::commonModes.end())
            return bad(grammar);
        m_variant.compile.mode = setting;
        return {};
    }

    Result<void> readKey(std::string_view key, std::string_view value)
    {
        auto& compile = m_variant.compile;
        if (key == "mode")
            compile.mode = value;
        else if (key == "backend")
            compile.backend = value;
        else if (key == "dynamic")
            return readDynamic(value);
        else if (key == "fullgraph")
            return readFlag(key, value, compile.fullgraph);
        else if (auto* text = textFor(key); text != nullptr)
            *text = value;
        else if (key == "part")
            m_variant.parts.push_back({.target = profiler::unquoted(value)});
        else if (const auto name = nameAfter(key, "env."); !name.empty())
            m_variant.environment[name] = profiler::unquoted(value);
        else if (auto* texts = textsOf(key); texts != nullptr)
            (*texts)[std::string(key.substr(key.find('.') + 1))] = profiler::jsonTextOf(value);
        else
            return readTorch(key, value);
        return {};
    }

    /// Where a key's own text is kept.
    std::string* textFor(std::string_view key)
    {
        auto& torch = m_variant.torch;
        return profiler::valueFor(key,
            {{"python", &m_variant.python}, {"memory_format", &torch.memoryFormat},
                {"autocast", &torch.autocast}, {"matmul_precision", &torch.matmulPrecision}},
            static_cast<std::string*>(nullptr));
    }

    /// The settings by name that a key such as "options.X" stands for.
    profiler::JsonTextByName* textsOf(std::string_view key)
    {
        auto& torch = m_variant.torch;
        const std::array<std::pair<std::string_view, profiler::JsonTextByName*>, 4> prefixes {
            {{"options.", &m_variant.compile.options}, {"dynamo.", &torch.dynamo},
                {"inductor.", &torch.inductor}, {"backends.", &torch.backends}}};
        for (const auto& [prefix, texts] : prefixes)
            if (!nameAfter(key, prefix).empty())
                return texts;
        return nullptr;
    }

    Result<void> readTorch(std::string_view key, std::string_view value)
    {
        auto& torch = m_variant.torch;
        if (key == "eval_mode")
            return readFlag(key, value, torch.evalMode);
        else if (key == "fence")
            torch.fences.push_back(profiler::unquoted(value));
        else if (key == "mark_dynamic")
            return readDimension(value);
        else
            return bad(std::string(grammar) + "; found the key \"" + std::string(key) + "\"");
        return {};
    }

    Result<void> readDimension(std::string_view value)
    {
        const auto at = value.rfind('@');
        const auto dimension = at == std::string_view::npos
            ? std::nullopt
            : profiler::signedNumber(value.substr(at + 1));
        constexpr std::int64_t most = 64; // dimensions of a tensor of torch
        if (!dimension || at == 0 || *dimension < -most || *dimension >= most)
            return bad("an input and its dimension, such as mark_dynamic:ids@1");
        m_variant.torch.markDynamic.push_back(
            {.input = std::string(value.substr(0, at)), .dimension = static_cast<int>(*dimension)});
        return {};
    }

    Result<void> readDynamic(std::string_view value)
    {
        if (value == "auto") {
            m_variant.compile.dynamic.reset();
            return {};
        }
        return readFlag("dynamic", value, m_variant.compile.dynamic.emplace());
    }

    Result<void> readFlag(std::string_view key, std::string_view value, bool& flag)
    {
        if (value != "true" && value != "false")
            return bad(std::string(key) + ":true or " + std::string(key) + ":false, found \""
                + std::string(value) + "\"");
        flag = value == "true";
        return {};
    }

    [[nodiscard]] tl::unexpected<profiler::Error> bad(std::string_view expected) const
    {
        return badWord("--variant", m_word, expected);
    }

    Variant& m_variant;
    std::string_view m_word;
    std::set<std::string> m_seen;
};

} // namespace

Result<Variant> variantFrom(std::string_view word)
{
    const auto equals = std::min(word.find('='), word.size());
    Variant variant {.name = std::string(word.substr(0, equals)), .kind = VariantKind::Compiled};
    if (variant.name.empty() || equals + 1 == word.size())
        return badWord("--variant", word, grammar);
    SettingReader reader(variant, word);
    const auto settings = equals == word.size() ? word : word.substr(equals + 1);
    for (const auto setting : profiler::partedByCommas(settings))
        if (auto read = reader.read(setting); !read)
            return tl::unexpected(read.error());
    reader.finish();
    return variant;
}

} // namespace cli
