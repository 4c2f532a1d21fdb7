// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/configuration/configuration_contents.h"

#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

using profiler::ConfigurationField;
using profiler::FieldRole;

/// How a role is shown.
struct RoleLook {
    const char* word;
    std::optional<Status> status;
    const char* reason;
};

const RoleLook& lookOf(FieldRole role)
{
    static const std::array<RoleLook, 6> looks {{
        {"same", {}, ""},
        {"not known of all", {},
            "Some variants did not say it, so whether it differs is not known."},
        {"differs, not compared", {}, "It says where the process ran; nothing follows from it."},
        {"intended", Status::Information, "The plan asks for it: it is what is compared."},
        {"unintended", Status::Warning,
            "The plan does not ask for this difference. Ratios are shown, and say it."},
        {"not comparable", Status::Bad,
            "While this differs, no ratio between the variants is shown."},
    }};
    return looks.at(static_cast<std::size_t>(role));
}

DataCell valueCell(const ConfigurationField& field, std::size_t variant)
{
    const QString text = qt(field.values.at(variant));
    const FieldRole role = field.roles.at(variant);
    if (text.isEmpty()) {
        DataCell cell = missingCell(
            field.setting ? tr("Not given: torch decides.") : tr("No process told it."));
        cell.muted = true;
        return cell;
    }
    DataCell cell = textCell(text);
    cell.reason = text;
    cell.code = true;
    cell.muted = variant > 0 && role == FieldRole::Same;
    cell.strong = role != FieldRole::Same && role != FieldRole::Unknown;
    if (role == FieldRole::Warning || role == FieldRole::Blocking)
        cell.status = lookOf(role).status;
    return cell;
}

DataRow rowOf(const ConfigurationField& field)
{
    DataRow row;
    DataCell name = textCell(qt(field.words));
    name.reason = qt(field.field);
    row.cells.push_back(name);
    const RoleLook& look = lookOf(field.role);
    DataCell role = textCell(tr(look.word));
    role.status = look.status;
    role.reason = QString::fromLatin1(look.reason);
    role.muted = field.role <= FieldRole::NotCompared;
    row.cells.push_back(role);
    for (std::size_t variant = 0; variant < field.values.size(); ++variant)
        row.cells.push_back(valueCell(field, variant));
    return row;
}

DataContent tableOf(const ComparisonView& view, const QString& title)
{
    DataContent content {.title = title};
    content.columns.push_back({.name = tr("field"), .align = DataAlign::Text, .elastic = true});
    content.columns.push_back({.name = tr("difference"), .align = DataAlign::Text, .yields = 1});
    for (const auto& variant : view.comparison->result.plan.variants)
        content.columns.push_back({.name = qt(variant.name),
            .align = DataAlign::Text,
            .elastic = true,
            .explanation = qt(variant.name)});
    return content;
}

QString fieldCount(int count)
{
    return qt(profiler::countText(count, "field", "fields"));
}

template <typename Picks>
QString namesOf(const std::vector<ConfigurationField>& fields, Picks isNamed)
{
    QStringList names;
    for (const ConfigurationField& field : fields)
        if (isNamed(field.role))
            names << qt(field.words);
    constexpr qsizetype most = 4;
    if (names.size() > most)
        names = names.mid(0, most) << tr("%1 more").arg(names.size() - most);
    return names.join(QStringLiteral(", "));
}

QString named(const std::vector<ConfigurationField>& fields, FieldRole role)
{
    return namesOf(fields, [role](FieldRole each) { return each == role; });
}

/// Nobody planned what imported files differ in, and most of it is in no file.
PageSentence importedHeadline(const std::vector<ConfigurationField>& fields)
{
    const auto differs = [](FieldRole role) { return role > FieldRole::Unknown; };
    const auto others = std::count_if(fields.begin(), fields.end(),
        [&](const ConfigurationField& field) { return differs(field.role); });
    PageSentence headline {.status = Status::Information};
    headline.note = tr("%1 the same, %2 not in every file")
                        .arg(fieldCount(countOf(fields, FieldRole::Same)),
                            fieldCount(countOf(fields, FieldRole::Unknown)));
    if (fields.empty() || fields.front().values.size() < 2)
        headline = {.status = Status::Information,
            .sentence = tr("What the file tells of where it was made.")};
    else if (others == 0)
        headline.sentence = tr("Nothing differs that the files tell.");
    else
        headline.sentence
            = (others == 1 ? tr("**%1 differs:** %2.") : tr("**%1 differ:** %2."))
                  .arg(fieldCount(static_cast<int>(others)), namesOf(fields, differs));
    return headline;
}

