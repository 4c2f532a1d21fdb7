// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/collector_abi.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace profiler::collect {

struct Failure {
    fusescope_collector_status status = FUSESCOPE_COLLECTOR_INTERNAL;
    std::string sentence;
};

template <typename T>
using Outcome = tl::expected<T, Failure>;

[[nodiscard]] inline tl::unexpected<Failure> refuse(
    fusescope_collector_status status, std::string sentence)
{
    return tl::unexpected<Failure>(Failure {.status = status, .sentence = std::move(sentence)});
}

} // namespace profiler::collect
