// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/variant_style.h"

#include <array>

namespace ui {

namespace {

struct Form {
    Marker marker;
    QList<qreal> dashes;
};

const std::array<Form, 8>& forms()
{
    static const std::array<Form, 8> table {{
        {Marker::Square, {2.6, 1.6}},
        {Marker::Circle, {}},
        {Marker::Diamond, {3.4, 1.2, 1, 1.2}},
        {Marker::TriangleUp, {1.3, 1.3}},
        {Marker::TriangleDown, {4.2, 1.6}},
        {Marker::Pentagon, {2.6, 1, 1, 1, 1, 1}},
        {Marker::Hexagon, {1.8, 1}},
        {Marker::TriangleRight, {4, 1, 1.6, 1}},
    }};
    return table;
}

} // namespace

QPen VariantStyle::pen(qreal width) const
{
    QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

VariantStyle variantStyle(const Tokens& tokens, int index)
{
    const Form& form = forms().at(static_cast<std::size_t>(index) % forms().size());
    return {.colour = tokens.variant(index), .marker = form.marker, .dashes = form.dashes};
}

} // namespace ui
