// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace ui {

/// Where a figure comes from; every file that leaves the program carries it.
struct FigureSource {
    QString line; ///< "Fusescope 0.1.0 · runs.fscope@3 · fs-…/latency/default/compiled"
    QString tool; ///< "Fusescope 0.1.0"
    QString id; ///< "fs-…/latency/default/compiled"; empty: not about one comparison
    QString command; ///< that opens it again
    QString subject; ///< what was measured: "bert · s32 · AMD EPYC"

    /// In one line, for metadata and for the column `source`.
    [[nodiscard]] QString text() const;
};

/// The window: it knows what it shows, and has a place to say something.
class FigureOwner {
public:
    FigureOwner() = default;
    FigureOwner(const FigureOwner&) = delete;
    FigureOwner(FigureOwner&&) = delete;
    FigureOwner& operator=(const FigureOwner&) = delete;
    FigureOwner& operator=(FigureOwner&&) = delete;
    virtual ~FigureOwner() = default;

    [[nodiscard]] virtual FigureSource figureSource() const = 0;
    virtual void sayOfFigure(const QString& sentence, bool failed) = 0;
};

/// What stands beside a chart's title on the page: unit and conditions.
class FigureCaption {
public:
    FigureCaption() = default;
    FigureCaption(const FigureCaption&) = delete;
    FigureCaption(FigureCaption&&) = delete;
    FigureCaption& operator=(const FigureCaption&) = delete;
    FigureCaption& operator=(FigureCaption&&) = delete;
    virtual ~FigureCaption() = default;

    [[nodiscard]] virtual QString figureCaption() const = 0;
};

/// Of the nearest owner above; without one only the tool.
[[nodiscard]] FigureSource figureSourceOf(const QWidget& widget);
[[nodiscard]] QString figureCaptionOf(const QWidget& widget);
/// In the owner's status line, a failure without one in a box.
void sayOfFigure(QWidget& widget, const QString& sentence, bool failed = false);

} // namespace ui
