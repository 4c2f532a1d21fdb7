// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/source_at.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"

#include <algorithm>

namespace profiler {

const SourceFact* sourceAt(const ComparisonData& data, const std::string& file, int line)
{
    const auto found = std::ranges::find_if(data.sources,
        [&](const SourceFact& source) { return source.file == file && source.line == line; });
    return found == data.sources.end() ? nullptr : &*found;
}

} // namespace profiler
