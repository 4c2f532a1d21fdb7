// SPDX-License-Identifier: Apache-2.0
#include "app/cli/suite/suite_file.h"

#include "app/cli/terminal/files.h"
#include "app/cli/terminal/plan_options.h"
#include "app/options/command.h"
#include "profiler/model/case.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/strict_json.h"
#include "profiler/model/text/fnv_hash.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Plan;
using profiler::Result;

constexpr int suiteSchema = 1;

/// Keys that are no options of `record`.
constexpr std::array suiteKeys {"schema", "name", "about", "models", "plan", "slurm", "ray"};
/// Engines whose options a suite may hold, under their name.
constexpr std::array engineKeys {"slurm", "ray"};
constexpr std::array modelKeys {"name", "family", "plan"};

template <typename Keys>
bool isOneOf(const Keys& keys, const std::string& key)
{
    return std::ranges::find(keys, key) != keys.end();
}

tl::unexpected<profiler::Error> refused(const std::string& where, const std::string& what)
{
    return failure(ErrorKind::BadInput, where + ": " + what);
}

/// The options of `record`, which fill in a plan as the command line would.
class RecordOptions {
public:
    RecordOptions()
        : m_line("a suite", "suite")
    {
        auto root = m_line.root();
        addPlanOverrides(root, m_options);
    }

    [[nodiscard]] bool knows(const std::string& key) const
    {
        const auto option = "--" + key;
        return m_options.values.contains(option) || m_options.lists.contains(option)
            || m_options.flags.contains(option);
    }

    [[nodiscard]] bool isFlag(const std::string& key) const
    {
        return m_options.flags.contains("--" + key);
    }

    [[nodiscard]] bool repeats(const std::string& key) const
    {
        return m_options.lists.contains("--" + key);
    }

    Result<Plan> fill(Plan plan, const std::vector<std::string>& words)
    {
        std::vector<const char*> given {"suite"};
        for (const auto& word : words)
            given.push_back(word.c_str());
        const auto end = m_line.parse(given);
        if (end.kind == app::ParseEnd::Kind::Refused)
            return failure(ErrorKind::BadInput, end.message);
        return changedPlan(std::move(plan), m_options);
    }

private:
    app::CommandLine m_line;
    PlanOptions m_options;
};

/// "2", "true", "x=8x3:float32": a value as somebody types it.
Result<std::string> typed(const std::string& where, const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number() || value.is_boolean())
        return value.dump();
    return refused(where, "expected a text, a number, true or false");
}

/// One value of an option or, of one that repeats, a list of them; `arg` may be an object.
Result<std::vector<std::string>> valuesOf(
    const std::string& where, const std::string& key, const Json& value, bool repeats)
{
    std::vector<std::string> values;
    const auto add = [&](const std::string& at, const Json& each) -> Result<void> {
        return typed(at, each).map([&](std::string text) { values.push_back(std::move(text)); });
    };
    if (key == "arg" && value.is_object()) {
        for (const auto& [name, each] : value.items())
            values.push_back(name + "=" + each.dump());
        return values;
    }
    if (!value.is_array())
        return add(where, value).map([&] { return values; });
    if (!repeats)
        return refused(where, "expected one value, not a list");
    for (std::size_t i = 0; i < value.size(); ++i)
        if (auto added = add(fmt::format("{}[{}]", where, i), value[i]); !added)
            return tl::unexpected(added.error());
    return values;
}

class SuiteReader {
public:
    SuiteReader(std::filesystem::path folder, const SuiteOverrides& instead)
        : m_folder(std::move(folder))
        , m_instead(instead)
    {
    }

    Result<Suite> read(const Json& file)
    {
        if (!file.is_object())
            return refused("the suite", "expected an object");
        if (file.value("schema", Json()) != suiteSchema)
            return refused("schema", fmt::format("expected {}", suiteSchema));
        for (const auto* key : {"name", "about"})
            if (file.contains(key) && !file[key].is_string())
                return refused(key, "expected a text");
        m_suite.name = file.value("name", "");
        m_suite.about = file.value("about", "");
        if (m_suite.name.empty())
            return refused("name", "a suite needs a name");
        if (const auto known = checkKeys("", file, suiteKeys); !known)
            return tl::unexpected(known.error());
        if (auto read = readEngineOptions(file); !read)
            return tl::unexpected(read.error());
        const auto models = file.find("models");
        if (models == file.end() || !models->is_array() || models->empty())
            return refused("models", "expected a list of one model or more");
        for (std::size_t i = 0; i < models->size(); ++i)
            if (auto added = addModel(fmt::format("models[{}]", i), file, (*models)[i]); !added)
                return tl::unexpected(added.error());
        return std::move(m_suite);
    }

private:
    template <typename Keys>
    Result<void> checkKeys(const std::string& where, const Json& object, const Keys& own)
    {
        RecordOptions options;
        for (const auto& [key, value] : object.items())
            if (!isOneOf(own, key) && !options.knows(key))
                return refused(where.empty() ? key : where + "." + key,
                    "unknown key; expected an option of `fusescope record` without its dashes, or "
                    "one of name, family, plan"
                        + std::string(where.empty() ? ", about, models, slurm, ray" : ""));
        return {};
    }

    Result<void> readEngineOptions(const Json& file)
    {
        for (const std::string engine : engineKeys) {
            if (!file.contains(engine))
                continue;
            auto values = valuesOf(engine, engine, file[engine], true);
            if (!values)
                return tl::unexpected(values.error());
            m_suite.engineOptions[engine] = std::move(*values);
        }
        return {};
    }

