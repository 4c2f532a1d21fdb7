// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_run.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/json/json_time.h"
#include "profiler/formats/torch_log/torch_trace_breaks.h"
#include "profiler/formats/torch_log/torch_trace_caches.h"
#include "profiler/formats/torch_log/torch_trace_metrics.h"
#include "profiler/model/text/utf8_symbol.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace profiler {
namespace {

constexpr std::string_view artifactPrefix = "artifact:";
constexpr std::size_t longestPayload = std::size_t {256} << 10U;

/// Both spellings: a type of its own in older logs, an artifact since.
std::string_view nameOf(std::string_view type)
{
    if (type.starts_with(artifactPrefix))
        type.remove_prefix(artifactPrefix.size());
    return type;
}

bool isMetrics(std::string_view type)
{
    return type == "compilation_metrics" || type == "bwd_compilation_metrics";
}

std::size_t sizeOf(const CompileFact& fact)
{
    return sizeof(LoggedCompile) + fact.metricsJson.size() + fact.failReason.size()
        + fact.function.size() + fact.file.size() + fact.phases.size() * 100;
}

std::size_t sizeOf(const GraphBreakFact& fact)
{
    return sizeof fact + fact.reason.size() + fact.explanation.size() + fact.hint.size()
        + fact.file.size() + fact.function.size();
}

std::size_t sizeOf(const SourceFact& fact)
{
    std::size_t size = sizeof fact + fact.file.size() + fact.text.size();
    for (const auto& frame : fact.frames)
        size += sizeof frame + frame.file.size() + frame.function.size() + frame.text.size();
    return size;
}

constexpr std::size_t longestNameInLog = 1000; // characters

std::string shortText(std::string_view value)
{
    const auto text = json_text::textOf(value).value_or("");
    return std::string(firstSymbols(text, longestNameInLog));
}

std::string keyOf(const EventMark& mark)
{
    return mark.lane + '\n' + mark.compileId + '\n' + mark.name;
}

} // namespace

std::optional<EventMark> eventMarkIn(std::string_view payload, const std::string& compileId)
{
    const auto members = json_text::membersOf(payload);
    if (!members)
        return std::nullopt;
    const auto get = [&](std::string_view key) { return json_text::valueOf(*members, key); };
    const auto time = nanosecondsOfMicroseconds(get("ts"));
    const auto phase = json_text::textOf(get("ph")).value_or("");
    auto name = shortText(get("name"));
    if (!time || phase.size() != 1 || name.empty())
        return std::nullopt;
    std::string own;
    if (const auto arguments = json_text::membersOf(get("args")))
        own = shortText(json_text::valueOf(*arguments, "compile_id"));
    const auto lane
        = std::string(get("pid").substr(0, 50)) + ' ' + std::string(get("tid").substr(0, 50));
    return EventMark {.phase = phase.front(),
        .name = std::move(name),
        .compileId = own.empty() || own == "None" ? compileId : own,
        .lane = lane,
        .timeNs = *time};
}

std::optional<CompileEvent> EventPairs::add(EventMark mark)
{
    const auto key = keyOf(mark);
    CompileEvent event {.name = std::move(mark.name),
        .compileId = std::move(mark.compileId),
        .startNs = mark.timeNs,
        .endNs = std::nullopt,
        .instant = mark.phase == 'i' || mark.phase == 'I'};
    if (event.instant) {
        event.endNs = event.startNs;
        return event;
    }
    if (mark.phase == 'B') {
        m_open[key].push_back(std::move(event));
        return std::nullopt;
    }
    const auto begun = m_open.find(key);
    if (mark.phase != 'E' || begun == m_open.end()) {
        m_endsAlone += mark.phase == 'E' ? 1 : 0;
        return std::nullopt;
    }
    event = std::move(begun->second.back());
    event.endNs = std::max(event.startNs, mark.timeNs); // clocks can be set back
    begun->second.pop_back();
    if (begun->second.empty())
        m_open.erase(begun);
    return event;
}

void EventPairs::takeFrom(EventPairs& from, std::string_view compileId)
{
    for (auto entry = from.m_open.begin(); entry != from.m_open.end();) {
        auto& open = entry->second;
        if (open.back().compileId == compileId) {
            m_open[entry->first].push_back(std::move(open.back()));
            open.pop_back();
        }
        entry = open.empty() ? from.m_open.erase(entry) : std::next(entry);
    }
}

std::vector<CompileEvent> EventPairs::takeOpen()
{
    std::vector<CompileEvent> events;
    for (auto& [key, open] : m_open)
        std::ranges::move(open, std::back_inserter(events));
    m_open.clear();
    return events;
}

