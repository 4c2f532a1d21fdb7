// SPDX-License-Identifier: Apache-2.0
#include "storage/history/history_codec.h"

#include "storage/columns/packed_values.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace storage {

using namespace profiler;

namespace {

constexpr std::size_t mostRows = 1'000'000;
constexpr int deepestReason = 16; ///< a reason may name others, those of the judge one or two

template <typename Codec>
constexpr bool reads = std::is_same_v<Codec, PackedReader>;

void codeFields(PackedWriter& codec, const EnvironmentFields& fields)
{
    codec.count(fields.size());
    for (const auto& [key, value] : fields) {
        codec.text(key);
        codec.text(value);
    }
}

void codeFields(PackedReader& codec, EnvironmentFields& fields)
{
    std::size_t size = 0;
    codec.count(size);
    for (std::size_t i = 0; i < size && codec.good(); ++i) {
        std::string key;
        codec.text(key);
        codec.text(fields[key]);
    }
}

template <typename Codec, typename Maybe>
void codeMaybe(Codec& codec, Maybe& maybe)
{
    bool there = maybe.has_value();
    codec.word(there, 1);
    if constexpr (reads<Codec>)
        if (there)
            maybe.emplace();
    if (there)
        codec.real(*maybe);
}

template <typename Codec, typename Reason>
void codeReason(Codec& codec, Reason& reason, int depth);

/// What a reason is made of, by the place of its type in StatementValue.
template <typename Codec>
struct StatementCode {
    Codec& codec;
    int depth;

    template <typename Value>
    void operator()(Value& value) const
    {
        using Plain = std::remove_const_t<Value>;
        if constexpr (std::is_same_v<Plain, std::string>)
            codec.text(value);
        else if constexpr (std::is_same_v<Plain, std::int64_t>)
            codec.number(value);
        else if constexpr (std::is_same_v<Plain, TimeTaken>)
            codec.real(value.ns);
        else if constexpr (std::is_same_v<Plain, Tensor>)
            codec.text(value.path);
        else if constexpr (std::is_same_v<Plain, ProcessKind>)
            codec.word(value, static_cast<int>(ProcessKind::Look));
        else if constexpr (std::is_same_v<Plain, std::vector<Reason>>)
            codeRows(codec, value, mostRows,
                [this](auto& each, auto& reason) { codeReason(each, reason, depth + 1); });
        else
            codec.real(value.ratio);
    }
};

/// A value of the type with that number.
template <std::size_t... Types>
StatementValue emptyStatement(std::size_t type, std::index_sequence<Types...> /*all*/)
{
    StatementValue value;
    static_cast<void>(((type == Types ? (value.template emplace<Types>(), true) : false) || ...));
    return value;
}

template <typename Codec, typename Value>
void codeStatement(Codec& codec, Value& value, int depth)
{
    constexpr auto types = std::variant_size_v<StatementValue>;
    auto type = value.index();
    codec.word(type, static_cast<int>(types) - 1);
    if constexpr (reads<Codec>)
        value = emptyStatement(type, std::make_index_sequence<types>());
    std::visit(StatementCode<Codec> {codec, depth}, value);
}

template <typename Codec, typename Reason>
void codeReason(Codec& codec, Reason& reason, int depth)
{
    codec.word(reason.kind, static_cast<int>(ReasonKind::Last));
    if constexpr (reads<Codec>)
        if (depth > deepestReason)
            return codec.refuse();
    codeRows(codec, reason.values, mostRows,
        [depth](auto& each, auto& value) { codeStatement(each, value, depth); });
}

template <typename Codec, typename Value>
void codeValue(Codec& codec, Value& value)
{
    bool there = value.has_value();
    codec.word(there, 1);
    if constexpr (reads<Codec>)
        if (!there)
            value = missing(ReasonKind::None);
    if (!there)
        return codeReason(codec, value.error(), 0);
    codec.real(value->value);
    codeMaybe(codec, value->low);
    codeMaybe(codec, value->high);
}

void codeValues(PackedWriter& codec, const HistoryRecording& recording)
{
    codec.count(recording.values.size());
    for (const auto& [metric, values] : recording.values) {
        codec.word(metric, 0);
        codeRows(codec, values, mostRows, [](auto& each, auto& value) { codeValue(each, value); });
    }
}

void codeValues(PackedReader& codec, HistoryRecording& recording)
{
    std::size_t size = 0;
    codec.count(size);
    for (std::size_t i = 0; i < size && codec.good(); ++i) {
        HistoryMetric metric {};
        codec.word(metric, static_cast<int>(HistoryMetric::SpeedUp));
        auto& values = recording.values[metric];
        codeRows(codec, values, mostRows, [](auto& each, auto& value) { codeValue(each, value); });
        if (values.size() != recording.cases.size() * recording.variants.size())
            codec.refuse();
    }
}

template <typename Codec, typename Recording>
void codeRecording(Codec& codec, Recording& recording)
{
    codec.number(recording.id.value);
    codec.text(recording.name);
    codec.time(recording.started);
    codec.number(recording.utcOffsetMinutes);
    codec.text(recording.tool);
    codec.text(recording.workload);
    codec.text(recording.task);
    codeRows(codec, recording.cases, mostRows, [](auto& each, auto& measured) {
        each.text(measured.name);
        each.text(measured.unit);
    });
    codeRows(codec, recording.variants, mostRows, [](auto& each, auto& variant) {
        each.text(variant.name);
        each.word(variant.compiled, 1);
        codeFields(each, variant.environment);
        codeFields(each, variant.settings);
    });
    codeValues(codec, recording);
}

} // namespace

Bytes encodeHistory(const HistoryRecording& recording)
{
    PackedWriter writer(historyForm);
    codeRecording(writer, recording);
    return writer.bytes();
}

std::optional<HistoryRecording> decodeHistory(std::span<const std::uint8_t> bytes)
{
    PackedReader reader(bytes, historyForm);
    HistoryRecording recording;
    codeRecording(reader, recording);
    if (!reader.good() || !reader.atEnd())
        return std::nullopt;
    return recording;
}

} // namespace storage