PageSentence headlineOf(const std::vector<ConfigurationField>& fields)
{
    const int blocking = countOf(fields, FieldRole::Blocking);
    const int warnings = countOf(fields, FieldRole::Warning);
    const int purposes = countOf(fields, FieldRole::OnPurpose);
    PageSentence headline;
    headline.note = tr("%1 the same, %2 intended, %3 unintended, %4 not comparable")
                        .arg(fieldCount(countOf(fields, FieldRole::Same)))
                        .arg(purposes)
                        .arg(warnings)
                        .arg(blocking);
    if (blocking > 0) {
        headline.status = Status::Bad;
        headline.sentence = tr("**Not comparable, %1:** %2.")
                                .arg(fieldCount(blocking), named(fields, FieldRole::Blocking));
    } else if (warnings > 0) {
        headline.status = Status::Warning;
        headline.sentence = tr("**Unintended difference, %1:** %2.")
                                .arg(fieldCount(warnings), named(fields, FieldRole::Warning));
    } else {
        headline.status = Status::Good;
        headline.sentence = purposes > 0 ? tr("**Only intended settings differ.**")
                                         : tr("**No setting differs.**");
    }
    return headline;
}

/// What every process told alike; several values stand beside each other.
QString reported(const ComparisonView& view, const char* field)
{
    QStringList values;
    for (const auto& process : view.comparison->data.processes) {
        const auto found = process.environment.find(field);
        if (found != process.environment.end() && !values.contains(qt(found->second)))
            values << qt(found->second);
    }
    return values.join(QStringLiteral(", "));
}

class RunFacts {
public:
    explicit RunFacts(const ComparisonView& view)
        : m_view(view)
    {
        m_content.title = tr("The run");
        m_content.columns = {{.name = tr("what"), .align = DataAlign::Text},
            {.name = tr("value"), .align = DataAlign::Text, .elastic = true, .fills = 1}};
    }

    void add(const QString& name, const QString& value, bool code = false)
    {
        if (value.isEmpty())
            return;
        DataCell cell = textCell(value);
        cell.reason = value;
        cell.code = code;
        DataCell head = textCell(name);
        head.muted = true;
        m_content.rows.push_back({.cells = {head, cell}});
    }

    void addReported(const QString& name, const char* field, bool code = false)
    {
        add(name, reported(m_view, field), code);
    }

    void addHashes()
    {
        addReported(tr("weights"), "weights_hash", true);
        for (const auto& each : m_view.comparison->result.cases)
            addReported(
                tr("inputs of %1").arg(qt(each.name)), ("inputs_hash." + each.name).c_str(), true);
    }

    [[nodiscard]] DataContent content() && { return std::move(m_content); }

private:
    const ComparisonView& m_view;
    DataContent m_content;
};

DataContent runFacts(const ComparisonView& view)
{
    const auto& result = view.comparison->result;
    const auto& plan = result.plan;
    RunFacts facts(view);
    const bool imported = result.imported.has_value();
    facts.add(imported ? tr("traced") : tr("recorded"),
        qt(profiler::localText(result.info.started, result.info.utcOffsetMinutes)));
    facts.add(
        imported ? tr("imported by Fusescope") : tr("Fusescope"), qt(result.info.toolVersion));
    facts.add(tr("device"), qt(result.device));
    facts.addReported(tr("PyTorch"), "torch");
    facts.addReported(tr("Python"), "python");
    facts.addReported(tr("CUDA"), "cuda");
    facts.addReported(tr("driver"), "driver");
    facts.addReported(tr("system"), "os");
    if (!imported) { // no plan of this program made what other tools traced
        facts.add(tr("workload"), qt(plan.workload.spec), true);
        facts.add(tr("working directory"), qt(plan.workload.workingDirectory), true);
        facts.add(tr("seed"), QString::number(plan.numeric.seed));
        facts.add(tr("seed of the order"), QString::number(plan.protocol.orderSeed));
    }
    facts.addReported(tr("git commit"), "git_commit", true);
    facts.addReported(tr("git branch"), "git_branch", true);
    facts.addReported(tr("changed files"), "git_dirty", true);
    facts.addReported(tr("hash of the changes"), "git_diff_hash", true);
    facts.addReported(tr("C++ compiler"), "compiler");
    facts.addReported(tr("Triton"), "triton");
    facts.addReported(tr("NumPy"), "numpy");
    facts.addHashes();
    return std::move(facts).content();
}

/// What is wrong weighs most.
int weightOf(const DataRow& row)
{
    const auto& status = row.cells.at(1).status;
    return !status ? 0 : *status == Status::Bad ? 3 : *status == Status::Warning ? 2 : 1;
}

} // namespace

ConfigurationContents configurationContents(
    const ComparisonView& view, const std::vector<ConfigurationField>& fields, ShownFields shown)
{
    ConfigurationContents contents;
    contents.headline
        = view.comparison->result.imported ? importedHeadline(fields) : headlineOf(fields);
    contents.settings = tableOf(view, tr("Settings of the variants"));
    contents.environment = tableOf(view, tr("Environment of their processes"));
    for (const ConfigurationField& field : fields) {
        if (field.role == FieldRole::Same) {
            ++contents.same;
            if (shown == ShownFields::Differences)
                continue;
        }
        (field.setting ? contents.settings : contents.environment).rows.push_back(rowOf(field));
    }
    // What is wrong first; the names keep their order.
    std::stable_sort(contents.environment.rows.begin(), contents.environment.rows.end(),
        [](const DataRow& one, const DataRow& other) { return weightOf(one) > weightOf(other); });
    contents.run = runFacts(view);
    return contents;
}

} // namespace ui