std::size_t payloadNeeded(std::string_view type)
{
    const auto name = nameOf(type);
    if (name == "inductor_output_code")
        return longestGeneratedCode;
    const bool needed = name == "chromium_event" || name == "dynamo_graph_break_reason"
        || name == "recompile_reasons" || cacheArtifactNamed(name);
    return needed ? longestPayload : 0;
}

TorchTraceRun::TorchTraceRun(std::string file)
{
    m_run.file = std::move(file);
}

bool TorchTraceRun::begunAnewBy(const LogRecord& record) const
{
    if (record.type != "dynamo_start" || record.attempt != 0)
        return false;
    const auto known = m_ids.find(record.compileId);
    return known != m_ids.end() && known->second.started;
}

TorchTraceRun::StateOfId& TorchTraceRun::stateOf(const LogRecord& record)
{
    const auto [entry, isNew] = m_ids.try_emplace(record.compileId);
    if (isNew) {
        m_run.compileIds.push_back(record.compileId);
        grow(sizeof(StateOfId) + 2 * record.compileId.size() + 100);
    }
    entry->second.attempts = std::max(entry->second.attempts, record.attempt + 1);
    return entry->second;
}

bool TorchTraceRun::add(const LogRecord& record)
{
    const auto [count, isNew] = m_run.records.try_emplace(record.type);
    ++count->second.records;
    count->second.payloadBytes += record.payloadBytes;
    if (isNew)
        grow(record.type.size() + 100);
    if (record.rank)
        m_run.rank = record.rank;
    if (!record.compileId.empty())
        stateOf(record).started |= record.type == "dynamo_start";

    const auto name = nameOf(record.type);
    if (name == "chromium_event")
        return addEvent(record);
    if (isMetrics(record.type))
        return addMetrics(record);
    if (name == "dynamo_graph_break_reason")
        addBreak(record);
    else if (name == "recompile_reasons")
        addRecompile(record);
    else if (name == "inductor_output_code")
        addCode(record);
    else if (record.type.starts_with(artifactPrefix))
        addCacheAnswer(record, name);
    return true;
}

bool TorchTraceRun::addEvent(const LogRecord& record)
{
    auto mark = eventMarkIn(record.payload, record.compileId);
    if (!mark)
        return false;
    m_now = {mark->timeNs};
    if (mark->phase == 'E')
        addAutotune(record, *mark);
    else
        grow(sizeof(CompileEvent) + 2 * (mark->name.size() + mark->compileId.size()) + 100);
    if (auto event = m_pairs.add(std::move(*mark)))
        m_run.events.push_back(std::move(*event));
    return true;
}

bool TorchTraceRun::addMetrics(const LogRecord& record)
{
    const auto members = json_text::membersOf(record.value);
    if (!members)
        return false;
    auto compile = compileIn(*members);
    // Metrics of a compile that began in another frame repeat that one's id; tlparse, too, goes by
    // the record.
    if (!record.compileId.empty())
        compile.fact.compileId = record.compileId;
    if (record.type == "bwd_compilation_metrics" && !compile.fact.function.ends_with("(backward)"))
        compile.fact.function += compile.fact.function.empty() ? "(backward)" : " (backward)";
    if (const auto state = m_ids.find(record.compileId); state != m_ids.end()) {
        compile.attempts = state->second.attempts;
        // What comes after belongs to the next compile of this id, as that of its backward graph.
        compile.graphCache = std::exchange(state->second.graphCache, {});
        compile.autogradCache = std::exchange(state->second.autogradCache, {});
    }
    if (!compile.fact.cache)
        compile.fact.cache = cacheWord(compile.graphCache, compile.autogradCache);
    for (auto& [field, version] : versionsIn(*members))
        m_run.environment.insert_or_assign(field, version);
    grow(sizeOf(compile.fact));
    m_run.compiles.push_back(std::move(compile));
    return true;
}

void TorchTraceRun::addBreak(const LogRecord& record)
{
    auto logged = graphBreakIn(record.payload);
    logged.fact.compileId = record.compileId;
    grow(sizeOf(logged.fact));
    m_run.breaks.push_back(std::move(logged.fact));
    if (!logged.source || m_run.sources.size() >= mostSources)
        return;
    if (!m_places.emplace(logged.source->file, logged.source->line).second)
        return;
    grow(sizeOf(*logged.source));
    m_run.sources.push_back(std::move(*logged.source));
}

void TorchTraceRun::addRecompile(const LogRecord& record)
{
    auto text = recompileIn(record.payload);
    RecompileFact fact;
    fact.compileId = record.compileId;
    fact.guard = std::move(text.guard);
    fact.reason = std::move(text.reason);
    grow(sizeof fact + fact.guard.size() + fact.reason.size());
    m_run.recompiles.push_back(std::move(fact));
}

