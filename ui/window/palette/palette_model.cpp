// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/palette_model.h"

#include "ui/window/palette/fuzzy_match.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ui {

QString paletteWord(PaletteKind kind)
{
    constexpr std::array words {
        "Command", "Page", "Case", "Variant", "Run", "File", "Finding", "Figure", "Kernel"};
    return QString::fromLatin1(words.at(static_cast<std::size_t>(kind)));
}

namespace {

/// The kind that a sign in front of the words asks for.
std::optional<PaletteKind> askedFor(const QString& pattern)
{
    if (pattern.startsWith(QLatin1Char('!')))
        return PaletteKind::Finding;
    if (pattern.startsWith(QLatin1Char('@')))
        return PaletteKind::Kernel;
    return std::nullopt;
}

/// The kind itself where it must be asked for.
std::optional<PaletteKind> askedFor(PaletteKind kind)
{
    const bool hidden = kind == PaletteKind::Finding || kind == PaletteKind::Kernel;
    return hidden ? std::optional(kind) : std::nullopt;
}

} // namespace

void PaletteModel::setItems(std::vector<PaletteItem> items)
{
    beginResetModel();
    m_items = std::move(items);
    choose();
    endResetModel();
}

void PaletteModel::setPattern(const QString& pattern)
{
    beginResetModel();
    m_pattern = pattern;
    choose();
    endResetModel();
}

void PaletteModel::choose()
{
    m_shown.clear();
    m_read = m_reader ? m_reader(m_pattern) : std::nullopt;
    if (m_read)
        return;
    const auto asked = askedFor(m_pattern);
    const QString words = asked ? m_pattern.mid(1) : m_pattern;
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const PaletteItem& item = m_items.at(i);
        if (askedFor(item.kind) != asked)
            continue;
        constexpr int byName = 1000; // before what is found by its detail alone
        if (const auto score = fuzzyScore(words, item.text))
            found.emplace_back(*score + byName, i);
        else if (const auto both = fuzzyScore(words, item.text + QLatin1Char(' ') + item.detail))
            found.emplace_back(*both, i);
    }
    std::stable_sort(found.begin(), found.end(),
        [](const auto& one, const auto& other) { return one.first > other.first; });
    for (const auto& [score, index] : found)
        m_shown.push_back(index);
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    return m_read ? 1 : static_cast<int>(m_shown.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PaletteItem& shown = item(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown.text;
    case Qt::ToolTipRole:
        return shown.detail.isEmpty() ? shown.text
                                      : shown.text + QStringLiteral(" – ") + shown.detail;
    case Qt::AccessibleTextRole:
        return QStringList {paletteWord(shown.kind), shown.text, shown.detail, shown.key}
            .join(QLatin1Char(' '))
            .simplified();
    case DetailRole:
        return shown.detail;
    case KeyRole:
        return shown.key;
    case KindRole:
        return static_cast<int>(shown.kind);
    default:
        return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return item(index.row()).enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

} // namespace ui
