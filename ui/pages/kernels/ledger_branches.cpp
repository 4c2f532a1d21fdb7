// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/ledger_branches.h"

#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/ledger_text.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>

namespace ui {

namespace {

using profiler::LedgerRowPart;
using profiler::LedgerSum;
using profiler::ModuleWork;
using profiler::SourceFileWork;
using profiler::SourceLineWork;
using profiler::WorkTime;
using profiler::WorkTimes;

WorkTimes timesOf(const LedgerSum& sum, double eagerTimes = 0, double compiledTimes = 0)
{
    const auto side = [](const std::optional<double>& ns, double times) {
        return ns ? std::optional(WorkTime {.times = times, .ns = *ns}) : std::nullopt;
    };
    return {side(sum.eagerNs, eagerTimes), side(sum.compiledNs, compiledTimes)};
}

QString fileId(const std::string& file)
{
    return QStringLiteral("file ") + qt(file);
}

QString lineId(const std::string& file, int line)
{
    return QStringLiteral("line ") + qt(file) + u':' + QString::number(line);
}

QString moduleId(const ModuleWork& module)
{
    return QStringLiteral("module ") + qt(module.path);
}

QString unknownId()
{
    return QStringLiteral("no place");
}

class Branches {
public:
    Branches(const LedgerReading& reading, const std::set<QString>& open)
        : m_ledger(*reading.ledger)
        , m_views(*reading.views)
        , m_open(open)
    {
    }

    std::vector<WorkBranch> bySource()
    {
        for (const auto& file : m_views.sources.files)
            addFile(file);
        addUnknown(tr("no source line known"), m_views.sources.unplacedRows);
        return std::move(m_made);
    }

    std::vector<WorkBranch> byModule()
    {
        for (const auto& child : m_views.model.children)
            addModule(child, 0);
        addUnknown(tr("in no module of its own"), m_views.model.rows);
        return std::move(m_made);
    }

private:
    [[nodiscard]] bool isOpen(const QString& id) const { return m_open.contains(id); }

    void addFile(const SourceFileWork& file)
    {
        WorkBranch branch {.id = fileId(file.file),
            .name = qt(profiler::placeText(file.file, 0)),
            .reason = qt(file.file),
            .code = true,
            .strong = true,
            .times = timesOf(file.time)};
        branch.open = isOpen(branch.id);
        QStringList words;
        if (file.isLibrary)
            words << tr("of a package");
        const auto note = profiler::sourceFileNote(file, m_views.changed.contains(file.file));
        if (!note.empty())
            words << qt(note);
        branch.quiet = words.join(QStringLiteral(" · "));
        for (const auto& line : file.lines)
            addNumbers(branch, line.rows);
        const bool open = *branch.open;
        m_made.push_back(std::move(branch));
        int before = 0;
        for (const auto& line : file.lines) {
            if (!open)
                return;
            if (before > 0 && line.line > before + 1)
                addGap(line.line - before - 1);
            addLine(file, line);
            before = line.line;
        }
    }

    void addGap(int lines)
    {
        m_made.push_back({.name
            = lines == 1 ? tr("1 line without work") : tr("%1 lines without work").arg(lines),
            .depth = 1,
            .muted = true});
    }

    void addLine(const SourceFileWork& file, const SourceLineWork& line)
    {
        WorkBranch branch {.name = qt(line.text), .depth = 1, .line = line.line, .code = true};
        if (line.rows.empty()) {
            branch.muted = true;
            m_made.push_back(std::move(branch));
            return;
        }
        branch.id = lineId(file.file, line.line);
        branch.open = isOpen(branch.id);
        branch.reason = qt(file.file) + u':' + QString::number(line.line);
        branch.times = timesOf(line.time);
        addNumbers(branch, line.rows);
        const bool open = *branch.open;
        m_made.push_back(std::move(branch));
        if (open)
            addRows(lineId(file.file, line.line), line.rows, 2);
    }

