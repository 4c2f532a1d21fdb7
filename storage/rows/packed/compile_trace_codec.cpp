// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/packed/compile_trace_codec.h"

#include "storage/columns/packed_values.h"

#include <utility>

namespace storage {

using namespace profiler;

namespace {

constexpr std::uint64_t compileTraceVersion = 1;
constexpr int highestCache = static_cast<int>(TorchCache::ProfileGuided);
constexpr int highestOutcome = static_cast<int>(CacheOutcome::Bypass);

// What stands in a row, said once for both directions.

template <typename Codec, typename Span>
void codeSpan(Codec& codec, Span& span)
{
    codec.text(span.name);
    codec.text(span.compileId);
    codec.number(span.thread);
    codec.time(span.begin);
    codec.maybe(span.duration);
}

template <typename Codec, typename Part>
void codePart(Codec& codec, Part& part)
{
    codec.text(part.name);
    codec.text(part.hash);
    codec.text(part.value);
}

template <typename Codec, typename Choice>
void codeChoice(Codec& codec, Choice& choice)
{
    codec.text(choice.name);
    codec.maybe(choice.time);
}

template <typename Codec, typename Lookup>
void codeLookup(Codec& codec, Lookup& lookup)
{
    codec.word(lookup.cache, highestCache);
    codec.word(lookup.outcome, highestOutcome);
    codec.text(lookup.compileId);
    codec.time(lookup.at);
    codec.text(lookup.key);
    codec.text(lookup.reason);
    codeRows(codec, lookup.parts, mostCacheKeyParts,
        [](auto& each, auto& part) { codePart(each, part); });
}

template <typename Codec, typename Run>
void codeAutotune(Codec& codec, Run& run)
{
    codec.text(run.work);
    codec.text(run.compileId);
    codec.time(run.at);
    codec.number(run.tried);
    codeRows(codec, run.choices, mostAutotuneChoices,
        [](auto& each, auto& choice) { codeChoice(each, choice); });
}

template <typename Codec, typename Trace>
void codeTrace(Codec& codec, Trace& trace)
{
    codeRows(
        codec, trace.spans, mostCompileSpans, [](auto& each, auto& span) { codeSpan(each, span); });
    codeRows(codec, trace.lookups, mostCacheLookups,
        [](auto& each, auto& lookup) { codeLookup(each, lookup); });
    codeRows(codec, trace.autotunes, mostAutotunes,
        [](auto& each, auto& run) { codeAutotune(each, run); });
    codec.number(trace.spansLeftOut);
}

} // namespace

Bytes encodeCompileTrace(const CompileTrace& trace)
{
    PackedWriter writer(compileTraceVersion);
    codeTrace(writer, trace);
    return writer.bytes();
}

std::optional<CompileTrace> decodeCompileTrace(std::span<const std::uint8_t> bytes)
{
    PackedReader reader(bytes, compileTraceVersion);
    CompileTrace trace;
    codeTrace(reader, trace);
    if (!reader.good() || !reader.atEnd() || !isBounded(trace))
        return std::nullopt;
    return trace;
}

} // namespace storage
