// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/record/worker_link/facts_from_json.h"
#include "profiler/record/worker_link/text_lines.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <utility>

namespace profiler {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longestText = 4'096;
constexpr std::size_t mostHistograms = 10'000;
constexpr std::size_t mostInputs = 1'000;

std::string textFrom(const JsonReader& reader, const char* key)
{
    return shortened(cleanText(reader.text(key)), longestText);
}

ModuleError moduleErrorFrom(const JsonReader& reader)
{
    return {.module = textFrom(reader, "module"),
        .kind = textFrom(reader, "kind"),
        .file = textFrom(reader, "file"),
        .line = reader.index("line"),
        .call = reader.index("call").value_or(0),
        .maxErrorReference = reader.number("max_error_reference"),
        .maxErrorResult = reader.number("max_error_result"),
        .reason = textFrom(reader, "reason"),
        .figures = numericsFactFrom(reader)};
}

UlpCount ulpCountFrom(const Json& pair, const JsonReader& reader)
{
    const bool isPair = pair.is_array() && pair.size() == 2 && pair[0].is_number_integer()
        && pair[1].is_number_integer();
    if (!isPair) {
        reader.offend("counts", "pairs of integers");
        return {};
    }
    const auto bucket = pair[0].get<std::int64_t>();
    const auto values = pair[1].get<std::int64_t>();
    if (bucket < 0 || bucket >= static_cast<std::int64_t>(mostUlpCounts) || values < 0) {
        reader.offend("counts", "made of buckets and counts");
        return {};
    }
    return {.bucket = static_cast<int>(bucket), .values = values};
}

UlpHistogram ulpHistogramFrom(const JsonReader& reader)
{
    const auto role = fromKey<TensorRole>(reader.text("role"));
    const auto pair = fromKey<UlpPair>(reader.text("pair"));
    if (!role || !pair)
        reader.offend("pair", "a word of the protocol");
    UlpHistogram histogram {.role = role.value_or(TensorRole::Output),
        .path = textFrom(reader, "path"),
        .dtype = textFrom(reader, "dtype"),
        .pair = pair.value_or(UlpPair::ResultToReference),
        .nanInBoth = reader.integerOr("nan_in_both", 0),
        .nanInOne = reader.integerOr("nan_in_one", 0)};
    reader.each("counts",
        [&](const Json& count) { histogram.counts.push_back(ulpCountFrom(count, reader)); });
    if (histogram.counts.size() > mostUlpCounts)
        reader.offend("counts", "short enough");
    return histogram;
}

/// Reads one message by `read`, which tells of offences through the reader.
template <typename Reply, typename Read>
Result<Reply> replyFrom(std::string_view text, Read read)
{
    const Json json = parseUntrusted(text);
    if (json.is_discarded())
        return failure(ErrorKind::BadData, "the worker sent a line that is not JSON");
    std::string offence;
    Reply reply = read(JsonReader(json, &offence), offence);
    if (!offence.empty())
        return failure(ErrorKind::BadData, "the worker sent a message in which " + offence);
    return reply;
}

} // namespace

Result<CompareReply> compareReplyFrom(std::string_view text)
{
    return replyFrom<CompareReply>(text, [](const JsonReader& reader, std::string& offence) {
        CompareReply reply;
        reader.each("numerics", [&](const Json& row) {
            reply.numerics.push_back(numericsFactFrom(JsonReader(row, &offence)));
        });
        reader.each("distances", [&](const Json& row) {
            reply.distances.push_back(ulpHistogramFrom(JsonReader(row, &offence)));
        });
        if (reply.distances.size() > mostHistograms)
            reader.offend("distances", "short enough");
        return reply;
    });
}

Result<ModuleOutputsReply> moduleOutputsReplyFrom(std::string_view text)
{
    return replyFrom<ModuleOutputsReply>(text, [](const JsonReader& reader, const std::string&) {
        return ModuleOutputsReply {.reason = textFrom(reader, "reason")};
    });
}

Result<ModuleErrors> moduleErrorsReplyFrom(std::string_view text)
{
    return replyFrom<ModuleErrors>(text, [](const JsonReader& reader, std::string& offence) {
        ModuleErrors errors {.reason = textFrom(reader, "reason")};
        if (reader.has("same_outputs"))
            errors.sameOutputs = reader.flag("same_outputs");
        reader.each("modules", [&](const Json& row) {
            errors.modules.push_back(moduleErrorFrom(JsonReader(row, &offence)));
        });
        if (errors.modules.size() > mostModuleErrors)
            reader.offend("modules", "short enough");
        return errors;
    });
}

Result<SaveInputsReply> saveInputsReplyFrom(std::string_view text)
{
    return replyFrom<SaveInputsReply>(text, [](const JsonReader& reader, const std::string&) {
        SaveInputsReply reply;
        reader.each("names", [&](const Json& name) {
            if (!name.is_string() || reply.names.size() >= mostInputs)
                return reader.offend("names", "a list of names");
            reply.names.push_back(shortened(cleanText(name.get<std::string>()), longestText));
        });
        return reply;
    });
}

} // namespace profiler
