// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/facts/compile_facts.h"

#include <algorithm>

namespace profiler {

bool isBounded(const SourceFact& fact)
{
    const auto fits = [](const std::string& text) { return text.size() <= longestSource; };
    return fits(fact.file) && fits(fact.text) && fact.line >= 0 && fact.firstLine >= 0
        && fact.frames.size() <= mostSourceFrames
        && std::ranges::all_of(fact.frames, [&](const SourceFrame& frame) {
               return fits(frame.file) && fits(frame.function) && fits(frame.text)
                   && frame.line >= 0;
           });
}

} // namespace profiler
