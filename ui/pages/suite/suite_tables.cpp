// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/suite/suite_tables.h"

#include "profiler/model/number_text.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/text/enum_text.h"
#include "ui/text/text.h"

#include <QObject>
#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>

namespace ui {

namespace {

using profiler::SuiteCellText;
using profiler::SuiteResult;
using profiler::SuiteRow;

std::set<std::pair<std::string, std::string>> settingsOf(const SuiteResult& suite)
{
    std::set<std::pair<std::string, std::string>> settings;
    for (const auto& mean : suite.means)
        settings.emplace(mean.device, mean.dtype);
    return settings;
}

QString verdictsOf(const SuiteRow& row)
{
    if (!row.judged)
        return QObject::tr("being judged");
    QStringList words;
    for (const auto& cell : row.cells)
        words << qt(profiler::verdictWord(cell.verdict));
    if (row.failure)
        words << QObject::tr("failed");
    return words.join(u' ');
}

QString valueOf(const SuiteRow& row, const QString& key)
{
    if (key == u"model")
        return qt(row.model);
    if (key == u"family")
        return qt(row.family.key) + u' ' + qt(profiler::familyName(row.family.key));
    if (key == u"device")
        return qt(row.device);
    if (key == u"type")
        return qt(row.dtype);
    if (key == u"case")
        return qt(row.caseName);
    return key == u"verdict" ? verdictsOf(row) : QString();
}

bool holds(const SuiteRow& row, const QString& word)
{
    const auto colon = word.indexOf(u':');
    if (colon > 0)
        return valueOf(row, word.left(colon).toLower())
            .contains(word.mid(colon + 1), Qt::CaseInsensitive);
    for (const auto* key : {"model", "family", "device", "type", "case", "verdict"})
        if (valueOf(row, QString::fromLatin1(key)).contains(word, Qt::CaseInsensitive))
            return true;
    return row.failure && qt(row.failure->text).contains(word, Qt::CaseInsensitive);
}

DataCell suiteRatioCell(double ratio)
{
    return numberCell(qt(profiler::formatRatio(ratio)), ratio);
}

} // namespace

DataCell suiteCell(const SuiteCellText& told, const profiler::SuiteColumn& column)
{
    const bool number = column.align == profiler::Align::Right;
    if (number && told.text == absent().toStdString()) {
        DataCell cell = missingCell(qt(told.reason));
        if (told.mark && !told.word.empty()) {
            cell.text = qt(told.word);
            cell.status = statusOf(*told.mark);
            cell.muted = true;
        }
        return cell;
    }
    DataCell cell = told.value ? numberCell(qt(told.text), *told.value, qt(told.quiet))
                               : textCell(qt(told.text));
    if (number && !told.value)
        cell.value = {}; // words among numbers: sorted as what is missing
    cell.quiet = qt(told.quiet);
    cell.reason = qt(told.reason.empty() ? told.word : told.reason);
    if (!told.word.empty())
        cell.accessible = cell.text + u' ' + cell.quiet + u' ' + qt(told.word);
    if (told.mark)
        cell.status = statusOf(*told.mark);
    cell.muted = told.muted;
    return cell;
}

std::vector<std::size_t> filteredRows(const SuiteResult& suite, const QString& filter)
{
    const auto words = filter.split(u' ', Qt::SkipEmptyParts);
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < suite.rows.size(); ++i)
        if (std::ranges::all_of(
                words, [&](const QString& word) { return holds(suite.rows[i], word); }))
            rows.push_back(i);
    return rows;
}

DataContent familyTable(const SuiteResult& suite)
{
    DataContent content {.title = QObject::tr("What each family gains")};
    const bool several = settingsOf(suite).size() > 1;
    content.columns = {{.name = QObject::tr("Family"), .align = DataAlign::Text, .elastic = true},
        {.name = QObject::tr("Variant"), .align = DataAlign::Text, .elastic = true},
        {.name = QObject::tr("Models")}, {.name = QObject::tr("Least")},
        {.name = QObject::tr("Largest")}, {.name = QObject::tr("Geometric mean")}};
    if (several)
        content.columns.push_back(
            {.name = QObject::tr("Device"), .align = DataAlign::Text, .elastic = true});
    for (const auto& range : suite.families) {
        DataRow row;
        DataCell family = textCell(capitalized(qt(profiler::familyName(range.family))));
        family.reason = qt(profiler::capitalized(profiler::familyRangeSentence(range))) + u'.';
        row.cells = {std::move(family), textCell(qt(range.variant)),
            numberCell(QString::number(range.models), range.models), suiteRatioCell(range.low),
            suiteRatioCell(range.high),
            range.mean ? suiteRatioCell(*range.mean) : missingCell(QObject::tr("no model counts"))};
        if (several)
            row.cells.push_back(textCell(qt(range.device + ", " + range.dtype)));
        content.rows.push_back(std::move(row));
    }
    return content;
}

DataContent failureTable(const SuiteResult& suite)
{
    DataContent content {.title = QObject::tr("What failed or was broken off, by cause")};
    content.columns = {{.name = QObject::tr("Times")},
        {.name = QObject::tr("Cause"), .align = DataAlign::Text, .elastic = true, .fills = 1}};
    const auto add = [&](const profiler::FailureGroup& group, const QString& text, Status status) {
        const auto count = static_cast<int>(group.where.size());
        DataCell cause = textCell(text);
        cause.status = status;
        cause.reason = qt(group.cause.text);
        content.rows.push_back(
            {.cells = {numberCell(QString::number(count), count), std::move(cause)},
                .key = static_cast<int>(group.where.front().row)});
    };
    for (const auto& group : suite.failures)
        add(group, qt(profiler::failureGroupSentence(suite, group)), Status::Bad);
    for (const auto& group : suite.brokenOff)
        add(group,
            QObject::tr("broken off: %1").arg(qt(profiler::failureGroupSentence(suite, group))),
            Status::Warning);
    return content;
}

} // namespace ui
