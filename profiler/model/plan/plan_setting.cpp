// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/plan_setting.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/plan/plan_fields.h"
#include "profiler/model/quantity.h"

#include <algorithm>
#include <any>
#include <cassert>
#include <concepts>
#include <fmt/format.h>
#include <type_traits>
#include <utility>

namespace profiler {
namespace {

template <typename T>
concept ChoiceSetting = std::is_enum_v<T>;

template <typename T>
concept Whole = std::integral<T> && !std::same_as<T, bool>;

template <typename T>
constexpr bool isOptional = false;

template <typename T>
constexpr bool isOptional<std::optional<T>> = true;

/// What holds fields of its own.
template <typename T>
constexpr bool isRecord
    = std::is_aggregate_v<T> && !std::same_as<T, IntegerRange> && !std::same_as<T, Limits>;

template <typename T>
constexpr SettingType typeOf()
{
    if constexpr (isOptional<T>)
        return typeOf<typename T::value_type>();
    else if constexpr (std::same_as<T, std::string>)
        return SettingType::Text;
    else if constexpr (std::same_as<T, bool>)
        return SettingType::Flag;
    else if constexpr (Whole<T>)
        return SettingType::Whole;
    else if constexpr (std::same_as<T, double>)
        return SettingType::Number;
    else if constexpr (std::same_as<T, nanoseconds>)
        return SettingType::Time;
    else if constexpr (ChoiceSetting<T>)
        return SettingType::Choice;
    else
        return SettingType::Other;
}

// ---- values as text

template <typename T>
std::string textOf(const T& value)
{
    if constexpr (isOptional<T>)
        return value ? textOf(*value) : std::string();
    else if constexpr (typeOf<T>() == SettingType::Text)
        return value;
    else if constexpr (ChoiceSetting<T>)
        return keyOf(value);
    else if constexpr (typeOf<T>() == SettingType::Time)
        return durationText(value);
    else if constexpr (typeOf<T>() == SettingType::Other)
        return {};
    else
        return fmt::format("{}", value);
}

/// As docs/plan.md shows a default.
template <typename T>
std::string documented(const T& value)
{
    if constexpr (isOptional<T>)
        return value ? documented(*value) : "`null`";
    else if constexpr (typeOf<T>() == SettingType::Text)
        return value.empty() ? "empty" : "`" + value + "`";
    else if constexpr (typeOf<T>() == SettingType::Flag || ChoiceSetting<T>)
        return "`" + textOf(value) + "`";
    else if constexpr (typeOf<T>() == SettingType::Time) {
        auto text = durationText(value);
        return text.insert(text.find_first_not_of("0123456789"), " ");
    } else if constexpr (typeOf<T>() != SettingType::Other)
        return textOf(value);
    else if constexpr (requires { typename T::mapped_type; })
        return "`{}`";
    else
        return "`[]`";
}

template <typename T>
std::vector<std::string> choicesOf()
{
    if constexpr (isOptional<T>) {
        return choicesOf<typename T::value_type>();
    } else {
        std::vector<std::string> keys;
        if constexpr (ChoiceSetting<T>)
            for (const auto& [enumerator, key] : enumKeys<T>())
                keys.emplace_back(key);
        return keys;
    }
}

template <typename T>
std::optional<T> valueFrom(std::string_view text)
{
    if constexpr (typeOf<T>() == SettingType::Text)
        return std::string(text);
    else if constexpr (typeOf<T>() == SettingType::Flag)
        return text == "true" ? std::optional(true)
            : text == "false" ? std::optional(false)
                              : std::nullopt;
    else if constexpr (ChoiceSetting<T>)
        return fromKey<T>(text);
    else if constexpr (typeOf<T>() == SettingType::Time)
        return duration(text);
    else if constexpr (Whole<T>) {
        const auto number = signedNumber(text);
        return number && std::in_range<T>(*number) ? std::optional(static_cast<T>(*number))
                                                   : std::nullopt;
    } else
        return decimalNumber(text);
}

/// What a range compares; nullopt = nothing.
template <typename T>
std::optional<double> magnitude(const T& value)
{
    if constexpr (isOptional<T>)
        return value ? magnitude(*value) : std::nullopt;
    else if constexpr (typeOf<T>() == SettingType::Time)
        return static_cast<double>(value.count());
    else if constexpr (typeOf<T>() == SettingType::Whole || typeOf<T>() == SettingType::Number)
        return static_cast<double>(value);
    else
        return std::nullopt;
}

std::string rangeText(const SettingRange& range)
{
    return range.hasMost() ? fmt::format("between {} and {}", range.least, range.most)
                           : fmt::format("{} or more", range.least);
}

template <typename T>
std::string expected(const SettingRange& range)
{
    if constexpr (isOptional<T>)
        return expected<typename T::value_type>(range);
    else if constexpr (ChoiceSetting<T>)
        return "one of " + knownKeys<T>();
    else if constexpr (typeOf<T>() == SettingType::Flag)
        return "true or false";
    else if constexpr (typeOf<T>() == SettingType::Time)
        return "a time with its unit, such as 15ms, 5s or 10min";
    else if constexpr (Whole<T>)
        return range.least >= 0 ? "a count of " + rangeText(range) : "a whole number";
    else
        return "a number";
}

template <typename T>
Result<void> set(T& value, std::string_view text, const SettingRange& range)
{
    if constexpr (isOptional<T>) {
        return set(value.emplace(), text, range);
    } else if constexpr (typeOf<T>() == SettingType::Other) {
        return failure(ErrorKind::BadInput, "a plan file");
    } else {
        auto read = valueFrom<T>(text);
        const auto size = read ? magnitude(*read) : std::nullopt;
        if (!read || (size && !range.holds(*size)))
            return failure(ErrorKind::BadInput, expected<T>(range));
        value = std::move(*read);
        return {};
    }
}

// ---- visitors

/// Calls `act(path, value, text)` for each field of a plan, and of what it holds once.
template <typename Act>
class EachField {
public:
    EachField(std::string place, Act& act)
        : m_place(std::move(place))
        , m_act(act)
    {
    }

