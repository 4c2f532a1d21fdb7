// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/document/without_folders.h"

#include "profiler/report/document/report_model.h"

#include <cctype>

namespace profiler {
namespace {

/// Also of names in any language: UTF-8's bytes above ASCII.
bool isOfName(char letter)
{
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || std::isalnum(byte) != 0
        || std::string_view("_-.+@%~").find(letter) != std::string_view::npos;
}

bool beginsPath(std::string_view text, std::size_t at)
{
    constexpr std::string_view before = " \t\n\"'`([{>=,;:|*";
    const bool home = text[at] == '~' && text.substr(at).starts_with("~/");
    const auto first = home ? at + 2 : at + 1;
    if ((text[at] != '/' && !home) || first >= text.size() || !isOfName(text[first]))
        return false;
    return at == 0 || before.find(text[at - 1]) != std::string_view::npos
        || text.substr(0, at).ends_with("file://");
}

class Shortening {
public:
    void operator()(HeadingBlock& block) const { all(block.text); }

    void operator()(ParagraphBlock& block) const { all(block.text, block.word); }

    void operator()(ListBlock& block) const
    {
        for (auto& item : block.items)
            all(item.word, item.text, item.detail);
    }

    void operator()(CodeTextBlock& block) const { all(block.caption, block.code); }

    void operator()(TableBlock& block) const
    {
        all(block.caption);
        for (auto& column : block.columns)
            all(column.heading);
        for (auto& row : block.rows)
            for (auto& cell : row.cells)
                all(cell);
    }

    void operator()(ChartBlock& block) const
    {
        all(block.title);
        for (auto* picture : {&block.picture, &block.narrow})
            all(picture->title, picture->description, picture->marks, picture->whyEmpty);
        (*this)(block.numbers);
    }

    void operator()(NoteBlock& block) const { all(block.text); }

private:
    template <typename... Texts>
    static void all(Texts&... texts)
    {
        ((texts = withoutFolders(texts)), ...);
    }
};

} // namespace

std::string withoutFolders(std::string_view text)
{
    std::string kept;
    kept.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (!beginsPath(text, at)) {
            kept += text[at++];
            continue;
        }
        auto end = at + 1;
        while (end < text.size() && (text[end] == '/' || isOfName(text[end])))
            ++end;
        auto path = text.substr(at, end - at);
        while (path.ends_with('/')) // a folder
            path.remove_suffix(1);
        kept += path.substr(path.rfind('/') + 1);
        at = end;
    }
    return kept;
}

void leaveOutFolders(Report& report)
{
    for (auto* text : {&report.title, &report.subtitle, &report.source, &report.command})
        *text = withoutFolders(*text);
    for (auto& section : report.sections) {
        section.title = withoutFolders(section.title);
        for (auto& block : section.blocks)
            std::visit(Shortening(), block);
    }
}

} // namespace profiler
