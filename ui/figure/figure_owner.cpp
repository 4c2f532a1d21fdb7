// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure_owner.h"

#include "profiler/report/document/provenance.h"

#include <QMessageBox>
#include <QWidget>

namespace ui {

namespace {

template <typename Interface>
Interface* above(const QWidget& widget)
{
    for (QWidget* parent = widget.parentWidget(); parent != nullptr;
         parent = parent->parentWidget())
        if (auto* found = dynamic_cast<Interface*>(parent))
            return found;
    return nullptr;
}

} // namespace

QString FigureSource::text() const
{
    return command.isEmpty() ? line : line + QStringLiteral(" · ") + command;
}

FigureSource figureSourceOf(const QWidget& widget)
{
    if (const auto* owner = above<const FigureOwner>(widget))
        return owner->figureSource();
    const QString tool
        = QStringLiteral("Fusescope ") + QString::fromStdString(profiler::programVersion());
    return {.line = tool, .tool = tool};
}

QString figureCaptionOf(const QWidget& widget)
{
    const auto* owner = above<const FigureCaption>(widget);
    return owner == nullptr ? QString() : owner->figureCaption();
}

void sayOfFigure(QWidget& widget, const QString& sentence, bool failed)
{
    if (auto* owner = above<FigureOwner>(widget))
        owner->sayOfFigure(sentence, failed);
    else if (failed)
        QMessageBox::warning(&widget, QObject::tr("Not saved"), sentence);
}

} // namespace ui
