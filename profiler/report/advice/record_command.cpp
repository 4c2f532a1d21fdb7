// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/advice/record_command.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/load_words.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/plan/sweep_words.h"
#include "profiler/model/plan/torch_words.h"
#include "profiler/model/quantity.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace profiler {
namespace {

bool holdsAny(std::string_view text, std::string_view characters)
{
    return text.find_first_of(characters) != std::string_view::npos;
}

/// Collects words; the first thing that options cannot say is kept.
class OptionWriter {
public:
    explicit OptionWriter(const Plan& plan)
        : m_plan(plan)
    {
    }

    RecordOptions write()
    {
        const PlanSetting* name = nullptr;
        for (const auto& setting : planSettings()) {
            if (setting.path == "name")
                name = &setting;
            else if (setting.path.find("[]") == std::string::npos)
                write(setting);
        }
        if (name != nullptr)
            write(*name); // last, as people do
        if (!m_whyNot.empty())
            m_words.clear();
        return {.words = std::move(m_words), .whyNot = std::move(m_whyNot)};
    }

private:
    /// By its own option, by one that says more than one setting, or not at all.
    void write(const PlanSetting& setting)
    {
        const auto& text = setting.text;
        if (const auto special = m_special.find(setting.path); special != m_special.end())
            (this->*special->second)();
        else if (text.option != nullptr)
            writeOption(setting);
        else if (text.coveredBy == nullptr && !setting.isGroup)
            needs(isDefault(m_plan, setting), setting.path);
    }

    void writeOption(const PlanSetting& setting)
    {
        if (isDefault(m_plan, setting))
            return;
        m_words.emplace_back(setting.text.option);
        if (setting.type != SettingType::Flag)
            m_words.push_back(settingText(m_plan, setting));
    }

    void add(const char* option, std::string value)
    {
        m_words.emplace_back(option);
        m_words.push_back(std::move(value));
    }

    void needs(bool sayable, const std::string& field)
    {
        if (!sayable && m_whyNot.empty())
            m_whyNot = field;
    }

    // ---- workload

    void model()
    {
        const auto& spec = m_plan.workload.spec;
        if (spec.starts_with(scriptScheme))
            add("--script", spec.substr(scriptScheme.size()));
        else if (spec.starts_with(scriptModuleScheme))
            add("--script-module", spec.substr(scriptModuleScheme.size()));
        else
            add("--model", spec);
    }

    void arguments()
    {
        for (const auto& [key, text] : m_plan.workload.arguments) {
            needs(key.find('=') == std::string::npos, "workload.arguments");
            add("--arg", key + "=" + plainJson(text));
        }
    }

    void parts()
    {
        for (const auto& part : m_plan.workload.parts) {
            needs(!part.settings, "workload.parts[].settings");
            add("--compile", part.target);
        }
    }

    /// A text is written without quotes where it reads back as one.
    static std::string plainJson(const std::string& text)
    {
        const auto value = nlohmann::json::parse(text, nullptr, false);
        if (!value.is_string())
            return text;
        auto plain = value.get<std::string>();
        return plain.empty() || nlohmann::json::accept(plain) ? text : plain;
    }

    // ---- cases

    void cases()
    {
        const auto& cases = m_plan.cases;
        if (cases.empty())
            return;
        if (const auto sweep = sweepOf(cases)) {
            writeSweep(*sweep);
            return items();
        }
        const bool single = cases.size() == 1 && cases.front().name == "default";
        for (const auto& each : cases) {
            if (single)
                for (const auto& tensor : each.inputs)
                    add("--input", tensorWord(tensor));
            else
                add("--case", caseWord(each));
        }
        items();
    }

    void writeSweep(const Sweep& sweep)
    {
        for (const auto& axis : sweep.axes)
            add("--sweep", sweepWord(axis));
        for (const auto& swept : sweep.tensors) {
            const auto shape = sweptShape(swept.sizes);
            const auto read = sweptSizes(shape, sweep.axes); // "b" and "bx3": names can be unclear
            needs(read && *read == swept.sizes, "cases[].inputs[].dims");
            add("--input", tensorWord(swept.tensor, shape));
        }
    }

    std::string caseWord(const Case& value)
    {
        // A case of the callable's own has a name and no inputs: no option says that.
        needs(!value.inputs.empty() && !holdsAny(value.name, ":="), "cases[].name");
        std::string word = value.name + ":";
        for (std::size_t i = 0; i < value.inputs.size(); ++i) {
            const auto tensor = tensorWord(value.inputs[i]);
            needs(tensor.find(';') == std::string::npos, "cases[].inputs");
            word += (i == 0 ? "" : ";") + tensor;
        }
        return word;
    }

    std::string tensorWord(const TensorSpec& tensor)
    {
        needs(tensor.dims.empty(), "cases[].inputs[].dims");
        return tensorWord(tensor, fmt::format("{}", fmt::join(tensor.shape, "x")));
    }

