// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/svg_text.h"

#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace ui {

namespace {

/// "translate(80.0 120.0)", as our groups have it.
QPointF translationOf(const QXmlStreamAttributes& attributes)
{
    const QString text = attributes.value(QLatin1String("transform")).toString();
    if (!text.startsWith(QLatin1String("translate(")))
        return {};
    const auto numbers = text.mid(text.indexOf(u'(') + 1).chopped(1).split(u' ');
    return numbers.size() == 2 ? QPointF(numbers[0].toDouble(), numbers[1].toDouble()) : QPointF();
}

Qt::Alignment anchorOf(const QXmlStreamAttributes& attributes)
{
    const auto word = attributes.value(QLatin1String("text-anchor"));
    if (word == QLatin1String("end"))
        return Qt::AlignRight;
    return word == QLatin1String("middle") ? Qt::AlignHCenter : Qt::AlignLeft;
}

SvgText textOf(QXmlStreamReader& reader, const QPointF& origin)
{
    const auto attributes = reader.attributes();
    const auto number = [&attributes](const char* name) {
        return attributes.value(QLatin1String(name)).toDouble();
    };
    SvgText text {.at = origin + QPointF(number("x"), number("y")),
        .size = number("font-size"),
        .strong = attributes.hasAttribute(QLatin1String("font-weight")),
        .anchor = anchorOf(attributes),
        .colour = QColor(attributes.value(QLatin1String("fill")).toString())};
    text.text = reader.readElementText();
    return text;
}

} // namespace

SplitSvg splitSvg(const QByteArray& svg)
{
    SplitSvg split;
    QXmlStreamReader reader(svg);
    QXmlStreamWriter writer(&split.marks);
    std::vector<QPointF> origins {QPointF(0, 0)};
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == QLatin1String("text")) {
            split.texts.push_back(textOf(reader, origins.back()));
            continue;
        }
        if (reader.isStartElement())
            origins.push_back(origins.back() + translationOf(reader.attributes()));
        if (reader.isEndElement() && origins.size() > 1)
            origins.pop_back();
        if (!reader.hasError())
            writer.writeCurrentToken(reader);
    }
    return split;
}

} // namespace ui
