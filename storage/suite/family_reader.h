// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <vector>

namespace profiler {
struct ComparisonData;
struct ComparisonResult;
} // namespace profiler

namespace storage {

/// What other models of the same family gain in the same file (family_peers.h): the newest
/// recording of each is judged, of the 24 models that were recorded last. Nothing where the family
/// is not known, the comparison is still recorded, or too few models are there.
[[nodiscard]] profiler::Result<std::vector<profiler::FamilyRange>> readPeers(
    const std::filesystem::path& file, const profiler::ComparisonData& data,
    const profiler::ComparisonResult& result);

} // namespace storage
