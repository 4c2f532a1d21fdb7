// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/key_value_filter.h"

#include <algorithm>

namespace ui {

namespace {

/// Words parted by spaces; quotes keep spaces and commas. A quoted comma becomes `kept`.
constexpr QChar keptComma {0xE000};

QStringList wordsOf(const QString& text)
{
    QStringList words;
    QString word;
    bool quoted = false;
    bool begun = false;
    for (const QChar c : text) {
        if (c == u'"') {
            quoted = !quoted;
            begun = true;
        } else if (c.isSpace() && !quoted) {
            if (begun)
                words << word;
            word.clear();
            begun = false;
        } else {
            word += quoted && c == u',' ? keptComma : c;
            begun = true;
        }
    }
    if (begun)
        words << word;
    return words;
}

FilterTerm termFrom(QString word, const QStringList& keys)
{
    FilterTerm term;
    if (word.size() > 1 && word.startsWith(u'-')) {
        term.excluded = true;
        word.remove(0, 1);
    }
    const qsizetype colon = word.indexOf(u':');
    const QString key = colon > 0 ? word.left(colon).toLower() : QString();
    if (!keys.contains(key)) {
        term.values << word.replace(keptComma, u',');
        return term;
    }
    term.key = key;
    for (QString value : word.mid(colon + 1).split(u',', Qt::SkipEmptyParts))
        term.values << value.replace(keptComma, u',');
    return term;
}

} // namespace

KeyValueFilter KeyValueFilter::from(const QString& text, const QStringList& keys)
{
    KeyValueFilter filter;
    const QStringList words = wordsOf(text);
    for (const QString& word : words) {
        FilterTerm term = termFrom(word, keys);
        // "tag:" alone, while it is being typed, asks for nothing yet.
        term.values.removeAll(QString());
        if (!term.values.isEmpty())
            filter.m_terms.push_back(std::move(term));
    }
    return filter;
}

bool KeyValueFilter::accepts(
    const std::function<bool(const QString& key, const QString& value)>& holds) const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const FilterTerm& term) {
        const bool found = std::any_of(term.values.begin(), term.values.end(),
            [&](const QString& value) { return holds(term.key, value); });
        return found != term.excluded;
    });
}

bool holdsText(const QStringList& texts, const QString& value)
{
    return std::any_of(texts.begin(), texts.end(),
        [&](const QString& text) { return text.contains(value, Qt::CaseInsensitive); });
}

} // namespace ui
