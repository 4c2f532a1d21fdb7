// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/compile_trace_file.h"

#include "profiler/model/enum_text.h"
#include "profiler/record/worker_link/text_lines.h"
#include "profiler/record/worker_link/worker_file.h"

#include <string_view>
#include <vector>

namespace profiler {
namespace {

using Json = nlohmann::json;

constexpr std::size_t mostCompileSteps = 100'000; // read, before the longest are kept
constexpr std::size_t longestStepText = 400;

/// A row of a list; one of another form is left out, and the rest is read.
class RowReader {
public:
    RowReader(const Json& row, std::size_t size)
        : m_row(row)
        , m_good(row.is_array() && row.size() == size)
    {
    }

    [[nodiscard]] std::string text(std::size_t place)
    {
        const auto* value = at(place);
        if (value == nullptr || !value->is_string())
            return m_good = false, std::string();
        return shortened(cleanText(value->get<std::string>()), longestStepText);
    }

    [[nodiscard]] std::int64_t integer(std::size_t place)
    {
        const auto* value = at(place);
        if (value == nullptr || !value->is_number_integer())
            return m_good = false, 0;
        return value->get<std::int64_t>();
    }

    [[nodiscard]] std::optional<nanoseconds> maybeTime(std::size_t place)
    {
        const auto* value = at(place);
        if (value == nullptr || value->is_null())
            return std::nullopt;
        return nanoseconds(integer(place));
    }

    [[nodiscard]] const Json& list(std::size_t place)
    {
        static const Json none = Json::array();
        const auto* value = at(place);
        if (value == nullptr || !value->is_array())
            return m_good = false, none;
        return *value;
    }

    [[nodiscard]] bool good() const { return m_good; }

private:
    [[nodiscard]] const Json* at(std::size_t place) const
    {
        return m_good && place < m_row.size() ? &m_row[place] : nullptr;
    }

    const Json& m_row;
    bool m_good;
};

std::optional<CompileSpan> spanIn(const Json& json)
{
    RowReader row(json, 5);
    CompileSpan span {.name = row.text(0),
        .compileId = row.text(1),
        .thread = static_cast<int>(static_cast<std::size_t>(row.integer(2)) % mostCompileSteps),
        .begin = {row.integer(3)},
        .duration = row.maybeTime(4)};
    return row.good() ? std::optional(std::move(span)) : std::nullopt;
}

std::vector<CacheKeyPart> partsIn(const Json& list)
{
    std::vector<CacheKeyPart> parts;
    for (const auto& each : list) {
        if (!each.is_string() || parts.size() >= mostCacheKeyParts)
            break;
        if (auto part = keyPartIn(each.get_ref<const std::string&>()))
            parts.push_back(std::move(*part));
    }
    return parts;
}

std::optional<CacheLookup> lookupIn(const Json& json)
{
    RowReader row(json, 7);
    const auto cache = fromKey<TorchCache>(row.text(0));
    const auto outcome = fromKey<CacheOutcome>(row.text(1));
    CacheLookup lookup {.cache = cache.value_or(TorchCache::FxGraph),
        .outcome = outcome.value_or(CacheOutcome::Miss),
        .compileId = row.text(2),
        .at = {row.integer(3)},
        .key = row.text(4).substr(0, keptHash),
        .reason = row.text(5),
        .parts = partsIn(row.list(6))};
    return row.good() && cache && outcome ? std::optional(std::move(lookup)) : std::nullopt;
}

std::optional<AutotuneRun> autotuneOf(const Json& json)
{
    RowReader row(json, 5);
    AutotuneRun run {.work = row.text(0),
        .compileId = row.text(1),
        .at = {row.integer(2)},
        .tried = row.integer(3)};
    for (const auto& each : row.list(4)) {
        RowReader choice(each, 2);
        run.choices.push_back({.name = choice.text(0), .time = choice.maybeTime(1)});
        if (!choice.good() || run.choices.size() > mostAutotuneChoices)
            return std::nullopt;
    }
    return row.good() ? std::optional(std::move(run)) : std::nullopt;
}

/// Each row of a list that `read` understands, to `take`.
template <typename Read, typename Take>
void eachRow(const JsonReader& reader, const char* key, Read read, Take take)
{
    std::size_t rows = 0;
    reader.each(key, [&](const Json& member) {
        if (++rows > mostCompileSteps)
            return;
        if (auto row = read(member))
            take(std::move(*row));
    });
}

CompileTrace traceFrom(const JsonReader& reader, std::string& /*offence*/)
{
    CompileTrace trace {.spansLeftOut = reader.integerOr("left_out", 0)};
    eachRow(
        reader, "spans", spanIn, [&](CompileSpan span) { trace.spans.push_back(std::move(span)); });
    eachRow(reader, "lookups", lookupIn,
        [&](CacheLookup lookup) { addLookup(trace, std::move(lookup)); });
    eachRow(reader, "autotunes", autotuneOf,
        [&](AutotuneRun run) { trace.autotunes.push_back(std::move(run)); });
    keepWithinBounds(trace);
    return trace;
}

} // namespace

Result<CompileTrace> compileTraceIn(const std::filesystem::path& file)
{
    return readWorkerFile(file, "the steps of a compile are not kept: ", traceFrom);
}

} // namespace profiler