void TorchTraceRun::addCacheAnswer(const LogRecord& record, std::string_view artifact)
{
    const auto named = cacheArtifactNamed(artifact);
    if (record.compileId.empty() || !named)
        return;
    auto& state = stateOf(record);
    auto& use = named->cache == TorchCache::FxGraph ? state.graphCache : state.autogradCache;
    use.hits += named->outcome == CacheOutcome::Hit ? 1 : 0;
    use.misses += named->outcome == CacheOutcome::Miss ? 1 : 0;
    use.bypasses += named->outcome == CacheOutcome::Bypass ? 1 : 0;
    if (m_run.caches.lookups.size() >= mostCacheLookups)
        return;
    auto lookup = cacheLookupIn(*named, record.payload);
    lookup.compileId = record.compileId;
    lookup.at = m_now;
    addLookup(m_run.caches, std::move(lookup));
    const auto& added = m_run.caches.lookups.back();
    grow(sizeof added + added.reason.size() + added.parts.size() * (sizeof(CacheKeyPart) + 100));
}

void TorchTraceRun::addAutotune(const LogRecord& record, const EventMark& mark)
{
    auto tuned = autotuneIn(record.payload);
    if (!tuned || m_run.caches.autotunes.size() >= mostAutotunes)
        return;
    tuned->compileId = mark.compileId;
    tuned->at = m_now;
    grow(sizeof *tuned + 1000);
    m_run.caches.autotunes.push_back(std::move(*tuned));
}

/// torch writes Python; what is no text, or more than is kept, is left out.
void TorchTraceRun::addCode(const LogRecord& record)
{
    constexpr std::size_t mostCode = std::size_t {16} << 20U; // of one run
    const auto size = record.payload.size();
    if (record.compileId.empty() || size == 0 || size > longestGeneratedCode
        || size < static_cast<std::size_t>(record.payloadBytes) || m_codeBytes + size > mostCode)
        return;
    m_codeBytes += size;
    grow(size + sizeof(GeneratedCode));
    m_run.code.push_back(
        {.compileId = record.compileId, .code = json_text::readable(record.payload)});
}

/// The compile of a recompile is logged after its reasons. One that was refused is none: the
/// function runs eagerly from there on, which the worker tells with the same words.
void TorchTraceRun::placeRecompiles()
{
    std::map<std::string, const CompileFact*> byId;
    for (const auto& compile : m_run.compiles)
        byId.try_emplace(compile.fact.compileId, &compile.fact);
    std::vector<RecompileFact> kept;
    for (auto& fact : m_run.recompiles) {
        const auto compiled = byId.find(fact.compileId);
        if (compiled != byId.end() && isRefusedByLimit(*compiled->second)) {
            const auto& function = compiled->second->function;
            m_run.notices.push_back({.variant = std::nullopt,
                .caseIndex = std::nullopt,
                .rule = "recompile_limit",
                .sentence = (function.empty() ? "A function of torch" : function)
                    + " reached the recompile limit and runs eagerly for this case; the last guard "
                      "that failed: "
                    + fact.guard + "."});
            continue;
        }
        if (compiled != byId.end()) {
            fact.function = compiled->second->function;
            fact.file = compiled->second->file;
            fact.line = compiled->second->line;
            fact.duration = compiled->second->duration;
        }
        kept.push_back(std::move(fact));
    }
    m_run.recompiles = std::move(kept);
}

/// Metrics of some versions do not say how long the whole compile took; its phase does, and where
/// phases were not logged, Dynamo's own time, which holds all others.
void TorchTraceRun::fillDurations()
{
    std::map<std::string, nanoseconds> phases;
    for (const auto& event : m_run.events)
        if (event.name == "entire_frame_compile" && event.endNs)
            phases[event.compileId] = nanoseconds(*event.endNs - event.startNs);
    for (auto& compile : m_run.compiles) {
        auto& fact = compile.fact;
        if (fact.duration.count() != 0 || fact.function.ends_with("(backward)"))
            continue;
        const auto phase = phases.find(fact.compileId);
        const auto dynamo = fact.phases.find("dynamo");
        if (phase != phases.end())
            fact.duration = phase->second;
        else if (dynamo != fact.phases.end())
            fact.duration = dynamo->second;
    }
}

CompileRun TorchTraceRun::end()
{
    fillDurations();
    placeRecompiles();
    std::ranges::move(m_pairs.takeOpen(), std::back_inserter(m_run.events));
    std::ranges::stable_sort(m_run.events, {}, &CompileEvent::startNs);
    return std::move(m_run);
}

} // namespace profiler
