// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/variant_argument.h"

#include "app/cli/arguments/argument_error.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/json_text.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/torch_words.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace cli {
namespace {

using profiler::Result;
using profiler::Variant;
using profiler::VariantKind;

std::string grammar()
{
    return "eager, default, reduce-overhead, max-autotune, max-autotune-no-cudagraphs, "
        + fmt::format("{}", fmt::join(profiler::engineWords(), ", "))
        + ", or NAME=key:value,… with the keys mode, dynamic, fullgraph, backend, options.X, "
          "env.NAME, "
          "python, part, "
        + std::string(profiler::torchWordKeys);
}

/// May it be given several times?
bool isList(std::string_view key)
{
    return key == "part" || key == "parts" || profiler::isTorchList(key);
}

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
        if (!m_seen.insert(std::string(key)).second && !isList(key))
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
        if (profiler::readEngineWord(m_variant, setting))
            return {};
        if (std::ranges::find(profiler::commonModes, setting) == profiler::commonModes.end())
            return bad(grammar());
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
        else if (key == "python")
            m_variant.python = value;
        else if (key == "part" || key == "parts")
            m_variant.parts.push_back({.target = profiler::unquoted(value)});
        else if (const auto name = nameAfter(key, "env."); !name.empty())
            m_variant.environment[name] = profiler::unquoted(value);
        else if (const auto option = nameAfter(key, "options."); !option.empty())
            compile.options[option] = profiler::jsonTextOf(value);
        else
            return readTorch(key, value);
        return {};
    }

    Result<void> readTorch(std::string_view key, std::string_view value)
    {
        const auto read = profiler::readTorchWord(m_variant.torch, key, value);
        if (!read)
            return bad(read.error().message);
        if (!*read)
            return bad(grammar() + "; found the key \"" + std::string(key) + "\"");
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
        const auto read = profiler::flagFrom(key, value);
        if (!read)
            return bad(read.error().message);
        flag = *read;
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
        return badWord("--variant", word, grammar());
    SettingReader reader(variant, word);
    const auto settings = equals == word.size() ? word : word.substr(equals + 1);
    for (const auto setting : profiler::partedByCommas(settings))
        if (auto read = reader.read(setting); !read)
            return tl::unexpected(read.error());
    reader.finish();
    return variant;
}

} // namespace cli
