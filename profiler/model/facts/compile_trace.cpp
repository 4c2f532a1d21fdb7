// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/facts/compile_trace.h"

#include "profiler/model/text/trimmed.h"
#include "profiler/model/text/utf8_symbol.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace profiler {

namespace {

constexpr std::size_t longestValue = 160; // characters

template <typename Rows>
void keepFirst(Rows& rows, std::size_t most)
{
    if (rows.size() > most)
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(most), rows.end());
}

bool fitsInTrace(const std::string& text)
{
    return text.size() <= longestCompileText;
}

/// True, None, 3.5, (False, 2): no text of the user's can stand there.
bool isPlain(std::string_view value)
{
    constexpr std::string_view digits = "0123456789+-.e, ()[]";
    std::string rest(value);
    for (const std::string_view word : {"True", "False", "None"})
        for (auto at = rest.find(word); at != std::string::npos; at = rest.find(word))
            rest.erase(at, word.size());
    return rest.find_first_not_of(digits) == std::string::npos;
}

/// One that never ended holds whatever came after it.
nanoseconds lengthOf(const CompileSpan& span)
{
    return span.duration.value_or(nanoseconds::max());
}

/// What holds others is longer than they are: the shortest steps are the innermost ones.
void keepLongest(CompileTrace& trace)
{
    auto& spans = trace.spans;
    if (spans.size() <= mostCompileSpans)
        return;
    std::ranges::stable_sort(spans, std::ranges::greater {}, lengthOf);
    trace.spansLeftOut += static_cast<std::int64_t>(spans.size() - mostCompileSpans);
    keepFirst(spans, mostCompileSpans);
}

void cut(std::string& text)
{
    if (!fitsInTrace(text))
        text = firstSymbols(text, longestCompileText / 4);
}

/// The lookup that later ones of that cache are told by.
const CacheLookup* firstOf(const CompileTrace& trace, TorchCache cache)
{
    const auto found = std::ranges::find_if(trace.lookups, [cache](const CacheLookup& lookup) {
        return lookup.cache == cache && !lookup.parts.empty();
    });
    return found == trace.lookups.end() ? nullptr : &*found;
}

constexpr std::size_t mostKeyPartsInAll = 50'000;

std::size_t partsOf(const CompileTrace& trace)
{
    std::size_t parts = 0;
    for (const auto& lookup : trace.lookups)
        parts += lookup.parts.size();
    return parts;
}

using PartsByName = std::map<std::string_view, const CacheKeyPart*>;

PartsByName byName(const std::vector<CacheKeyPart>& parts)
{
    PartsByName named;
    for (const auto& part : parts)
        named.emplace(part.name, &part);
    return named;
}

} // namespace

std::vector<CacheKeyPart> differingParts(
    const std::vector<CacheKeyPart>& key, const std::vector<CacheKeyPart>& than)
{
    const auto known = byName(than);
    const auto own = byName(key);
    std::vector<CacheKeyPart> parts;
    for (const auto& part : key)
        if (const auto found = known.find(part.name);
            found == known.end() || found->second->hash != part.hash)
            parts.push_back(part);
    for (const auto& part : than)
        if (!own.contains(part.name))
            parts.push_back({.name = part.name});
    return parts;
}

void addLookup(CompileTrace& trace, CacheLookup lookup)
{
    if (trace.lookups.size() >= mostCacheLookups)
        return;
    keepFirst(lookup.parts, mostCacheKeyParts);
    if (partsOf(trace) > mostKeyPartsInAll)
        lookup.parts.clear();
    if (const auto* first = firstOf(trace, lookup.cache); first != nullptr && !lookup.parts.empty())
        lookup.parts = differingParts(lookup.parts, first->parts);
    trace.lookups.push_back(std::move(lookup));
}

