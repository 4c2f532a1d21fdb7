// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/engines/programs.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/json/show_rows.h"

namespace profiler {
namespace {

Json stepsJson(const std::vector<ProgramStep>& steps)
{
    Json object = Json::object();
    for (const auto& step : steps)
        object[step.name + "_ns"] = wholeNs(step.medianNs);
    return object;
}

void putTime(Json& row, const std::string& key, std::optional<double> ns, const std::string& reason)
{
    if (ns)
        row[key] = wholeNs(*ns);
    else
        putMissing(row, key, reason);
}

Json rowOf(const ComparisonData& data, const ProgramFacts& facts)
{
    const auto& variant = data.plan.variants[static_cast<std::size_t>(facts.variant)];
    Json row {{"variant", variant.name}, {"case", caseAt(data, facts.caseIndex).name},
        {"engine", keyOf(variant.engine)},
        {"called_from", variant.native ? "fusescope-runner" : "Python"}};
    if (facts.packageBytes)
        row["package_bytes"] = std::llround(*facts.packageBytes);
    else
        putMissing(row, "package_bytes", "no process told it");
    putTime(row, "make_ns", madeNs(facts), "no cold process with an empty cache made it");
    row["steps"] = stepsJson(facts.steps);
    putTime(row, "load_ns", facts.loadNs, "no cold process opened it");
    putTime(row, "first_call_ns", facts.firstCallNs, "no cold process called it");
    putTime(row, "call_ns", facts.callNs, "no repetition was steady");
    if (facts.pythonNs)
        row["python_ns"] = intervalJson(*facts.pythonNs);
    else
        putMissing(row, "python_ns",
            !variant.native              ? "it is called from Python itself"
                : facts.calledFromPython ? "it needs two repetitions in which both were steady"
                                         : "the same program is not called from Python here");
    return row;
}

} // namespace

Json programRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (const auto& facts : programFacts(data))
        rows.push_back(rowOf(data, facts));
    return rows;
}

} // namespace profiler
