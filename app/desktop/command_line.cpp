// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/command_line.h"

#include "app/options/command.h"
#include "app/options/manual_page.h"
#include "app/options/shell_completion.h"
#include "ui/export/report_files.h"
#include "ui/pages/list/page_list.h"

#include <charconv>
#include <iostream>
#include <system_error>
#include <utility>
#include <vector>

namespace desktop {

namespace {

constexpr int badOptions = 2;

/// What the options say before it is checked.
struct RawOptions {
    std::vector<std::string> words; ///< FILE, an id, or both
    std::string page;
    std::string caseName;
    std::string focus;
    std::string theme;
    std::string size;
    double scale = 0;
    std::string grab;
    std::string report;
    std::string reportTemplate;
    std::string completion; ///< a shell's name
    bool manual = false;
};

/// Also of words that no file can be called by.
bool isFile(const std::string& word)
{
    std::error_code ignored;
    return std::filesystem::exists(word, ignored);
}

/// `FILE@N`, unless a file of that very name exists.
void splitFile(const std::string& text, Options& options)
{
    const auto at = text.rfind('@');
    if (at == std::string::npos || at + 1 == text.size() || isFile(text)) {
        options.file = text;
        return;
    }
    options.file = text.substr(0, at);
    options.selector = text.substr(at + 1);
}

std::optional<QSize> sizeFrom(const std::string& text)
{
    const auto cross = text.find('x');
    if (cross == std::string::npos)
        return std::nullopt;
    int width = 0;
    int height = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), text.data() + cross, width);
    const auto second = std::from_chars(text.data() + cross + 1, end, height);
    const bool whole = first.ptr == text.data() + cross && second.ptr == end;
    constexpr int largest = 10000;
    if (!whole || width < 200 || height < 200 || width > largest || height > largest)
        return std::nullopt;
    return QSize(width, height);
}

std::vector<std::string> pageWords()
{
    std::vector<std::string> words;
    for (const ui::PageDescriptor& entry : ui::pageList())
        words.emplace_back(entry.id.word);
    return words;
}

std::string pageTexts()
{
    std::string texts;
    for (const std::string& word : pageWords())
        texts += (texts.empty() ? "" : ", ") + word;
    return texts;
}

/// A file, the id of an exported figure, or both in this order. A file that is called like an id
/// is a file.
std::string checkArguments(const std::vector<std::string>& words, Options& options)
{
    for (const std::string& word : words) {
        auto figure = profiler::figureIdFrom(word);
        if (figure && !isFile(word)) {
            options.figure = std::move(figure);
        } else if (options.file || options.figure) {
            return "\"" + word
                + "\" is one word too many; give a FILE, the id of a figure (fs-…), or FILE and "
                  "id";
        } else {
            splitFile(word, options);
        }
    }
    return {};
}

/// Before anything is read: a wrong ending is told at once.
std::string checkReport(const RawOptions& raw, Options& options)
{
    if (options.report) {
        const auto format = ui::reportFormatOf(QString::fromStdString(options.report->string()));
        if (!format)
            return format.error().message;
    }
    if (raw.reportTemplate.empty())
        return {};
    if (raw.reportTemplate == "slide") {
        options.slide = true;
        return {};
    }
    const auto kind = profiler::templateFrom(raw.reportTemplate);
    if (!kind)
        return "there is no template \"" + raw.reportTemplate
            + "\"; templates are one-page, full, regression, slide";
    options.reportTemplate = *kind;
    return {};
}

