// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"
#include "profiler/model/interval.h"
#include "profiler/report/sentences/reason_text.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

/// How values stand in our JSON documents. For .cpp files only.
namespace profiler {

struct Plan;

using Json = nlohmann::ordered_json;

template <typename Rows, typename ToJson>
Json listJson(const Rows& rows, ToJson toJson)
{
    Json list = Json::array();
    for (const auto& row : rows)
        list.push_back(toJson(row));
    return list;
}

/// Nothing is ever 0 because it is missing: null, and why beside it.
inline void putMissing(Json& object, const std::string& key, const std::string& reason)
{
    object[key] = nullptr;
    object[key + "_reason"] = reason;
}

template <typename T>
void put(
    Json& object, const std::string& key, const std::optional<T>& value, const std::string& reason)
{
    if (value)
        object[key] = *value;
    else
        putMissing(object, key, reason);
}

/// For `put`: an empty text is a missing one.
[[nodiscard]] inline std::optional<std::string> knownText(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

/// JSON has no NaN and no infinity.
inline void putNumber(
    Json& object, const std::string& key, std::optional<double> value, const std::string& reason)
{
    if (value && std::isfinite(*value))
        object[key] = *value;
    else
        putMissing(object, key, value ? "not a finite number" : reason);
}

/// Times are whole nanoseconds.
inline Json wholeNs(double ns)
{
    return std::isfinite(ns) ? Json(std::llround(ns)) : Json();
}

inline Json intervalJson(const Interval& interval)
{
    return {{"estimate", interval.estimate}, {"low", interval.low}, {"high", interval.high}};
}

inline Json costJson(const CostPerCall& cost)
{
    return {{"estimate", wholeNs(cost.estimateNs)}, {"low", wholeNs(cost.lowNs)},
        {"high", wholeNs(cost.highNs)}};
}

/// How much faster a call gets without so many of its breaks.
inline Json gainJson(const GainOfFixing& gain)
{
    return {{"breaks", gain.count},
        {"speedup", {{"estimate", gain.estimate}, {"low", gain.low}, {"high", gain.high}}}};
}

/// Null with the reason where it is missing.
template <typename Value, typename ToJson>
void putMeasured(Json& object, const std::string& key, const Value& value, ToJson toJson)
{
    if (value)
        object[key] = toJson(*value);
    else
        putMissing(object, key, reasonText(value.error()));
}

/// The name of a variant, null for the whole comparison.
void putVariant(Json& row, const Plan& plan, std::optional<int> variant);

[[nodiscard]] std::string caseName(const Plan& plan, int index);

void putCase(Json& row, const Plan& plan, std::optional<int> caseIndex);

[[nodiscard]] inline std::string written(const Json& document)
{
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace profiler
