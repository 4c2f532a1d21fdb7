// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/report_export.h"

#include "app/cli/terminal/files.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/text/shown_texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <vector>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

/// Takes back what was written when a later part fails.
class Written {
public:
    Result<void> folder(const std::filesystem::path& path)
    {
        std::error_code error;
        if (std::filesystem::is_symlink(std::filesystem::symlink_status(path, error)))
            return failure(ErrorKind::BadInput,
                path.string()
                    + " is a link, and the report's pictures would go where it points; remove it, "
                      "or choose another name");
        const bool made = std::filesystem::create_directory(path, error);
        if (error)
            return failure(ErrorKind::Unavailable,
                "cannot make the folder " + path.string() + ": " + error.message());
        if (made)
            m_paths.push_back(path);
        return {};
    }

    Result<void> file(const std::filesystem::path& path, const std::string& text)
    {
        const bool existed = std::filesystem::exists(path);
        auto written = writeFile(path, text);
        if (written && !existed)
            m_paths.push_back(path);
        return written;
    }

    void takeBack() const
    {
        std::error_code ignored;
        for (auto path = m_paths.rbegin(); path != m_paths.rend(); ++path)
            std::filesystem::remove(*path, ignored);
    }

private:
    std::vector<std::filesystem::path> m_paths;
};

Result<void> writeMarkdown(const profiler::Report& report, const std::filesystem::path& output)
{
    const auto folder = output.stem().string() + "_files";
    const auto markdown = profiler::markdownReport(report, folder, ".svg");
    const auto beside = output.parent_path() / folder;
    Written written;
    auto result = markdown.pictures.empty() ? Result<void> {} : written.folder(beside);
    for (const auto& picture : markdown.pictures)
        if (result)
            result = written.file(beside / (picture.name + ".svg"),
                profiler::standaloneSvg(picture.picture, profiler::fontList));
    if (result)
        result = written.file(output, markdown.text);
    if (!result)
        written.takeBack();
    return result;
}

std::string endingOf(const std::string& output)
{
    auto ending = std::filesystem::path(output).extension().string();
    std::ranges::transform(
        ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

bool needsDesktop(const std::string& ending)
{
    constexpr std::array endings {".pdf", ".png", ".svg"};
    return std::ranges::find(endings, ending) != endings.end();
}

} // namespace

Result<std::string> exportReport(const StoredComparison& stored, const ReportExport& options)
{
    const auto ending = endingOf(options.output);
    if (needsDesktop(ending))
        return failure(ErrorKind::BadInput,
            "a report as " + ending + " needs fonts and pages; fusescope-ui " + stored.file.string()
                + " --report " + options.output + " writes it");
    profiler::ReportOptions wanted {.folders = options.folders, .file = stored.file.string()};
    if (!options.templateWord.empty()) {
        const auto kind = profiler::templateFrom(options.templateWord);
        if (!kind)
            return failure(ErrorKind::BadInput,
                "--template \"" + options.templateWord
                    + "\": expected one-page, full or regression");
        wanted.kind = *kind;
    }
    auto shown = stored.data;
    profiler::cutTexts(shown);
    const auto result = profiler::conclude(shown);
    wanted.peers = peersOf(stored, result);
    const auto report = profiler::buildReport(result, shown, wanted);
    if (ending == ".md") {
        const auto written = writeMarkdown(report, options.output);
        if (!written)
            return tl::unexpected(written.error());
        return std::string();
    }
    return profiler::htmlReport(report);
}

} // namespace cli
