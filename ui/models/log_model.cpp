// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/log_model.h"

#include "profiler/report/text_table.h"
#include "profiler/report/words.h"
#include "ui/models/text.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr std::size_t longestRow = 1000; ///< bytes of a line that a row shows

/// At the recording machine's clock.
QDateTime timeOf(const LogDocument& document, const profiler::LogLine& line)
{
    const int offset
        = document.comparison == nullptr ? 0 : document.comparison->result.info.utcOffsetMinutes;
    return QDateTime::fromMSecsSinceEpoch(line.time.ns / 1'000'000, Qt::OffsetFromUTC, offset * 60);
}

} // namespace

bool LogModel::continues(const LogDocument* document, const std::vector<int>& shown) const
{
    return m_document != nullptr && document != nullptr && !m_shown.empty()
        && m_document->comparison != nullptr && document->comparison != nullptr
        && m_document->comparison->result.info.id == document->comparison->result.info.id
        && shown.size() >= m_shown.size()
        && std::equal(m_shown.begin(), m_shown.end(), shown.begin());
}

void LogModel::setLines(std::shared_ptr<const LogDocument> document, std::vector<int> shown)
{
    if (continues(document.get(), shown)) {
        m_document = std::move(document);
        if (shown.size() == m_shown.size())
            return;
        beginInsertRows({}, rowCount(), static_cast<int>(shown.size()) - 1);
        m_shown = std::move(shown);
        endInsertRows();
        return;
    }
    beginResetModel();
    m_document = std::move(document);
    m_shown = std::move(shown);
    endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LogModel::text(std::size_t line, int column) const
{
    const profiler::LogLine& shown = m_document->lines.at(line);
    switch (column) {
    case Time:
        return timeOf(*m_document, shown).toString(QStringLiteral("HH:mm:ss"));
    case Variant:
        return logSource(*m_document, line).name;
    case Process:
        return logSource(*m_document, line).process;
    case Stream:
        return qt(profiler::logStreamKey(shown.stream));
    default:
        return qt(profiler::printable(shown.text.substr(0, longestRow)));
    }
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto line = static_cast<std::size_t>(m_shown.at(static_cast<std::size_t>(index.row())));
    switch (role) {
    case Qt::DisplayRole:
        return text(line, index.column());
    case VariantRole:
        return logSource(*m_document, line).variant;
    case LevelRole:
        return static_cast<int>(m_document->levels.at(line));
    case WholeTextRole:
        return qt(profiler::printable(m_document->lines.at(line).text));
    default:
        return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, ColumnCount> names {
        tr("time"), tr("variant"), tr("process"), tr("stream"), tr("text")};
    return names.at(static_cast<std::size_t>(section));
}

QString LogModel::lineText(int row) const
{
    const auto line = static_cast<std::size_t>(m_shown.at(static_cast<std::size_t>(row)));
    return QStringLiteral("%1 %2 %3 %4 | %5")
        .arg(text(line, Time), text(line, Variant), text(line, Process), text(line, Stream),
            qt(profiler::printable(m_document->lines.at(line).text)));
}

QStringList LogModel::wholeRow(int row) const
{
    const auto line = static_cast<std::size_t>(m_shown.at(static_cast<std::size_t>(row)));
    const profiler::LogLine& shown = m_document->lines.at(line);
    return {timeOf(*m_document, shown).toString(Qt::ISODateWithMs), text(line, Variant),
        text(line, Process), text(line, Stream), qt(profiler::printable(shown.text))};
}

} // namespace ui
