// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/source_ledger.h"

#include "profiler/model/facts/compile_facts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>

namespace profiler {
namespace {

constexpr int linesAround = 2;

using LineTexts = std::map<int, std::string_view>; ///< by number

/// Calls `each(number, text)`.
template <typename Each>
void eachLine(std::string_view text, int first, Each each)
{
    for (int line = first;; ++line) {
        const auto end = text.find('\n');
        each(line, text.substr(0, end));
        if (end == std::string_view::npos)
            return;
        text.remove_prefix(end + 1);
    }
}

std::map<std::string_view, LineTexts> textsOf(const std::vector<SourceFact>& sources)
{
    std::map<std::string_view, LineTexts> texts;
    for (const auto& source : sources)
        eachLine(source.text, source.firstLine,
            [&](int line, std::string_view text) { texts[source.file].try_emplace(line, text); });
    return texts;
}

bool isInstalled(std::string_view file)
{
    return file.find("site-packages/") != std::string_view::npos
        || file.find("dist-packages/") != std::string_view::npos;
}

bool isNoFile(std::string_view file)
{
    return file.starts_with('<') || file.find("/ipykernel_") != std::string_view::npos;
}

void sortRows(std::vector<LedgerRowPart>& rows)
{
    std::ranges::stable_sort(rows, std::ranges::greater {},
        [](const LedgerRowPart& part) { return std::abs(part.time.changeNs()); });
}

/// Both sides', so that a file that only one of them runs stands where its time is.
double weightOf(const LedgerSum& time)
{
    return time.eagerNs.value_or(0) + time.compiledNs.value_or(0);
}

class Sources {
public:
    Sources(const Ledger& ledger, const std::vector<SourceFact>& sources)
        : m_ledger(ledger)
        , m_texts(textsOf(sources))
    {
    }

    SourceLedger made()
    {
        for (std::size_t row = 0; row < m_ledger.rows.size(); ++row)
            for (const auto& placed : partsOf(m_ledger, row))
                add(placed);
        for (auto& [file, lines] : m_lines)
            m_made.files.push_back(fileOf(file, lines));
        std::ranges::stable_sort(
            m_made.files, std::ranges::greater {}, [](const SourceFileWork& file) {
                return std::pair(!file.isLibrary, weightOf(file.time));
            });
        sortRows(m_made.unplacedRows);
        return std::move(m_made);
    }

private:
    using Lines = std::map<int, SourceLineWork>;

    void add(const PlacedPart& placed)
    {
        if (placed.site == nullptr || placed.site->file.empty()) {
            m_made.unplaced.add(placed.part.time);
            m_made.unplacedRows.push_back(placed.part);
            return;
        }
        auto& line = m_lines[placed.site->file][placed.site->line];
        line.line = placed.site->line;
        line.time.add(placed.part.time);
        const auto same = std::ranges::find(line.rows, placed.part.row, &LedgerRowPart::row);
        if (same == line.rows.end())
            line.rows.push_back(placed.part);
        else // another module runs the same line
            same->time.add(placed.part.time);
    }

    SourceFileWork fileOf(const std::string& file, Lines& lines)
    {
        SourceFileWork made {.file = file, .isLibrary = isInstalled(file)};
        for (auto& [number, line] : lines) {
            made.time.add(line.time);
            sortRows(line.rows);
        }
        const auto texts = m_texts.find(file);
        if (texts != m_texts.end())
            addTexts(lines, texts->second, made);
        else if (isNoFile(file))
            made.text = SourceText::NoFile;
        for (auto& [number, line] : lines)
            made.lines.push_back(std::move(line));
        return made;
    }

    static void addTexts(Lines& lines, const LineTexts& texts, SourceFileWork& file)
    {
        std::vector<int> numbers;
        for (const auto& [number, line] : lines)
            numbers.push_back(number);
        for (const int number : numbers)
            for (int near = number - linesAround; near <= number + linesAround; ++near) {
                const auto text = texts.find(near);
                if (text == texts.end())
                    continue;
                auto& line = lines[near];
                line.line = near;
                line.text = text->second;
                file.text = SourceText::Stored;
            }
    }

    const Ledger& m_ledger;
    std::map<std::string_view, LineTexts> m_texts;
    std::map<std::string, Lines> m_lines; ///< by file
    SourceLedger m_made;
};

} // namespace

SourceLedger sourceLedger(const Ledger& ledger, const std::vector<SourceFact>& sources)
{
    return Sources(ledger, sources).made();
}

bool isChangedSince(
    const std::vector<SourceFact>& sources, const std::string& file, const std::string& now)
{
    LineTexts lines;
    eachLine(now, 1, [&](int line, std::string_view text) {
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        lines.emplace(line, text);
    });
    bool changed = false;
    for (const auto& source : sources)
        if (source.file == file)
            eachLine(source.text, source.firstLine, [&](int line, std::string_view text) {
                constexpr std::string_view cut = "…"; // the recorder shortens long lines
                const auto found = lines.find(line);
                if (text.ends_with(cut))
                    text.remove_suffix(cut.size());
                changed |= found == lines.end() ? !text.empty() : !found->second.starts_with(text);
            });
    return changed;
}

} // namespace profiler
