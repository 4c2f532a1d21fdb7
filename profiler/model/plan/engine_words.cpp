// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/variant.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr std::string_view nativeSuffix = "-native";

/// ONNX Runtime has a runner of its own; fusescope-runner links LibTorch alone.
bool runsNatively(Engine engine)
{
    return engine != Engine::TorchCompile && engine != Engine::Onnx;
}

} // namespace

std::string engineWord(const Variant& variant)
{
    if (variant.engine == Engine::TorchCompile)
        return {};
    return keyOf(variant.engine) + (variant.native ? std::string(nativeSuffix) : std::string());
}

const std::vector<std::string>& engineWords()
{
    static const auto words = [] {
        std::vector<std::string> made;
        for (const auto& [engine, key] : enumKeys<Engine>()) {
            if (engine == Engine::TorchCompile)
                continue;
            made.emplace_back(key);
            if (runsNatively(engine))
                made.push_back(std::string(key) + std::string(nativeSuffix));
        }
        return made;
    }();
    return words;
}

bool readEngineWord(Variant& variant, std::string_view word)
{
    const auto& words = engineWords();
    if (std::ranges::find(words, word) == words.end())
        return false;
    variant.kind = VariantKind::Compiled;
    variant.native = word.ends_with(nativeSuffix);
    if (variant.native)
        word.remove_suffix(nativeSuffix.size());
    variant.engine = fromKey<Engine>(word).value_or(Engine::TorchCompile);
    return true;
}

} // namespace profiler
