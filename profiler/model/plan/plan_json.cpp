// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/plan_json.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/plan/plan_fields.h"
#include "profiler/model/plan/strict_json.h"

#include <algorithm>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace profiler {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
concept Choice = std::is_enum_v<T>;

template <typename T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool>;

template <typename T>
concept Record = std::is_aggregate_v<T>;

template <typename T>
concept Object = requires
{
    typename T::mapped_type;
};

// ---- writing

Json toJson(nanoseconds value)
{
    return value.count();
}

Json toJson(const IntegerRange& range)
{
    return Json::array({range.low, range.high});
}

template <typename T>
Json toJson(const std::optional<T>& value);

template <typename T>
Json toJson(const std::vector<T>& values);

template <typename T>
Json toJson(const T& value);

class FieldWriter {
public:
    template <typename T>
    void operator()(const char* key, const T& value, const SettingText& text)
    {
        if constexpr (Record<T> || Choice<T> || std::same_as<T, bool>)
            if (text.writtenWhereSet && value == T {})
                return;
        m_object[key] = toJson(value);
    }

    /// Text that is no JSON document is kept as a string; validatePlan refuses it beforehand.
    void jsonTexts(const char* key, const JsonTextByName& values, const SettingText& /*text*/)
    {
        Json object = Json::object();
        for (const auto& [name, text] : values) {
            auto parsed = Json::parse(text, nullptr, false);
            object[name] = parsed.is_discarded() ? Json(text) : std::move(parsed);
        }
        m_object[key] = std::move(object);
    }

    void schema(const SettingText& /*text*/) { m_object["schema"] = planSchema; }

    void defaultsFrom(const Protocol&) { }

    Json take() { return std::move(m_object); }

private:
    Json m_object = Json::object();
};

template <typename T>
Json toJson(const std::optional<T>& value)
{
    return value ? toJson(*value) : Json();
}

template <typename T>
Json toJson(const std::vector<T>& values)
{
    Json array = Json::array();
    for (const auto& value : values)
        array.push_back(toJson(value));
    return array;
}

template <typename T>
Json toJson(const T& value)
{
    if constexpr (Choice<T>) {
        return keyOf(value);
    } else if constexpr (Object<T>) {
        Json object = Json::object();
        for (const auto& [key, entry] : value)
            object[key] = toJson(entry);
        return object;
    } else if constexpr (Record<T>) {
        FieldWriter writer;
        auto copy = value; // listFields serves reading too and so takes a mutable one
        listFields(writer, copy);
        return writer.take();
    } else {
        return value;
    }
}

// ---- reading

std::string member(const std::string& path, const std::string& key)
{
    return path.empty() ? key : path + "." + key;
}

std::string element(const std::string& path, std::size_t index)
{
    return path + "[" + std::to_string(index) + "]";
}

/// The first offence, by its path. Empty message = none so far.
class Offence {
public:
    void set(const std::string& path, const std::string& what)
    {
        if (m_message.empty())
            m_message = (path.empty() ? "the plan" : path) + ": " + what;
    }

    [[nodiscard]] bool found() const { return !m_message.empty(); }

    [[nodiscard]] const std::string& message() const { return m_message; }

private:
    std::string m_message;
};

std::string found(const Json& json)
{
    constexpr std::size_t longest = 40;
    auto text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (json.is_structured() || text.size() > longest)
        text = json.is_object() ? "an object" : json.is_array() ? "a list" : "a longer text";
    return ", found " + text;
}

void fromJson(const Json& json, const std::string& path, std::string& value, Offence& offence)
{
    if (!json.is_string())
        return offence.set(path, "expected a text" + found(json));
    value = json.get<std::string>();
}

void fromJson(const Json& json, const std::string& path, bool& value, Offence& offence)
{
    if (!json.is_boolean())
        return offence.set(path, "expected true or false" + found(json));
    value = json.get<bool>();
}

void fromJson(const Json& json, const std::string& path, double& value, Offence& offence)
{
    if (!json.is_number())
        return offence.set(path, "expected a number" + found(json));
    value = json.get<double>();
}

template <WholeNumber T>
bool fits(const Json& json)
{
    if (json.is_number_unsigned())
        return std::in_range<T>(json.get<std::uint64_t>());
    return json.is_number_integer() && std::in_range<T>(json.get<std::int64_t>());
}

template <WholeNumber T>
void fromJson(const Json& json, const std::string& path, T& value, Offence& offence)
{
    if (!fits<T>(json))
        return offence.set(path, "expected a whole number within its range" + found(json));
    value = json.get<T>();
}

void fromJson(const Json& json, const std::string& path, nanoseconds& value, Offence& offence)
{
    if (!fits<std::int64_t>(json))
        return offence.set(path, "expected a whole number of nanoseconds" + found(json));
    value = nanoseconds(json.get<std::int64_t>());
}

