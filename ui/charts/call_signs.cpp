// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/call_signs.h"

#include "profiler/report/advice/slow_text.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/label_layout.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/variant_style.h"

#include <QObject>
#include <QPainter>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ui {

namespace {

using profiler::MarkedCall;
using profiler::SlowCause;

struct Form {
    Marker outline;
    char16_t letter;
};

const Form& formOf(SlowCause cause)
{
    static constexpr std::array<Form, profiler::slowCauses> forms {{
        {Marker::Square, u'C'},
        {Marker::Diamond, u'R'},
        {Marker::Circle, u'G'},
        {Marker::TriangleUp, u'M'},
        {Marker::TriangleDown, u'↓'},
        {Marker::TriangleRight, u'P'},
        {Marker::Pentagon, u'B'},
        {Marker::Hexagon, u'?'},
    }};
    return forms.at(static_cast<std::size_t>(cause));
}

/// Compiles that stand side by side share one label: "21.6, 24.2, 95.7 s". Other slow calls of the
/// focused variant carry their number.
void nameSigns(std::vector<CallSign>& signs, int focused)
{
    std::map<std::pair<SlowCause, double>, std::vector<CallSign*>> groups;
    for (CallSign& sign : signs) {
        if (isCompile(sign.call.slow.cause))
            groups[{sign.call.slow.cause, sign.call.place}].push_back(&sign);
        else if (sign.call.slow.variant == focused)
            sign.text = QObject::tr("call %1").arg(countText(sign.call.number));
    }
    for (auto& [key, group] : groups) {
        std::sort(group.begin(), group.end(),
            [](const CallSign* a, const CallSign* b) { return a->at.x() < b->at.x(); });
        QStringList times;
        for (const CallSign* sign : group)
            times.append(durationText(sign->call.slow.ns));
        group.back()->text = times.join(u", "_qs);
    }
}

void placeLabels(std::vector<CallSign>& signs, const QRectF& axes, const std::vector<QRectF>& taken)
{
    const QFont font = uiFont(type::small, QFont::DemiBold);
    std::vector<PointLabel> labels;
    std::vector<CallSign*> labelled;
    for (CallSign& sign : signs) {
        if (sign.text.isEmpty())
            continue;
        labelled.push_back(&sign);
        labels.push_back(
            {sign.at, QSizeF(textWidth(font, sign.text) + 2, 14), (callSignSize / 2) + 1});
    }
    const QRectF inside = axes.adjusted(2, 18, -2, -2);
    const auto places = placeBesidePoints(labels, inside, taken);
    for (std::size_t i = 0; i < labelled.size(); ++i)
        labelled[i]->label = places[i];
}

} // namespace

QString causeText(SlowCause cause)
{
    return qt(slowCauseName(cause));
}

std::vector<CallSign> placeCallSigns(const std::vector<MarkedCall>& marks, const QRectF& inside,
    int focused, const std::function<QPointF(const MarkedCall&)>& pixelOf)
{
    std::vector<CallSign> signs;
    std::vector<QRectF> taken;
    for (const MarkedCall& call : marks) {
        QPointF at = pixelOf(call);
        if (at.x() < inside.left() - 1 || at.x() > inside.right() + 1)
            continue;
        at.setX(std::max(at.x(), inside.left() + 8));
        at.setY(std::clamp(at.y(), inside.top() + 8, inside.bottom() - 8));
        QRectF box(0, 0, callSignSize + 2, callSignSize + 2);
        box.moveCenter(at);
        // Three variants compile in their first call: their signs stand side by side.
        const auto overlaps = [&] {
            return std::any_of(taken.begin(), taken.end(),
                [&](const QRectF& other) { return other.intersects(box); });
        };
        while (overlaps() && box.right() + callSignSize < inside.right())
            box.translate(callSignSize + 3, 0);
        if (overlaps())
            continue;
        taken.push_back(box);
        signs.push_back({call, box.center(), {}, {}});
    }
    nameSigns(signs, focused);
    placeLabels(signs, inside, taken);
    return signs;
}

void paintCallSign(
    QPainter& painter, const Tokens& tokens, SlowCause cause, QPointF at, const QColor& border)
{
    const Form& form = formOf(cause);
    QColor ground = tokens.panel;
    if (cause == SlowCause::ClockDrop)
        ground = tokens.warn;
    else if (cause == SlowCause::Unexplained)
        ground = tokens.bad;
    painter.setPen(QPen(border, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(ground);
    painter.drawPath(markerPath(form.outline, at, callSignSize));
    QRectF box(0, 0, callSignSize, callSignSize);
    box.moveCenter(cause == SlowCause::ClockDrop ? at - QPointF(0, 1.5) : at);
    drawLabel(painter, box, Qt::AlignCenter, uiFont(9, QFont::Bold), readableOn(ground),
        QString(QChar(form.letter)));
}

void paintCallSigns(QPainter& painter, const Tokens& tokens, const std::vector<CallSign>& signs)
{
    const QFont font = uiFont(type::small, QFont::DemiBold);
    for (const CallSign& sign : signs) {
        paintCallSign(painter, tokens, sign.call.slow.cause, sign.at,
            variantStyle(tokens, sign.call.slow.variant).colour);
        if (sign.label.isEmpty())
            continue;
        // Calls run below; a word over them stays readable on a ground of its own.
        QColor ground = tokens.panel;
        ground.setAlphaF(0.75F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(sign.label.adjusted(-2, 0, 2, 0), 3, 3);
        drawLabel(painter, sign.label, Qt::AlignCenter, font, tokens.text, sign.text);
    }
}

} // namespace ui
