// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/lock_file.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/plan/strict_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>

namespace profiler {

template <>
std::span<const EnumKey<StructureOutcome>> enumKeys()
{
    static constexpr std::array keys {EnumKey {StructureOutcome::Ran, "ran"},
        EnumKey {StructureOutcome::RanEager, "ran_eager"},
        EnumKey {StructureOutcome::Failed, "failed"}};
    return keys;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t mostBytes = std::size_t {16} << 20U;
constexpr std::size_t mostEntries = 20'000;

constexpr auto ofVariantKind = "variant";
constexpr auto ofBreakKind = "break";
constexpr auto ofRecompileKind = "recompile";

// ---- writing

Json countJson(const Measured<std::int64_t>& count)
{
    return count ? Json(*count) : Json();
}

Json entryOf(const VariantStructure& of, const char* kind, const Json& fields)
{
    Json entry {{"variant", of.variant}, {"case", of.caseName}, {"entry", kind}};
    entry.update(fields);
    return entry;
}

Json variantJson(const VariantStructure& of)
{
    return entryOf(of, ofVariantKind,
        {{"outcome", keyOf(of.outcome)}, {"graphs", countJson(of.graphs)},
            {"guards", countJson(of.guards)}, {"kernels", countJson(of.kernels)},
            {"numerics", keyOf(of.numerics)}});
}

Json breakJson(const VariantStructure& of, const StructureBreak& each)
{
    return entryOf(of, ofBreakKind,
        {{"file", each.file}, {"function", each.function}, {"id", each.id}, {"source", each.source},
            {"reason", each.reason}, {"line", each.line}});
}

Json recompileJson(const VariantStructure& of, const StructureRecompile& each)
{
    return entryOf(of, ofRecompileKind,
        {{"file", each.file}, {"function", each.function}, {"guard", each.guard},
            {"line", each.line}});
}

/// Not by line: one that moved stays where it stood in the file.
auto orderOf(const StructureBreak& each)
{
    return std::tie(each.file, each.function, each.id, each.source, each.reason, each.line);
}

auto orderOf(const StructureRecompile& each)
{
    return std::tie(each.file, each.function, each.guard, each.line);
}

template <typename Place>
std::vector<Place> inOrder(std::vector<Place> places)
{
    std::ranges::sort(places, {}, [](const Place& each) { return orderOf(each); });
    return places;
}

void addEntries(std::vector<Json>& entries, const VariantStructure& of)
{
    entries.push_back(variantJson(of));
    for (const auto& each : inOrder(of.breaks))
        entries.push_back(breakJson(of, each));
    for (const auto& each : inOrder(of.recompiles))
        entries.push_back(recompileJson(of, each));
}

std::string lineOf(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// ---- reading

std::string textAt(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Measured<std::int64_t> countAt(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    if (found == entry.end() || !found->is_number_unsigned())
        return missing(ReasonKind::NotRecorded);
    const auto count = found->get<std::uint64_t>();
    if (count > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return missing(ReasonKind::NotRecorded);
    return static_cast<std::int64_t>(count);
}

int numberAt(const Json& entry, const char* key)
{
    const auto count = countAt(entry, key).value_or(0);
    return count <= std::numeric_limits<int>::max() ? static_cast<int>(count) : 0;
}

/// The variant and case of an entry, made where no entry named them before.
VariantStructure& placeFor(Structure& structure, const Json& entry)
{
    const auto variant = textAt(entry, "variant");
    const auto caseName = textAt(entry, "case");
    for (auto& each : structure.variants)
        if (each.variant == variant && each.caseName == caseName)
            return each;
    return structure.variants.emplace_back(
        VariantStructure {.variant = variant, .caseName = caseName});
}

void takeVariant(VariantStructure& into, const Json& entry)
{
    into.outcome = fromKey<StructureOutcome>(textAt(entry, "outcome")).value_or(into.outcome);
    into.graphs = countAt(entry, "graphs");
    into.guards = countAt(entry, "guards");
    into.kernels = countAt(entry, "kernels");
    into.numerics = fromKey<NumericsStatus>(textAt(entry, "numerics")).value_or(into.numerics);
}

void takeEntry(Structure& structure, const Json& entry)
{
    const auto kind = textAt(entry, "entry");
    if (kind == ofVariantKind)
        takeVariant(placeFor(structure, entry), entry);
    else if (kind == ofBreakKind)
        placeFor(structure, entry)
            .breaks.push_back({.file = textAt(entry, "file"),
                .line = numberAt(entry, "line"),
                .function = textAt(entry, "function"),
                .id = textAt(entry, "id"),
                .source = textAt(entry, "source"),
                .reason = textAt(entry, "reason")});
    else if (kind == ofRecompileKind)
        placeFor(structure, entry)
            .recompiles.push_back({.file = textAt(entry, "file"),
                .line = numberAt(entry, "line"),
                .function = textAt(entry, "function"),
                .guard = textAt(entry, "guard")});
}

tl::unexpected<Error> refuse(const std::string& file, const std::string& what)
{
    return failure(
        ErrorKind::BadData, file + ": " + what + "; `fusescope check --update` writes it anew");
}

/// Nothing, or why it is none of ours.
std::optional<std::string> whyNotRead(const Json& document)
{
    if (!document.is_object() || !document.contains("structure")
        || !document["structure"].is_array())
        return "it is no lock file of fusescope check";
    if (document["structure"].size() > mostEntries)
        return "it has more entries than any lock file";
    const auto schema = countAt(document, "schema");
    if (!schema || *schema < 1)
        return "its schema is missing";
    return std::nullopt;
}

} // namespace

std::string lockText(const Structure& structure)
{
    auto variants = structure.variants;
    std::ranges::stable_sort(variants, {},
        [](const VariantStructure& each) { return std::tie(each.variant, each.caseName); });
    std::vector<Json> entries;
    for (const auto& each : variants)
        addEntries(entries, each);
    std::string text = "{\n  \"schema\": " + std::to_string(lockSchema)
        + ",\n  \"torch\": " + lineOf(structure.torch) + ",\n  \"structure\": [";
    for (std::size_t i = 0; i < entries.size(); ++i)
        text += (i == 0 ? "\n    " : ",\n    ") + lineOf(entries[i]);
    return text + "\n  ]\n}\n";
}

Result<Structure> structureFromLock(std::string_view text, const std::string& file)
{
    if (text.size() > mostBytes)
        return refuse(file, "it is longer than any lock file");
    const auto document = parseStrictJson(text);
    if (!document)
        return refuse(file, document.error());
    if (const auto why = whyNotRead(*document))
        return refuse(file, *why);
    if (const auto schema = *countAt(*document, "schema"); schema > lockSchema)
        return failure(ErrorKind::BadData,
            file + " is of schema " + std::to_string(schema) + ", and this program reads up to "
                + std::to_string(lockSchema) + "; use the version of Fusescope that wrote it");
    Structure structure {.torch = textAt(*document, "torch"), .variants = {}};
    for (const auto& entry : (*document)["structure"])
        if (entry.is_object())
            takeEntry(structure, entry);
    return structure;
}

} // namespace profiler
