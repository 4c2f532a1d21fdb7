// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/slurm/slurm_arrays.h"

#include "array_script.h"
#include "profiler/model/files/file_text.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace profiler {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr int schema = 1;

std::string quotedForShell(const std::string& word)
{
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace

fs::path slurmArraysFile(const fs::path& parts)
{
    return parts / "slurm.json";
}

std::vector<SlurmArray> loadSlurmArrays(const fs::path& parts)
{
    const auto json = OrderedJson::parse(fileText(slurmArraysFile(parts)), nullptr, false);
    std::vector<SlurmArray> arrays;
    if (!json.is_object() || json.value("schema", OrderedJson()) != schema)
        return arrays;
    try {
        for (const auto& each : json.at("arrays"))
            arrays.push_back({.name = each.at("name").get<std::string>(),
                .job = {each.at("job").get<std::string>(), each.at("cluster").get<std::string>()},
                .marks = each.at("tasks").get<std::vector<std::string>>()});
    } catch (const OrderedJson::exception&) {
        return {}; // of somebody else
    }
    return arrays;
}

Result<void> storeSlurmArrays(const fs::path& parts, const std::vector<SlurmArray>& arrays)
{
    const auto file = slurmArraysFile(parts);
    std::error_code error;
    if (arrays.empty()) {
        fs::remove(file, error);
        return {};
    }
    OrderedJson rows = OrderedJson::array();
    for (const auto& each : arrays)
        rows.push_back({{"name", each.name}, {"job", each.job.job}, {"cluster", each.job.cluster},
            {"tasks", each.marks}});
    const auto written = fs::path(file.string() + ".new");
    std::ofstream stream(written, std::ios::binary);
    stream << OrderedJson {{"schema", schema}, {"arrays", std::move(rows)}}.dump(1) << "\n";
    stream.close();
    if (stream)
        fs::rename(written, file, error);
    if (!stream || error)
        return failure(ErrorKind::Unavailable,
            "cannot write " + file.string()
                + ", by which a later run finds its jobs again; make room there, or choose another "
                  "place for the recordings by -o");
    return {};
}

std::string slurmScript(
    const fs::path& program, const fs::path& parts, const std::vector<std::string>& marks)
{
    std::string words
        = "set -- " + quotedForShell(program.string()) + " " + quotedForShell(parts.string());
    for (const auto& mark : marks)
        words += " \\\n  " + quotedForShell(mark);
    return "#!/bin/sh\n" + words + "\n" + std::string(arrayScript);
}

} // namespace profiler