    void addModule(const ModuleWork& module, int depth)
    {
        WorkBranch branch {.id = moduleId(module),
            .name = qt(module.name),
            .reason = qt(module.path),
            .depth = depth,
            .open = isOpen(moduleId(module)),
            .code = true,
            .strong = true,
            .countsTimes = true,
            .times = timesOf(module.time, module.eagerTimes, module.compiledTimes)};
        addAllNumbers(branch, module);
        const bool open = *branch.open;
        m_made.push_back(std::move(branch));
        if (!open)
            return;
        for (const auto& child : module.children)
            addModule(child, depth + 1);
        addRows(moduleId(module), module.rows, depth + 1);
    }

    static void addAllNumbers(WorkBranch& branch, const ModuleWork& module)
    {
        addNumbers(branch, module.rows);
        for (const auto& child : module.children)
            addAllNumbers(branch, child);
    }

    static void addNumbers(WorkBranch& branch, const std::vector<LedgerRowPart>& parts)
    {
        for (const auto& part : parts)
            if (std::ranges::find(branch.rows, part.row) == branch.rows.end())
                branch.rows.push_back(part.row);
    }

    /// Rests have rows of their own at the end of the table.
    void addUnknown(const QString& name, const std::vector<LedgerRowPart>& parts)
    {
        std::vector<LedgerRowPart> known;
        LedgerSum sum;
        for (const auto& part : parts) {
            if (m_ledger.rows[part.row].kind >= profiler::LedgerKind::Host)
                continue;
            known.push_back(part);
            sum.add(part.time);
        }
        if (known.empty())
            return;
        WorkBranch branch {.id = unknownId(),
            .name = name,
            .open = isOpen(unknownId()),
            .strong = true,
            .times = timesOf(sum)};
        addNumbers(branch, known);
        const bool open = *branch.open;
        m_made.push_back(std::move(branch));
        if (open)
            addRows(unknownId(), known, 1);
    }

    void addRows(const QString& place, const std::vector<LedgerRowPart>& parts, int depth)
    {
        for (const auto& part : parts) {
            const auto& row = m_ledger.rows[part.row];
            if (row.kind >= profiler::LedgerKind::Host)
                continue;
            WorkBranch branch {.id = place + QStringLiteral(" row ") + QString::number(part.row),
                .name = qt(profiler::ledgerTitle(row)),
                .quiet = row.kernels.empty() ? QString() : qt(row.kernels.front().name),
                .reason = qt(profiler::ledgerMeaning(row)),
                .depth = depth,
                .times = timesOf(part.time)};
            if (!part.isWhole)
                branch.reason += (branch.reason.isEmpty() ? QString() : QStringLiteral(" "))
                    + tr("It has several places: its time is divided as eager's was.");
            branch.rows = {part.row};
            m_made.push_back(std::move(branch));
        }
    }

    const profiler::Ledger& m_ledger;
    const LedgerViews& m_views;
    const std::set<QString>& m_open;
    std::vector<WorkBranch> m_made;
};

} // namespace

/// The first file; modules as long as each has but one inside it.
std::set<QString> openAtFirst(const LedgerReading& reading, profiler::WorkGrouping grouping)
{
    std::set<QString> open;
    if (grouping == profiler::WorkGrouping::SourceLine) {
        if (!reading.views->sources.files.empty())
            open.insert(fileId(reading.views->sources.files.front().file));
        return open;
    }
    for (const auto* module = &reading.views->model; module->children.size() == 1;) {
        module = &module->children.front();
        open.insert(moduleId(*module));
    }
    return open;
}

std::vector<WorkBranch> ledgerBranches(
    const LedgerReading& reading, profiler::WorkGrouping grouping, const std::set<QString>& open)
{
    Branches branches(reading, open);
    return grouping == profiler::WorkGrouping::Module ? branches.byModule() : branches.bySource();
}

} // namespace ui
