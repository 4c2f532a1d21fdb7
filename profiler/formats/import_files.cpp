// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/import_files.h"

#include "profiler/evidence/ranks/ranks.h"
#include "profiler/formats/trace_format.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace profiler {

namespace fs = std::filesystem;

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

tl::unexpected<Error> notKnown(const FileBegin& file)
{
    const auto path = file.path.string();
    std::error_code error;
    if (!fs::is_regular_file(file.path, error))
        return failure(ErrorKind::NotFound,
            path + " is no file that can be read; nothing was imported, check its name");
    if (file.isRunDatabase())
        return failure(ErrorKind::BadData,
            path
                + " is a run database of Fusescope, not a trace; nothing was imported, open it "
                  "with "
                  "\"fusescope show FILE PART\" or \"fusescope ui FILE\"");
    if (file.isUtf16())
        return failure(ErrorKind::BadData,
            path
                + " is text in UTF-16, and traces and logs are UTF-8; nothing was imported, turn "
                  "it with \"iconv -f UTF-16 -t UTF-8\"");
    return failure(ErrorKind::BadData,
        path + " is no trace that is known; nothing was imported. Known are "
            + traceFormatList(&TraceFormat::name, " and "));
}

} // namespace

std::string variantNameOf(const fs::path& path)
{
    std::string name = path.filename().string();
    if (name.empty())
        name = path.parent_path().filename().string();
    const auto drop = [&](std::string_view ending) {
        if (name.size() > ending.size() && name.ends_with(ending))
            name.resize(name.size() - ending.size());
    };
    drop(".gz");
    for (const auto& format : traceFormats()) {
        std::ranges::for_each(format.endings, drop);
        std::ranges::for_each(format.marks, drop);
    }
    for (char& c : name)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    return name;
}

namespace {

ImportedVariant& variantNamed(std::vector<ImportedVariant>& variants, const std::string& name)
{
    const auto found = std::ranges::find(variants, name, &ImportedVariant::name);
    if (found != variants.end())
        return *found;
    variants.push_back({.name = name});
    return variants.back();
}

Result<void> readInto(ImportedVariant& variant, const fs::path& path, const ReadProgress& progress)
{
    const auto file = beginOf(path);
    for (const auto& format : traceFormats())
        if (format.recognises(file))
            return format.read(path, progress, variant);
    return notKnown(file);
}

std::string joinedNames(const std::vector<ImportSource>& sources)
{
    std::string names;
    for (const auto& source : sources)
        names += (names.empty() ? "" : ", ") + source.path.filename().string();
    return names;
}

} // namespace

Result<ImportedComparison> readImports(
    const std::vector<ImportSource>& sources, const ImportListener& listener)
{
    std::vector<ImportedVariant> variants;
    for (const auto& source : sources) {
        const auto progress = [&](std::int64_t read, std::int64_t all) {
            return !listener
                || listener({.path = source.path, .bytesRead = read, .bytesInAll = all});
        };
        auto& variant = variantNamed(variants, source.variant);
        const auto before = variant.traces.size();
        if (auto read = readInto(variant, source.path, progress); !read)
            return tl::unexpected(read.error());
        if (source.rank && variant.traces.size() > before)
            variant.traces.back().environment.emplace(
                std::string(rankField), std::to_string(*source.rank));
    }
    auto imported = importedComparison(std::move(variants));
    imported.data.info.name = joinedNames(sources);
    return imported;
}

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

Result<std::vector<ImportSource>> rankSources(const std::vector<fs::path>& paths)
{
    if (paths.size() < 2)
        return failure(ErrorKind::BadInput,
            "--ranks needs the traces of two ranks at least; nothing was imported, give them all, "
            "such as --ranks rank0.json rank1.json");
    std::vector<ImportSource> sources;
    sources.reserve(paths.size());
    for (const auto& path : paths)
        sources.push_back(
            {.variant = "ranks", .path = path, .rank = static_cast<int>(sources.size())});
    return sources;
}

} // namespace profiler