    std::string tensorWord(const TensorSpec& tensor, const std::string& shape)
    {
        needs(tensor.name.find('=') == std::string::npos, "cases[].inputs[].name");
        std::string word = tensor.name + "=";
        if (!tensor.file.empty()) {
            const std::set<std::string> known {".pt", ".pth", ".npz", ".npy"};
            const auto dot = std::min(tensor.file.rfind('.'), tensor.file.size());
            needs(known.contains(tensor.file.substr(dot)) && !holdsAny(tensor.file, ":")
                    && !holdsAny(tensor.key, "."),
                "cases[].inputs[].file");
            return word + tensor.file + (tensor.key.empty() ? "" : ":" + tensor.key);
        }
        word += shape + ":" + tensor.dtype;
        if (tensor.range)
            word += fmt::format("[{},{})", tensor.range->low, tensor.range->high);
        return word;
    }

    void items()
    {
        const auto& cases = m_plan.cases;
        const auto& first = cases.front().items;
        const bool same = std::all_of(
            cases.begin(), cases.end(), [&](const Case& value) { return value.items == first; });
        if (same) {
            if (first)
                add("--items", fmt::format("{}", *first));
            return;
        }
        for (const auto& value : cases)
            if (value.items)
                add("--items", fmt::format("{}={}", value.name, *value.items));
    }

    // ---- variants

    void variants()
    {
        for (const auto& variant : m_plan.variants) {
            needs(variant.name.find('=') == std::string::npos, "variants[].name");
            add("--variant", variantWord(variant));
        }
    }

    std::string variantWord(const Variant& variant)
    {
        const bool plain = variant.environment.empty() && variant.python.empty()
            && variant.parts.empty() && variant.torch == TorchSettings {};
        if (variant.kind == VariantKind::Eager && plain && variant.name == "eager")
            return variant.name;
        if (plain && !engineWord(variant).empty() && variant.name == engineWord(variant)
            && variant.compile == CompileSettings {})
            return variant.name;
        CompileSettings modeAlone;
        modeAlone.mode = variant.name;
        const bool isMode = std::ranges::find(commonModes, variant.name) != commonModes.end();
        if (variant.kind == VariantKind::Compiled && plain && isMode
            && variant.compile == modeAlone)
            return variant.name;
        auto settings = settingsOf(variant);
        if (settings.empty())
            settings.emplace_back("dynamic:auto"); // compiled, and nothing else said
        return fmt::format("{}={}", variant.name, fmt::join(settings, ","));
    }

    std::vector<std::string> settingsOf(const Variant& variant)
    {
        const auto& compile = variant.compile;
        std::vector<std::string> settings;
        if (variant.kind == VariantKind::Eager)
            settings.emplace_back("eager");
        if (const auto engine = engineWord(variant); !engine.empty())
            settings.push_back(engine);
        if (compile.mode)
            settings.push_back("mode:" + bareValue(*compile.mode, "variants[].compile.mode"));
        if (compile.dynamic)
            settings.push_back(fmt::format("dynamic:{}", *compile.dynamic));
        if (compile.fullgraph)
            settings.emplace_back("fullgraph:true");
        if (compile.backend)
            settings.push_back(
                "backend:" + bareValue(*compile.backend, "variants[].compile.backend"));
        addTexts(settings, "options.", compile.options, "variants[].compile.options");
        for (const auto& part : variant.parts) {
            needs(!part.settings, "variants[].parts[].settings");
            settings.push_back("part:"
                + (part.target.empty() ? "\"\"" : bareValue(part.target, "variants[].parts")));
        }
        addTorch(settings, variant.torch);
        for (const auto& [name, value] : variant.environment)
            settings.push_back(
                "env." + bareValue(name, "variants[].environment") + ":" + environmentValue(value));
        if (!variant.python.empty())
            settings.push_back("python:" + bareValue(variant.python, "variants[].python"));
        needs(variant.workingDirectory.empty(), "variants[].working_directory");
        return settings;
    }

    void addTexts(std::vector<std::string>& settings, const std::string& prefix,
        const JsonTextByName& texts, const std::string& field)
    {
        for (const auto& [name, text] : texts) {
            // A backslash before a quote is more than the commas' rule understands.
            needs(!holdsAny(name, ":,\"[]{}") && !holdsAny(text, "\\"), field);
            settings.push_back(prefix + name + ":" + text);
        }
    }

    /// What words cannot hold reads back as something else.
    void addTorch(std::vector<std::string>& settings, const TorchSettings& torch)
    {
        const auto words = torchWords(torch);
        const auto read = torchSettingsFrom(fmt::format("{}", fmt::join(words, ",")));
        const bool plain = std::ranges::none_of(words, [](const std::string& word) {
            return word.find('\\') != std::string::npos; // more than the commas' rule understands
        });
        needs(plain && read && *read == torch, "variants[].torch");
        settings.insert(settings.end(), words.begin(), words.end());
    }

    std::string bareValue(const std::string& value, const std::string& field)
    {
        needs(!value.empty() && !holdsAny(value, ",\"[]{}")
                && (field != "variants[].environment" || value.find(':') == std::string::npos),
            field);
        return value;
    }