    template <typename T>
    void operator()(const char* key, T& value, const SettingText& text)
    {
        const auto path = m_place + key;
        m_act(path, value, text);
        if constexpr (isRecord<T>) {
            EachField inner(path + ".", m_act);
            listFields(inner, value);
        }
    }

    void jsonTexts(const char* key, JsonTextByName& value, const SettingText& text)
    {
        m_act(m_place + key, value, text);
    }

    void schema(const SettingText& text)
    {
        int schema = planSchema;
        m_act(m_place + "schema", schema, text);
    }

    void defaultsFrom(const Protocol&) { }

private:
    std::string m_place;
    Act& m_act;
};

template <typename Record, typename Act>
void visit(Record&& record, const std::string& place, Act act)
{
    EachField<Act> fields(place, act);
    listFields(fields, record);
}

template <typename Record>
void addSettings(std::vector<PlanSetting>& settings, const std::string& place)
{
    Record record {};
    visit(record, place,
        [&]<typename T>(const std::string& path, const T& value, const SettingText& text) {
            settings.push_back({.path = path,
                .type = typeOf<T>(),
                .defaultText = text.byDefault == nullptr ? documented(value) : text.byDefault,
                .text = text,
                .choices = choicesOf<T>(),
                .isGroup = isRecord<T>});
        });
}

} // namespace

std::string PlanSetting::group() const
{
    const auto dot = path.rfind('.');
    return dot == std::string::npos ? std::string() : path.substr(0, dot);
}

std::string PlanSetting::key() const
{
    return path.substr(path.rfind('.') + 1);
}

const std::vector<PlanSetting>& planSettings()
{
    static const auto all = [] {
        std::vector<PlanSetting> settings;
        addSettings<Plan>(settings, "");
        addSettings<CompiledPart>(settings, "workload.parts[].");
        addSettings<Case>(settings, "cases[].");
        addSettings<TensorSpec>(settings, "cases[].inputs[].");
        addSettings<Variant>(settings, "variants[].");
        return settings;
    }();
    return all;
}

const PlanSetting& settingOf(std::string_view option)
{
    const auto found = std::ranges::find_if(planSettings(), [&](const PlanSetting& setting) {
        return setting.text.option != nullptr && setting.text.option == option;
    });
    assert(found != planSettings().end());
    return *found;
}

std::string settingText(const Plan& plan, const PlanSetting& setting)
{
    std::string text;
    visit(Plan(plan), "", [&](const std::string& path, const auto& value, const SettingText&) {
        if (path == setting.path)
            text = textOf(value);
    });
    return text;
}

bool isDefault(const Plan& plan, const PlanSetting& setting)
{
    auto reset = plan;
    return setSetting(reset, setting, std::nullopt) && reset == plan;
}

Result<void> setSetting(
    Plan& plan, const PlanSetting& setting, const std::optional<std::string>& text)
{
    Plan usual;
    if (setting.path != "protocol.effort")
        setEffort(usual.protocol, plan.protocol.effort);
    std::any fallback;
    visit(usual, "", [&](const std::string& path, const auto& value, const SettingText&) {
        if (path == setting.path)
            fallback = value;
    });
    Result<void> done;
    visit(plan, "", [&]<typename T>(const std::string& path, T& value, const SettingText& about) {
        if (path != setting.path)
            return;
        if (text)
            done = set(value, *text, about.range);
        else
            value = std::any_cast<const T&>(fallback); // the same field, so of the same type
    });
    if (done && text && setting.path == "protocol.effort")
        setEffort(plan.protocol, plan.protocol.effort);
    return done;
}

Result<void> checkRanges(const Plan& plan)
{
    Result<void> done;
    visit(Plan(plan), "", [&](const std::string& path, const auto& value, const SettingText& text) {
        const auto size = magnitude(value);
        if (!done || !size || text.range.holds(*size))
            return;
        done = failure(ErrorKind::BadInput,
            text.range.refusal != nullptr ? text.range.refusal
                                          : path + " must be " + rangeText(text.range));
    });
    return done;
}

void setEffort(Protocol& protocol, Effort effort)
{
    protocol.effort = effort;
    visit(protocol, "", [&]<typename T>(const std::string&, T& value, const SettingText& text) {
        if constexpr (std::same_as<T, int>)
            if (text.byEffort)
                value = text.byEffort->at(static_cast<std::size_t>(effort));
    });
}

Protocol protocolFor(Effort effort)
{
    Protocol protocol;
    setEffort(protocol, effort);
    return protocol;
}

} // namespace profiler
