// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/gate.h"

#include <string>
#include <string_view>

namespace cli {

/// `--against`: FILE, git:REV or env:NAME; empty: the lock file, where there is one.
struct CheckReference {
    profiler::GateReference kind = profiler::GateReference::Nothing;
    std::string name;
};

[[nodiscard]] inline CheckReference checkReferenceFrom(std::string_view word)
{
    constexpr std::string_view git = "git:";
    constexpr std::string_view environment = "env:";
    if (word.starts_with(git))
        return {profiler::GateReference::Revision, std::string(word.substr(git.size()))};
    if (word.starts_with(environment))
        return {profiler::GateReference::Environment, std::string(word.substr(environment.size()))};
    if (!word.empty())
        return {profiler::GateReference::Recording, std::string(word)};
    return {};
}

} // namespace cli