    /// Values that are no plain word are quoted, and read back as JSON text.
    std::string environmentValue(const std::string& value)
    {
        const auto read = nlohmann::json::parse(value, nullptr, false);
        if (!value.empty() && !holdsAny(value, ",\"[]{}\\") && !read.is_string())
            return value;
        needs(!holdsAny(value, "\\\""), "variants[].environment");
        return "\"" + value + "\"";
    }

    // ---- goal

    void metric()
    {
        const auto& goal = m_plan.goal;
        const bool total = goal.metric == GoalMetric::Total;
        if (total)
            add("--goal", fmt::format("total:{}", goal.horizonCalls.value_or(0)));
        else if (goal.metric != GoalMetric::Median)
            add("--goal", keyOf(goal.metric));
        needs(total || !goal.horizonCalls, "goal.horizon_calls");
    }

    void limits()
    {
        limits("", m_plan.goal.limits);
        for (const auto& [name, caseLimits] : m_plan.goal.caseLimits) {
            needs(!name.empty() && name.find('=') == std::string::npos, "goal.case_limits");
            needs(caseLimits != Limits {}, "goal.case_limits");
            limits(name + ".", caseLimits);
        }
    }

    void limits(const std::string& place, const Limits& limits)
    {
        if (limits.p99)
            add("--limit", place + "p99=" + callTimeText(*limits.p99));
        if (limits.memoryBytes)
            add("--limit", place + "memory=" + byteCountText(*limits.memoryBytes));
        if (limits.compile)
            add("--limit", place + "compile=" + durationText(*limits.compile));
    }

    // ---- protocol

    void processes()
    {
        const auto& protocol = m_plan.protocol;
        const auto usual = protocolFor(protocol.effort);
        if (protocol.repetitionsMin != usual.repetitionsMin
            || protocol.repetitionsMax != usual.repetitionsMax)
            add("--processes",
                protocol.repetitionsMin == protocol.repetitionsMax
                    ? std::to_string(protocol.repetitionsMin)
                    : fmt::format("{}..{}", protocol.repetitionsMin, protocol.repetitionsMax));
    }

    void without()
    {
        const auto& protocol = m_plan.protocol;
        const auto base = protocolFor(protocol.effort);
        std::vector<std::string_view> left;
        const bool noCold = protocol.coldEmpty == 0 && protocol.coldKept == 0;
        if (noCold && base.coldEmpty + base.coldKept > 0)
            left.emplace_back("cold");
        needs(
            noCold || (protocol.coldEmpty == base.coldEmpty && protocol.coldKept == base.coldKept),
            "protocol.cold_empty");
        leaveOut(left, "check", "protocol.check_inputs", protocol.checkInputs, base.checkInputs);
        leaveOut(left, "trace", "protocol.trace_calls", protocol.traceCalls, base.traceCalls);
        if (!protocol.noiseWhenBusy)
            left.emplace_back("noise");
        needs(protocol.noiseRepetitions == (protocol.noiseWhenBusy ? base.noiseRepetitions : 0),
            "protocol.noise_repetitions");
        if (!protocol.trialCompile)
            left.emplace_back("trial");
        if (!left.empty())
            add("--without", fmt::format("{}", fmt::join(left, ",")));
    }

    void leaveOut(std::vector<std::string_view>& left, std::string_view word,
        const std::string& field, int count, int usual)
    {
        if (count == 0 && usual != 0)
            left.push_back(word);
        needs(count == 0 || count == usual, field);
    }

    // ---- load

    void load()
    {
        const auto& load = m_plan.load;
        if (load.repetitions == 0)
            return;
        add("--load", loadRatesWord(load));
        if (load.arrivals != Arrivals::Poisson)
            add("--arrivals", arrivalsWord(load));
    }

    const Plan& m_plan;
    /// What one option says of several settings, where the first or the last of them stands.
    const std::map<std::string_view, void (OptionWriter::*)()> m_special {
        {"workload.spec", &OptionWriter::model}, {"workload.arguments", &OptionWriter::arguments},
        {"workload.parts", &OptionWriter::parts}, {"cases", &OptionWriter::cases},
        {"variants", &OptionWriter::variants}, {"goal.metric", &OptionWriter::metric},
        {"goal.limits", &OptionWriter::limits}, {"load.rates", &OptionWriter::load},
        {"protocol.repetitions_min", &OptionWriter::processes},
        {"protocol.noise_repetitions", &OptionWriter::without}};
    std::vector<std::string> m_words;
    std::string m_whyNot;
};

} // namespace

RecordOptions recordOptions(const Plan& plan)
{
    return OptionWriter(plan).write();
}

std::string shellWord(std::string_view word)
{
    constexpr std::string_view plain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos)
        return std::string(word);
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

std::string recordCommandText(const std::vector<std::string>& words, const std::string& output)
{
    std::string text = "fusescope record";
    for (const auto& word : words) {
        const bool option = word.starts_with("--");
        text += (option ? " \\\n  " : " ") + shellWord(word);
    }
    if (!output.empty())
        text += " \\\n  -o " + shellWord(output);
    return text;
}

} // namespace profiler
