// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/log/log_document.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/result.h"
#include "profiler/model/variant.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/key_value_filter.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace ui {

namespace {

using profiler::LogLevel;

const profiler::ProcessRecord* processOf(const LogDocument& document, std::size_t line)
{
    const auto& index = document.lines.at(line).process;
    if (!index || document.comparison == nullptr)
        return nullptr;
    const auto& all = document.comparison->data.processes;
    const auto at = static_cast<std::size_t>(index->value);
    return index->value >= 0 && at < all.size() ? &all.at(at) : nullptr;
}

/// "cold", "warm cache", "paired".
QString processKindText(profiler::ProcessKind kind)
{
    return kind == profiler::ProcessKind::ColdKept ? tr("warm cache")
                                                   : qt(profiler::keyOf(kind)).replace(u'_', u' ');
}

bool isShown(LogLevel level, LogShown shown)
{
    return shown == LogShown::All || level == LogLevel::Error
        || (shown == LogShown::Warnings && level != LogLevel::Plain);
}

/// `process:3` means the third process, `process:cold` the kind.
bool isProcess(const LogDocument& document, std::size_t line, const QString& value)
{
    const auto& index = document.lines.at(line).process;
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    if (isNumber)
        return index && index->value == number;
    const QString process = index ? logSource(document, line).process : QStringLiteral("recorder");
    return process.contains(value, Qt::CaseInsensitive);
}

bool holds(const LogDocument& document, std::size_t line, const QString& key, const QString& value)
{
    if (key == u"variant")
        return logSource(document, line).name.contains(value, Qt::CaseInsensitive);
    if (key == u"process")
        return isProcess(document, line, value);
    if (key == u"stream")
        return qt(profiler::keyOf(document.lines.at(line).stream))
            .startsWith(value, Qt::CaseInsensitive);
    if (key == u"level")
        return qt(profiler::logLevelKey(document.levels.at(line)))
            .startsWith(value, Qt::CaseInsensitive);
    return qt(document.lines.at(line).text).contains(value, Qt::CaseInsensitive);
}

} // namespace

std::shared_ptr<const LogDocument> logDocument(
    std::shared_ptr<const JudgedComparison> comparison, std::vector<profiler::LogLine> lines)
{
    auto document = std::make_shared<LogDocument>();
    document->comparison = std::move(comparison);
    document->levels = profiler::logLevels(lines);
    document->lines = std::move(lines);
    return document;
}

LogSource logSource(const LogDocument& document, std::size_t line)
{
    const profiler::ProcessRecord* process = processOf(document, line);
    if (process == nullptr) {
        const auto& index = document.lines.at(line).process;
        return {.name = tr("recorder"),
            .process = index ? QStringLiteral("process %1").arg(index->value) : QString()};
    }
    const auto& variants = document.comparison->data.plan.variants;
    const auto variant = static_cast<std::size_t>(process->start.variant);
    LogSource source {.variant = process->start.variant};
    if (variant < variants.size())
        source.name = qt(variants.at(variant).name);
    if (process->start.again)
        source.name = tr("%1 again").arg(source.name);
    source.process = QStringLiteral("%1 %2")
                         .arg(processKindText(process->start.kind))
                         .arg(process->start.repetition + 1);
    return source;
}

const QStringList& logKeys()
{
    static const QStringList keys {QStringLiteral("variant"), QStringLiteral("process"),
        QStringLiteral("stream"), QStringLiteral("level")};
    return keys;
}

std::vector<FoldedLine> foldedLines(const LogDocument& document, const std::vector<int>& lines)
{
    using Key = std::tuple<int, profiler::LogStream, std::string_view>;
    const auto keyOf = [&document](int line) {
        const auto& one = document.lines.at(static_cast<std::size_t>(line));
        const auto* process = processOf(document, static_cast<std::size_t>(line));
        return Key {process == nullptr ? -1 : process->start.variant, one.stream,
            profiler::withoutLogPrefix(one.text)};
    };
    std::vector<FoldedLine> folded;
    std::map<Key, std::size_t> warnings;
    std::optional<Key> last;
    for (const int line : lines) {
        const auto key = keyOf(line);
        const bool warning
            = document.levels.at(static_cast<std::size_t>(line)) == LogLevel::Warning;
        const auto known = warning ? warnings.find(key) : warnings.end();
        if (known != warnings.end()) {
            folded[known->second].repeats.push_back(line);
        } else if (!warning && last == key) {
            folded.back().repeats.push_back(line);
        } else {
            folded.push_back({.line = line, .repeats = {}});
            last = key;
            if (warning)
                warnings.emplace(key, folded.size() - 1);
        }
    }
    return folded;
}

std::vector<int> linesMatching(const LogDocument& document, const LogQuery& query)
{
    const KeyValueFilter filter = KeyValueFilter::from(query.filter, logKeys());
    std::vector<int> matching;
    matching.reserve(document.lines.size());
    for (std::size_t line = 0; line < document.lines.size(); ++line) {
        const bool accepted = isShown(document.levels.at(line), query.shown)
            && filter.accepts([&](const QString& key, const QString& value) {
                   return holds(document, line, key, value);
               });
        if (accepted)
            matching.push_back(static_cast<int>(line));
    }
    return matching;
}

} // namespace ui