    /// What a model says stands in place of what the suite says for all.
    Result<void> addModel(const std::string& where, const Json& suite, Json model)
    {
        if (model.is_string())
            model = {{"model", std::move(model)}};
        if (!model.is_object())
            return refused(where, "expected a model's SPEC or an object");
        if (auto known = checkKeys(where, model, modelKeys); !known)
            return known;
        Json options = Json::object();
        for (const auto& [key, value] : suite.items())
            if (!isOneOf(suiteKeys, key))
                options[key] = value;
        for (const auto& [key, value] : model.items())
            if (!isOneOf(modelKeys, key))
                options[key] = value;
        for (const auto& [key, values] : m_instead)
            options[key] = values.size() == 1 ? Json(values.front()) : Json(values);
        Json base = suite.value("plan", Json::object());
        base.merge_patch(model.value("plan", Json::object()));
        return addDevices(where, model, base, options);
    }

    /// A recording for each device.
    Result<void> addDevices(
        const std::string& where, const Json& model, const Json& base, Json options)
    {
        auto devices = options.value("device", Json::array({nullptr}));
        if (!devices.is_array())
            devices = Json::array({devices});
        options.erase("device");
        for (const auto& device : devices) {
            if (!device.is_null())
                options["device"] = device;
            auto plan = planOf(where, base, options);
            if (!plan)
                return tl::unexpected(plan.error());
            if (auto added = add(where, model, std::move(*plan), devices.size() > 1); !added)
                return added;
        }
        return {};
    }

    Result<Plan> planOf(const std::string& where, const Json& base, const Json& options)
    {
        auto plan = profiler::planFromJson(base.dump());
        if (!plan)
            return refused(where + ".plan", plan.error().message);
        if (plan->workload.workingDirectory.empty())
            plan->workload.workingDirectory = m_folder.string();
        RecordOptions record;
        std::vector<std::string> words;
        for (const auto& [key, value] : options.items()) {
            if (record.isFlag(key)) {
                if (!value.is_boolean())
                    return refused(where + "." + key, "expected true or false");
                if (value.get<bool>())
                    words.push_back("--" + key);
                continue;
            }
            const auto values = valuesOf(where + "." + key, key, value, record.repeats(key));
            if (!values)
                return tl::unexpected(values.error());
            for (const auto& each : *values)
                words.push_back("--" + key + "=" + each);
        }
        auto filled = record.fill(std::move(*plan), words);
        if (!filled)
            return refused(where, filled.error().message);
        return filled;
    }

    Result<void> add(const std::string& where, const Json& model, Plan plan, bool onSeveral)
    {
        for (const auto* key : {"name", "family"})
            if (model.contains(key) && !model[key].is_string())
                return refused(where + "." + key, "expected a text");
        plan.suite = {.suite = m_suite.name,
            .model = model.value("name", shortName(plan.workload.spec)),
            .family = model.value("family", "")};
        const auto device = plan.numeric.device;
        plan.name = plan.suite.model + (onSeveral ? " on " + device : "");
        if (!m_names.insert(plan.name).second)
            return refused(where, "two models are called \"" + plan.name + "\"; give one a name");
        plan.suite.task = markOf(plan);
        m_suite.plans.push_back(std::move(plan));
        return {};
    }

    /// "resnet18" of "torchvision:resnet18,weights=…".
    static std::string shortName(const std::string& spec)
    {
        const auto name = spec.substr(spec.find(':') + 1);
        return name.substr(0, name.find(','));
    }

    /// Of what is asked, wherever the suite lies.
    static std::string markOf(Plan plan)
    {
        plan.workload.workingDirectory.clear();
        return fmt::format("{:016x}", profiler::fnvHash(profiler::planToJson(plan)));
    }

    std::filesystem::path m_folder;
    const SuiteOverrides& m_instead;
    std::set<std::string> m_names;
    Suite m_suite;
};

} // namespace

Result<Suite> suiteFromJson(
    std::string_view text, const std::filesystem::path& folder, const SuiteOverrides& instead)
{
    const auto json = profiler::parseStrictJson(text);
    if (!json)
        return failure(ErrorKind::BadInput, "the suite is no JSON: " + json.error());
    return SuiteReader(folder, instead).read(*json);
}

std::vector<std::string> readySuites(const std::filesystem::path& ready)
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(ready, error))
        if (entry.path().extension() == ".json")
            names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

Result<Suite> readSuiteFile(
    const std::string& file, const std::filesystem::path& ready, const SuiteOverrides& instead)
{
    std::error_code error;
    std::filesystem::path path(file);
    const auto names = readySuites(ready);
    if (!std::filesystem::exists(path, error) && isOneOf(names, file))
        path = ready / (file + ".json");
    const auto text = readFile(path);
    if (!text)
        return failure(ErrorKind::NotFound,
            text.error().message + "; ready suites are listed by `fusescope suite list`");
    // Models of a user's file are looked for beside it, those of ready suites where one is.
    const bool isReady = path.parent_path() == ready;
    const auto folder = isReady ? std::filesystem::current_path(error)
                                : std::filesystem::absolute(path, error).parent_path();
    auto suite = suiteFromJson(*text, folder, instead);
    if (!suite)
        return failure(suite.error().kind, path.string() + ": " + suite.error().message);
    return suite;
}

} // namespace cli
