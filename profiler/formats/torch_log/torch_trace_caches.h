// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_trace.h"

#include <optional>
#include <string>
#include <string_view>

/// What records of torch's log tell of caches and autotuning.
namespace profiler {

/// Of an artifact of that name: "fx_graph_cache_miss", "aotautograd_cache_hit".
struct CacheArtifact {
    TorchCache cache = TorchCache::FxGraph;
    CacheOutcome outcome = CacheOutcome::Miss;
};

[[nodiscard]] std::optional<CacheArtifact> cacheArtifactNamed(std::string_view name);

/// Key and parts of the artifact's payload, as far as it holds any.
[[nodiscard]] CacheLookup cacheLookupIn(const CacheArtifact& artifact, std::string_view payload);

/// Of the event that ends an autotuning: how many choices there were, and the best of them.
[[nodiscard]] std::optional<AutotuneRun> autotuneIn(std::string_view eventPayload);

} // namespace profiler