void fromJson(const Json& json, const std::string& path, IntegerRange& value, Offence& offence)
{
    if (!json.is_array() || json.size() != 2 || !fits<std::int64_t>(json[0])
        || !fits<std::int64_t>(json[1]))
        return offence.set(path, "expected [low, high], two whole numbers" + found(json));
    value = {.low = json[0].get<std::int64_t>(), .high = json[1].get<std::int64_t>()};
}

template <Choice T>
void fromJson(const Json& json, const std::string& path, T& value, Offence& offence)
{
    const auto choice
        = json.is_string() ? fromKey<T>(json.get_ref<const std::string&>()) : std::nullopt;
    if (!choice)
        return offence.set(path, "expected one of " + knownKeys<T>() + found(json));
    value = *choice;
}

template <Record T>
void fromJson(const Json& json, const std::string& path, T& record, Offence& offence);

template <typename T>
void fromJson(const Json& json, const std::string& path, std::optional<T>& value, Offence& offence)
{
    value.reset();
    if (!json.is_null())
        fromJson(json, path, value.emplace(), offence);
}

template <typename T>
void fromJson(const Json& json, const std::string& path, std::vector<T>& values, Offence& offence)
{
    if (!json.is_array())
        return offence.set(path, "expected a list" + found(json));
    values.clear();
    for (std::size_t i = 0; i < json.size() && !offence.found(); ++i)
        fromJson(json[i], element(path, i), values.emplace_back(), offence);
}

template <typename T>
void fromJson(
    const Json& json, const std::string& path, std::map<std::string, T>& values, Offence& offence)
{
    if (!json.is_object())
        return offence.set(path, "expected an object" + found(json));
    values.clear();
    for (const auto& [key, entry] : json.items())
        if (!offence.found())
            fromJson(entry, member(path, key), values[key], offence);
}

class FieldReader {
public:
    FieldReader(const Json& object, const std::string& path, Offence& offence)
        : m_object(object)
        , m_path(path)
        , m_offence(offence)
    {
    }

    template <typename T>
    void operator()(const char* key, T& value, const SettingText& /*text*/)
    {
        if (const auto* entry = take(key))
            fromJson(*entry, member(m_path, key), value, m_offence);
    }

    void jsonTexts(const char* key, JsonTextByName& values, const SettingText& /*text*/)
    {
        const auto* entry = take(key);
        if (entry == nullptr)
            return;
        if (!entry->is_object())
            return m_offence.set(member(m_path, key), "expected an object" + found(*entry));
        values.clear();
        for (const auto& [name, value] : entry->items())
            values[name] = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    void schema(const SettingText& text)
    {
        int schema = planSchema;
        (*this)("schema", schema, text);
        if (schema != planSchema)
            m_offence.set("schema",
                "this program reads plans of schema " + std::to_string(planSchema) + ", found "
                    + std::to_string(schema) + "; use the version of Fusescope that wrote it");
    }

    static void defaultsFrom(Protocol& protocol) { protocol = protocolFor(protocol.effort); }

    void refuseUnknownKeys()
    {
        for (const auto& [key, value] : m_object.items())
            if (std::find(m_known.begin(), m_known.end(), key) == m_known.end())
                m_offence.set(member(m_path, key), "unknown key; expected one of " + knownKeys());
    }

private:
    const Json* take(const char* key)
    {
        m_known.emplace_back(key);
        const auto entry = m_object.find(key);
        return entry == m_object.end() || m_offence.found() ? nullptr : &*entry;
    }

    [[nodiscard]] std::string knownKeys() const
    {
        std::string list;
        for (const auto& key : m_known)
            list += (list.empty() ? "" : ", ") + key;
        return list;
    }

    const Json& m_object;
    const std::string& m_path;
    Offence& m_offence;
    std::vector<std::string> m_known;
};

template <Record T>
void fromJson(const Json& json, const std::string& path, T& record, Offence& offence)
{
    if (!json.is_object())
        return offence.set(path, "expected an object" + found(json));
    FieldReader reader(json, path, offence);
    listFields(reader, record);
    reader.refuseUnknownKeys();
}

} // namespace

std::string planToJson(const Plan& plan)
{
    return toJson(plan).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Plan> planFromJson(std::string_view text)
{
    const auto json = parseStrictJson(text);
    if (!json)
        return failure(ErrorKind::BadInput, "the plan: " + json.error());
    Plan plan;
    Offence offence;
    fromJson(*json, "", plan, offence);
    if (offence.found())
        return failure(ErrorKind::BadInput, offence.message());
    return plan;
}

} // namespace profiler
