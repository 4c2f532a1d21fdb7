// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/draft_text.h"

#include "profiler/model/case.h"
#include "profiler/model/goal.h"
#include "profiler/model/json_text.h"
#include "profiler/model/quantity.h"
#include "ui/text/quantity_text.h"

#include <QLocale>
#include <QRegularExpression>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

namespace {

using profiler::ErrorKind;
using profiler::Limits;

QString withoutBlanks(QString text)
{
    static const QRegularExpression blanks(QStringLiteral("[\\s\\x{2009}\\x{202f}\\x{00a0}]"));
    return text.remove(blanks);
}

tl::unexpected<profiler::Error> noLimit(const QString& part)
{
    return profiler::failure(ErrorKind::BadInput,
        "limit \"" + part.toStdString()
            + "\": expected CASE.p99=15ms or CASE.memory=6GiB, parted by commas");
}

QStringList partsOf(const QString& text)
{
    const auto plain = text.toStdString();
    QStringList parts;
    for (const auto part : profiler::partedByCommas(plain))
        parts << QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size())).trimmed();
    parts.removeAll(QString());
    return parts;
}

} // namespace

tl::unexpected<profiler::Error> refuse(const QString& sentence)
{
    return profiler::failure(ErrorKind::BadInput, sentence.toStdString());
}

QString quoted(const QString& text)
{
    return QStringLiteral("\"%1\"").arg(text);
}

QString joinedTexts(const std::vector<std::string>& texts)
{
    QStringList parts;
    for (const std::string& text : texts)
        parts << QString::fromStdString(text);
    return parts.join(QStringLiteral(", "));
}

QString plainTextOf(const std::string& jsonText)
{
    const auto value = nlohmann::json::parse(jsonText, nullptr, false);
    if (value.is_string()) {
        const QString plain = QString::fromStdString(value.get<std::string>());
        const bool lonely = !plain.contains(u',') && !plain.contains(u'"') && !plain.contains(u'[')
            && !plain.contains(u'{');
        if (lonely && profiler::jsonTextOf(plain.toStdString()) == jsonText)
            return plain;
    }
    return QString::fromStdString(jsonText);
}

std::optional<std::vector<std::int64_t>> shapeFrom(const QString& text)
{
    const QString bare = partedByX(text);
    std::vector<std::int64_t> shape;
    if (bare.isEmpty())
        return shape; // a single number
    for (const QString& part : bare.split(u'x')) {
        bool ok = false;
        const qint64 size = part.toLongLong(&ok);
        if (!ok || size < 0)
            return std::nullopt;
        shape.push_back(size);
    }
    return shape;
}

QString partedByX(const QString& shape)
{
    static const QRegularExpression separators(QStringLiteral("[×*,]"));
    QString bare = withoutBlanks(shape);
    if (bare.startsWith(u'[') || bare.startsWith(u'('))
        bare = bare.mid(1, bare.size() - 2);
    return bare.replace(separators, QStringLiteral("x"));
}

QString shapeText(const std::vector<std::int64_t>& shape)
{
    QStringList sizes;
    for (const auto size : shape)
        sizes << QString::number(size);
    return sizes.join(u'×');
}

std::optional<profiler::IntegerRange> rangeFrom(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("^\\[?([-−]?\\d+)(?:,|\\.\\.|–)([-−]?\\d+)\\)?$"));
    const auto match = form.match(withoutBlanks(text));
    if (!match.hasMatch())
        return std::nullopt;
    const auto number = [&](int group) {
        return match.captured(group).replace(QChar(0x2212), u'-').toLongLong();
    };
    return profiler::IntegerRange {.low = number(1), .high = number(2)};
}

QString rangeText(const profiler::IntegerRange& range)
{
    return QStringLiteral("[%1, %2)").arg(range.low).arg(range.high);
}

std::optional<double> numberFrom(const QString& text)
{
    bool ok = false;
    const auto digits = withDecimalPoint(withoutBlanks(text));
    const double value = digits ? QLocale::c().toDouble(*digits, &ok) : 0;
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

QString exactText(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

std::optional<std::map<std::string, std::string>> pairsFrom(const QString& text)
{
    std::map<std::string, std::string> pairs;
    for (const QString& part : partsOf(text)) {
        const qsizetype equals = part.indexOf(u'=');
        if (equals < 1)
            return std::nullopt;
        const auto name = part.left(equals).trimmed().toStdString();
        if (!pairs.emplace(name, part.mid(equals + 1).trimmed().toStdString()).second)
            return std::nullopt;
    }
    return pairs;
}

profiler::Result<std::map<std::string, Limits>> caseLimitsFrom(const QString& text)
{
    std::map<std::string, Limits> limits;
    for (const QString& part : partsOf(text)) {
        const qsizetype equals = part.lastIndexOf(u'=');
        const qsizetype dot = part.lastIndexOf(u'.', equals);
        if (equals < 0 || dot < 1)
            return noLimit(part);
        const QString what = part.mid(dot + 1, equals - dot - 1).trimmed();
        const auto value = withoutBlanks(part.mid(equals + 1)).toStdString();
        Limits& own = limits[part.left(dot).trimmed().toStdString()];
        if (what == QLatin1String("p99"))
            own.p99 = profiler::duration(value);
        else if (what == QLatin1String("memory"))
            own.memoryBytes = profiler::byteCount(value);
        else if (what == QLatin1String("compile"))
            own.compile = profiler::duration(value);
        if (what == QLatin1String("p99")           ? !own.p99
                : what == QLatin1String("compile") ? !own.compile
                                                   : !own.memoryBytes)
            return noLimit(part);
    }
    return limits;
}

QString caseLimitsText(const std::map<std::string, Limits>& limits)
{
    QStringList parts;
    for (const auto& [name, own] : limits) {
        const QString place = QString::fromStdString(name);
        if (own.p99)
            parts << place + QStringLiteral(".p99=")
                    + QString::fromStdString(profiler::callTimeText(*own.p99));
        if (own.memoryBytes)
            parts << place + QStringLiteral(".memory=")
                    + QString::fromStdString(profiler::byteCountText(*own.memoryBytes));
        if (own.compile)
            parts << place + QStringLiteral(".compile=")
                    + QString::fromStdString(profiler::durationText(*own.compile));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace ui