/// Empty = all is well, else the sentence.
std::string check(const RawOptions& raw, Options& options)
{
    if (std::string mistake = checkArguments(raw.words, options); !mistake.empty())
        return mistake;
    options.caseName = raw.caseName;
    options.focus = raw.focus;
    if (!raw.page.empty()) {
        options.page = ui::pageFrom(raw.page);
        if (!options.page)
            return "there is no page \"" + raw.page + "\"; pages are " + pageTexts();
    }
    if (!raw.theme.empty()) {
        options.theme = ui::themeFrom(QString::fromStdString(raw.theme));
        if (!options.theme)
            return "there is no theme \"" + raw.theme
                + "\"; themes are system, dark, light, contrast";
    }
    if (!raw.size.empty()) {
        const auto size = sizeFrom(raw.size);
        if (!size)
            return "--size " + raw.size + " is no size; write WIDTHxHEIGHT such as 1680x1020";
        options.size = *size;
        options.sizeGiven = true;
    }
    if (!raw.grab.empty())
        options.grab = raw.grab;
    if (!raw.report.empty())
        options.report = raw.report;
    if (std::string mistake = checkReport(raw, options); !mistake.empty())
        return mistake;
    if (options.writesFiles() && !options.file && !options.figure)
        return "--grab and --report need a FILE to read";
    return {};
}

/// The one for the scale: whether it was given counts.
app::Option addOptions(app::Command& root, RawOptions& raw)
{
    root.add("FILE", raw.words,
            "run database; FILE@N or FILE@NAME opens one comparison; fs-… opens again what an "
            "exported figure's id names, in FILE, or in the library and the files opened lately")
        .placeholder("[FILE] [ID]")
        .values(0, 2);
    root.add("--page", raw.page, pageTexts()).choices(pageWords());
    root.add("--case", raw.caseName, "name of the case that is shown");
    root.add("--focus", raw.focus, "name of the variant that stands beside the baseline");
    root.add("--theme", raw.theme, "system, dark, light, contrast")
        .choices({"system", "dark", "light", "contrast"});
    root.add("--size", raw.size, "of the window, such as 1680x1020");
    auto scale
        = root.add("--scale", raw.scale, "pixels for each point, such as 1.5").within(0.5, 4.0);
    root.add("--grab", raw.grab, "writes a PNG of the page and ends");
    root.add("--report", raw.report,
        "writes the report and ends: .html, .md, .pdf; .png and .svg are the slide");
    root.add("--template", raw.reportTemplate,
            "of the report: one-page, full (default), regression, slide")
        .choices({"one-page", "full", "regression", "slide"});
    root.addFlag("--manual", raw.manual, "prints the manual page").hide();
    root.add("--completion", raw.completion, "prints what bash, zsh or fish complete").hide();
    return scale;
}

/// For packages: what is made from the description of the command line itself. Empty: not asked.
std::string descriptionAsked(const RawOptions& raw, const app::CommandDescription& program)
{
    if (raw.manual)
        return app::manualPages(program,
            {.version = "fusescope " FUSESCOPE_VERSION, .sections = {}, .seeAlso = {"fusescope"}})
            .front()
            .text;
    const auto shell = app::shellFrom(raw.completion);
    return shell ? app::shellCompletion(program, *shell) : std::string();
}

} // namespace

void complain(const std::string& sentence)
{
    std::cerr << "fusescope-ui: " << sentence << '\n';
}

std::variant<Options, int> readCommandLine(int argc, char** argv)
{
    app::CommandLine program(
        "Shows what torch.compile changed, and whether it is worth it", "fusescope-ui");
    program.setVersion(FUSESCOPE_VERSION);
    auto root = program.root();
    RawOptions raw;
    Options options;
    const auto scale = addOptions(root, raw);
    const auto end = program.parse({argv, static_cast<std::size_t>(argc)});
    if (end.kind == app::ParseEnd::Kind::Answered) {
        std::cout << end.message;
        return 0;
    }
    if (end.kind == app::ParseEnd::Kind::Refused) {
        complain(end.message);
        return badOptions;
    }
    if (const auto text = descriptionAsked(raw, root.description()); !text.empty()) {
        std::cout << text;
        return 0;
    }
    if (scale.isGiven())
        options.scale = raw.scale;
    if (const std::string mistake = check(raw, options); !mistake.empty()) {
        complain(mistake);
        return badOptions;
    }
    return options;
}

} // namespace desktop
