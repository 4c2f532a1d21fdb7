// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/import_sources.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace profiler {

namespace {

std::string freeName(const std::vector<ImportSource>& sources, const std::string& wish)
{
    const auto taken = [&](const std::string& name) {
        return std::ranges::find(sources, name, &ImportSource::variant) != sources.end();
    };
    std::string name = wish.empty() ? "trace" : wish;
    for (int number = 2; taken(name); ++number)
        name = wish + " " + std::to_string(number);
    return name;
}

} // namespace

Result<std::vector<ImportSource>> importSources(
    std::vector<ImportSource> named, const std::vector<std::filesystem::path>& others)
{
    auto sources = std::move(named);
    for (const auto& path : others)
        sources.push_back({.variant = freeName(sources, variantNameOf(path)), .path = path});
    std::set<std::string> names;
    for (const auto& source : sources)
        names.insert(source.variant);
    if (names.size() > mostImportedVariants)
        return failure(ErrorKind::BadInput,
            "a comparison has at most " + std::to_string(mostImportedVariants)
                + " variants; nothing was imported, give files of one variant the same name by "
                  "--variant NAME=PATH, or import them in parts");
    if (sources.empty())
        return failure(
            ErrorKind::BadInput, "no file is named; give the traces, or --variant NAME=PATH");
    return sources;
}

} // namespace profiler
