// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/draft_text.h"

#include "ui/text/quantity_text.h"

#include <QLocale>
#include <QRegularExpression>

#include <array>
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

/// "15ms" in ns, "6GiB" in bytes.
std::optional<std::int64_t> amountFrom(const QString& text, bool time)
{
    using Units = std::vector<std::pair<QString, double>>;
    static const Units times {{u"ns"_qs, 1}, {u"us"_qs, 1e3}, {u"µs"_qs, 1e3}, {u"ms"_qs, 1e6},
        {u"min"_qs, 60e9}, {u"s"_qs, 1e9}};
    static const Units sizes {{u"KiB"_qs, 1024.0}, {u"MiB"_qs, 1048576.0},
        {u"GiB"_qs, 1073741824.0}, {u"MB"_qs, 1e6}, {u"GB"_qs, 1e9}, {u"B"_qs, 1}};
    for (const auto& [unit, size] : time ? times : sizes) {
        if (!text.endsWith(unit))
            continue;
        const auto number = numberFrom(text.chopped(unit.size()));
        if (!number || *number <= 0 || *number * size > 9e18)
            return std::nullopt;
        return std::llround(*number * size);
    }
    return std::nullopt;
}

/// The largest unit that says it exactly.
QString amountText(std::int64_t value, bool time)
{
    using Units = std::array<std::pair<const char*, std::int64_t>, 3>;
    constexpr Units times {{{"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}}};
    constexpr Units sizes {{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"B", 1}}};
    for (const auto& [unit, size] : time ? times : sizes)
        if (value % size == 0)
            return QString::number(value / size) + QLatin1String(unit);
    return {};
}

tl::unexpected<profiler::Error> noLimit(const QString& part)
{
    return profiler::failure(ErrorKind::BadInput,
        "limit \"" + part.toStdString()
            + "\": expected CASE.p99=15ms or CASE.memory=6GiB, parted by commas");
}

} // namespace

QStringList partedByCommas(const QString& text)
{
    QStringList parts;
    QString part;
    int depth = 0;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (c == u'"' && (i == 0 || text.at(i - 1) != u'\\'))
            quoted = !quoted;
        else if (!quoted && (c == u'[' || c == u'{'))
            ++depth;
        else if (!quoted && (c == u']' || c == u'}'))
            --depth;
        if (c == u',' && !quoted && depth == 0) {
            parts << part.trimmed();
            part.clear();
        } else {
            part += c;
        }
    }
    parts << part.trimmed();
    parts.removeAll(QString());
    return parts;
}

std::string jsonTextFrom(const QString& text)
{
    const std::string plain = text.trimmed().toStdString();
    if (nlohmann::json::accept(plain))
        return plain;
    return nlohmann::json(plain).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

QString plainTextOf(const std::string& jsonText)
{
    const auto value = nlohmann::json::parse(jsonText, nullptr, false);
    if (value.is_string()) {
        const QString plain = QString::fromStdString(value.get<std::string>());
        const bool lonely = !plain.contains(u',') && !plain.contains(u'"') && !plain.contains(u'[')
            && !plain.contains(u'{');
        if (lonely && jsonTextFrom(plain) == jsonText)
            return plain;
    }
    return QString::fromStdString(jsonText);
}

std::optional<std::vector<std::int64_t>> shapeFrom(const QString& text)
{
    static const QRegularExpression separators(QStringLiteral("[x×*,]"));
    QString bare = withoutBlanks(text);
    if (bare.startsWith(u'[') || bare.startsWith(u'('))
        bare = bare.mid(1, bare.size() - 2);
    std::vector<std::int64_t> shape;
    if (bare.isEmpty())
        return shape; // a single number
    for (const QString& part : bare.split(separators)) {
        bool ok = false;
        const qint64 size = part.toLongLong(&ok);
        if (!ok || size < 0)
            return std::nullopt;
        shape.push_back(size);
    }
    return shape;
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
    for (const QString& part : partedByCommas(text)) {
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
    for (const QString& part : partedByCommas(text)) {
        const qsizetype equals = part.lastIndexOf(u'=');
        const qsizetype dot = part.lastIndexOf(u'.', equals);
        if (equals < 0 || dot < 1)
            return noLimit(part);
        const QString what = part.mid(dot + 1, equals - dot - 1).trimmed();
        const QString value = withoutBlanks(part.mid(equals + 1));
        const bool time = what == QLatin1String("p99");
        const auto amount = amountFrom(value, time);
        if (!amount || (!time && what != QLatin1String("memory")))
            return noLimit(part);
        Limits& own = limits[part.left(dot).trimmed().toStdString()];
        if (time)
            own.p99 = profiler::nanoseconds(*amount);
        else
            own.memoryBytes = *amount;
    }
    return limits;
}

QString caseLimitsText(const std::map<std::string, Limits>& limits)
{
    QStringList parts;
    for (const auto& [name, own] : limits) {
        const QString place = QString::fromStdString(name);
        if (own.p99)
            parts << place + QStringLiteral(".p99=") + amountText(own.p99->count(), true);
        if (own.memoryBytes)
            parts << place + QStringLiteral(".memory=") + amountText(*own.memoryBytes, false);
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace ui
