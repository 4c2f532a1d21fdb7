// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/lone_ratios.h"

#include "tests/ui/cross_page/figure.h"

#include <QRegularExpression>

#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace cross_page {

namespace {

/// Whose a ratio is: its case and its variant.
using Subject = std::pair<QString, QString>;

/// As written without rounding.
using OpenRatios = std::map<Subject, double>;

OpenRatios openRatios(const ShownTexts& texts)
{
    static const QRegularExpression decided(
        QStringLiteral("^(baseline|faster|slower|no_difference)$"));
    OpenRatios ratios;
    std::set<Subject> known;
    for (const ShownText& text : texts) {
        if (text.place != QStringLiteral("compare --json"))
            continue;
        const Subject subject {text.caseName, text.variant};
        if (text.part == QStringLiteral("/cases/variants/speedup/estimate"))
            ratios[subject] = text.text.toDouble();
        if (text.part == QStringLiteral("/cases/variants/verdict")
            && decided.match(text.text).hasMatch())
            known.insert(subject);
    }
    for (const Subject& subject : known)
        ratios.erase(subject);
    return ratios;
}

/// "1.13×", "1.13× slower", or with all the digits that a number has.
bool shows(const QString& text, double ratio)
{
    static const QRegularExpression rounded(QStringLiteral("\\d+\\.\\d+×(?: slower)?"));
    const Figure exact {.dimension = Dimension::Ratio, .value = ratio, .step = 1e-9};
    auto found = rounded.globalMatch(text);
    while (found.hasNext()) {
        const auto figure = figureIn(found.next().captured(), Dimension::Ratio, {});
        if (figure && agree(*figure, exact))
            return true;
    }
    constexpr int roundedDigits = 8;
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber && text.size() > roundedDigits && std::abs(number - ratio) < 1e-9 * ratio;
}

bool isOf(const ShownText& text, const Subject& subject)
{
    const auto& [inCase, variant] = subject;
    const bool ofCase
        = text.caseName.isEmpty() || text.caseName == inCase || text.text.contains(inCase);
    return ofCase
        && (text.variant == variant || text.column == variant || text.text.contains(variant));
}

/// Beside a ratio in the column of a variant stand the verdicts of others.
bool saysVerdict(const ShownText& text, const QString& variant)
{
    static const QRegularExpression word(
        QStringLiteral("undecided|not.decided|not.enough|results.(?:of .* "
                       ")?differ|not.comparable|ran.eager|failed"));
    return word.match(text.text).hasMatch() || word.match(text.aloud).hasMatch()
        || (text.column != variant && word.match(text.beside).hasMatch());
}

} // namespace

std::vector<std::string> loneRatios(const ShownTexts& texts)
{
    const OpenRatios open = openRatios(texts);
    std::set<std::string> lone;
    for (const ShownText& text : texts)
        for (const auto& [subject, ratio] : open)
            if (isOf(text, subject) && shows(text.text, ratio)
                && !saysVerdict(text, subject.second))
                lone.insert(
                    (QStringList {subject.first, subject.second, text.place, text.part, text.column}
                            .join(QStringLiteral(" · "))
                        + QStringLiteral(": ") + text.text.left(160))
                        .toStdString());
    return {lone.begin(), lone.end()};
}

} // namespace cross_page