std::vector<CacheKeyPart> wholeKey(const CompileTrace& trace, const CacheLookup& lookup)
{
    const auto* first = firstOf(trace, lookup.cache);
    if (first == nullptr || lookup.key.empty())
        return {};
    if (first == &lookup)
        return lookup.parts;
    const auto own = byName(lookup.parts);
    std::vector<CacheKeyPart> parts;
    for (const auto& part : lookup.parts)
        if (!part.hash.empty())
            parts.push_back(part);
    for (const auto& part : first->parts)
        if (!own.contains(part.name))
            parts.push_back(part);
    return parts;
}

bool isBounded(const CompileTrace& trace)
{
    const auto lookupFits = [](const CacheLookup& lookup) {
        return fitsInTrace(lookup.compileId) && fitsInTrace(lookup.key)
            && fitsInTrace(lookup.reason) && lookup.parts.size() <= mostCacheKeyParts
            && std::ranges::all_of(lookup.parts, [](const CacheKeyPart& part) {
                   return fitsInTrace(part.name) && fitsInTrace(part.hash)
                       && fitsInTrace(part.value);
               });
    };
    const auto autotuneFits = [](const AutotuneRun& run) {
        return fitsInTrace(run.work) && fitsInTrace(run.compileId)
            && run.choices.size() <= mostAutotuneChoices
            && std::ranges::all_of(
                run.choices, [](const AutotuneChoice& choice) { return fitsInTrace(choice.name); });
    };
    return trace.spans.size() <= mostCompileSpans && trace.lookups.size() <= mostCacheLookups
        && trace.autotunes.size() <= mostAutotunes
        && std::ranges::all_of(trace.spans,
            [](const CompileSpan& span) {
                return fitsInTrace(span.name) && fitsInTrace(span.compileId);
            })
        && std::ranges::all_of(trace.lookups, lookupFits)
        && std::ranges::all_of(trace.autotunes, autotuneFits);
}

void keepWithinBounds(CompileTrace& trace)
{
    keepLongest(trace);
    keepFirst(trace.lookups, mostCacheLookups);
    keepFirst(trace.autotunes, mostAutotunes);
    for (auto& span : trace.spans) {
        cut(span.name);
        cut(span.compileId);
    }
    for (auto& lookup : trace.lookups) {
        cut(lookup.compileId);
        cut(lookup.key);
        cut(lookup.reason);
        keepFirst(lookup.parts, mostCacheKeyParts);
    }
    for (auto& run : trace.autotunes) {
        cut(run.work);
        cut(run.compileId);
        keepFirst(run.choices, mostAutotuneChoices);
        for (auto& choice : run.choices)
            cut(choice.name);
    }
    // Of two that begin together the outer one is the longer.
    std::ranges::stable_sort(trace.spans, [](const CompileSpan& one, const CompileSpan& other) {
        return one.begin != other.begin ? one.begin < other.begin : lengthOf(one) > lengthOf(other);
    });
    std::ranges::stable_sort(trace.autotunes, {}, &AutotuneRun::at);
}

bool keepsKeyValue(std::string_view name)
{
    constexpr auto kept
        = std::to_array<std::string_view>({"example_inputs[", "fx_kwargs[", "grad_enabled",
            "disable_amp", "deterministic_algorithms", "cuda_matmul_settings", "inputs_to_check"});
    return std::ranges::any_of(
        kept, [name](std::string_view begin) { return name.starts_with(begin); });
}

std::optional<CacheKeyPart> keyPartIn(std::string_view text)
{
    const auto end = text.find("] ");
    if (!text.starts_with('[') || end == std::string_view::npos)
        return std::nullopt;
    const auto rest = text.substr(end + 2);
    const auto colon = rest.find(": ");
    const auto name = rest.substr(0, colon);
    if (name.empty() || name.size() > longestCompileText)
        return std::nullopt;
    const auto value = colon == std::string_view::npos ? "" : trimmed(rest.substr(colon + 2));
    const bool readable = keepsKeyValue(name) || (!value.empty() && isPlain(value));
    return CacheKeyPart {.name = withoutControls(name, ""),
        .hash = std::string(text.substr(1, std::min(end - 1, keptHash))),
        .value = readable ? withoutControls(firstSymbols(value, longestValue), "") : ""};
}

} // namespace profiler
