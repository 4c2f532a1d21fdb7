// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/fuzzy_match.h"

#include <QStringList>

#include <algorithm>

namespace ui {

namespace {

constexpr int letterFound = 1;
constexpr int inARow = 4;
constexpr int wordBegins = 6;
constexpr int wholeWord = 20; ///< the letters stand together

bool beginsWord(const QString& text, qsizetype at)
{
    return at == 0 || !text.at(at - 1).isLetterOrNumber()
        || (text.at(at).isUpper() && text.at(at - 1).isLower());
}

/// Letters one after the other, each at its first place behind the last one.
std::optional<int> lettersFrom(const QString& word, const QString& text, qsizetype start)
{
    int score = 0;
    qsizetype at = start;
    qsizetype last = -2;
    for (const QChar letter : word) {
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        score += letterFound + (at == last + 1 ? inARow : 0)
            + (beginsWord(text, at) ? wordBegins : 0);
        last = at++;
    }
    return score;
}

std::optional<int> wordScore(const QString& word, const QString& text)
{
    std::optional<int> best;
    for (qsizetype start = 0; start < text.size(); ++start) {
        start = text.indexOf(word.front(), start, Qt::CaseInsensitive);
        if (start < 0)
            break;
        if (const auto score = lettersFrom(word, text, start))
            best = std::max(best.value_or(*score), *score);
    }
    if (best && text.contains(word, Qt::CaseInsensitive))
        *best += wholeWord;
    return best;
}

} // namespace

std::optional<int> fuzzyScore(const QString& pattern, const QString& text)
{
    int score = 0;
    const QStringList words = pattern.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        const auto found = wordScore(word, text);
        if (!found)
            return std::nullopt;
        score += *found;
    }
    return score;
}

} // namespace ui
