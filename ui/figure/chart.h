// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_document.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/custom_plot.h"
#include "ui/figure/painted_layer.h"
#include "ui/theme/theme.h"

#include <QFont>

#include <optional>
#include <vector>

namespace ui {

/// What stands under the pointer: a place or a bin of the x axis, and every variant's value there.
struct Reading {
    struct Row {
        int variant = 0; ///< index into Plan::variants
        QString name;
        QString value;
    };

    QString heading;
    double low = 0; ///< axis places; low == high: a line, else a band
    double high = 0;
    std::vector<Row> rows;
};

/// What all charts share: token colours, no frame, zoom, drag, crosshair, keyboard, menu, table and
/// export. A chart is given a prepared series, draws it, and decides nothing.
class Chart : public QCustomPlot, public ChartDocument {
    Q_OBJECT

public:
    Chart(const Theme& theme, const QString& title, QWidget* parent);

    [[nodiscard]] const QString& title() const { return m_title; }

    /// In place of what its window says, for a chart that is in none.
    void setSource(FigureSource source) { m_source = std::move(source); }

    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }

    [[nodiscard]] QString documentTitle() const override { return m_title; }

    [[nodiscard]] QWidget& documentWidget() override { return *this; }

    /// 180 × 110 mm.
    [[nodiscard]] QSize documentSize() override { return {680, 416}; }

    [[nodiscard]] FigureSource documentSource() override;
    void paintContents(QCPPainter& painter, const QRect& box, const Tokens& tokens) override;

    [[nodiscard]] bool canShowAll() const override { return m_wholeX || m_wholeY; }

    void showAll() override { resetView(); }

    void resetView();

    /// The place of a crosshair, e.g. for a test or a linked chart; nullopt hides it.
    void setPointer(std::optional<QPointF> pixel);

    [[nodiscard]] const std::optional<Reading>& reading() const { return m_reading; }

protected:
    [[nodiscard]] const Tokens& tokens() const;

    [[nodiscard]] VariantStyle variant(int index) const
    {
        return variantStyle(tokens(), m_theme.styleIndex(index));
    }

    /// What the crosshair says at a pixel inside the axes.
    [[nodiscard]] virtual std::optional<Reading> readingAt(QPointF pixel) const;
    /// Pens and brushes that plottables cache; painted layers read the tokens themselves.
    virtual void restyle();
    /// Margins for a drawing of that size; an export is not as large as the screen.
    virtual void layOut(const QSize& size);
    /// What is said in place of a chart that has nothing to draw; empty when it has.
    void setEmptyText(const QString& reason);

    using Clip = PaintedLayer::Clip;
    /// Where there is something to draw: a chart that says why it is empty paints nothing else.
    void paint(const QString& layer, Clip clip, PaintedLayer::Paint paint);
    /// Rows take its place: names at the left, one line of the grid for each tick of the x axis.
    void hideValueAxis();
    /// Small muted text, as notes and the captions of axes are.
    void drawNote(
        QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text) const;
    /// The caption of the x axis, centred so far below it.
    void drawFoot(QPainter& painter, double below, const QString& text) const;

    void setLegend(std::vector<ChartLegend::Entry> entries)
    {
        m_legend.setEntries(std::move(entries));
    }

    [[nodiscard]] int legendHeight(const QSize& size) const;
    /// So far below the x axis.
    void drawLegend(QPainter& painter, double below) const;
    /// The variant's marker, lifted off lines by a ring of the ground.
    void drawRingedMarker(
        QPainter& painter, int variant, QPointF at, double ringSize, double size) const;
    /// Values from `low` to `high` that are no more than noise, and the one in their middle.
    void drawNoise(
        QPainter& painter, double left, double right, double middle, double middleWidth) const;

    /// A curve with the band of its interval.
    struct Curve {
        QCPGraph* high = nullptr; ///< with the band below it; null for a curve without one
        QCPGraph* low = nullptr;
        QCPGraph* line = nullptr;
    };

    struct CurvePoints {
        QVector<QCPGraphData> line;
        QVector<QCPGraphData> low;
        QVector<QCPGraphData> high;
    };

    enum class Band { Yes, No };
    [[nodiscard]] Curve addCurve(const CurvePoints& points, Band band);
    static void styleCurve(const Curve& curve, const QPen& pen, QColor band, float bandAlpha);
    /// The ranges that are shown first and that no zoom leaves.
    void setWholeRange(const QCPRange& x, const QCPRange& y);

    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void createAxes();
    void finishLayout();
    void applyTheme();
    static void keepInside(QCPAxis* axis, const QCPRange& whole);
    void drawEmptyText(QPainter& painter) const;
    void drawPointer(QPainter& painter) const;
    void drawReadingBox(QPainter& painter, const Reading& reading) const;
    void zoomX(double factor);

    const Theme& m_theme;
    QString m_title;
    std::optional<FigureSource> m_source;
    QString m_emptyText;
    bool m_hasValueAxis = true;
    ChartLegend m_legend;
    const Tokens* m_documentTokens = nullptr; ///< set while an export is painted
    std::optional<QCPRange> m_wholeX;
    std::optional<QCPRange> m_wholeY;
    std::optional<Reading> m_reading;
    QPointF m_pointer;
};

} // namespace ui
