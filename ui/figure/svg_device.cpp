// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/svg_device.h"

#include <QBuffer>
#include <QFontInfo>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr int svgDotsPerInch = 96;
constexpr double millimetresPerSvgInch = 25.4;

/// Without the characters that XML has no way to write.
QString escaped(const QString& text)
{
    QString plain;
    for (const QChar c : text)
        if (c >= u' ' || c == u'\t' || c == u'\n')
            plain += c;
    return plain.toHtmlEscaped();
}

/// A thousandth of a pixel is enough, and keeps files small.
QString number(double value)
{
    constexpr double thousand = 1000;
    return QString::number(std::round(value * thousand) / thousand, 'g', 8);
}

QString colourText(const QString& name, const QColor& colour)
{
    QString text = QStringLiteral(" %1=\"%2\"").arg(name, colour.name(QColor::HexRgb));
    if (colour.alpha() < 255)
        text += QStringLiteral(" %1-opacity=\"%2\"").arg(name, number(colour.alphaF()));
    return text;
}

QString pathText(const QPainterPath& path)
{
    constexpr std::array letters {u'M', u'L', u'C', u' '}; // by QPainterPath::ElementType
    QString text;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& at = path.elementAt(i);
        text += letters.at(at.type) + number(at.x) + u',' + number(at.y);
    }
    return text;
}

QString transformText(const QTransform& t)
{
    if (t.isIdentity())
        return {};
    return QStringLiteral(" transform=\"matrix(%1 %2 %3 %4 %5 %6)\"")
        .arg(number(t.m11()), number(t.m12()), number(t.m21()), number(t.m22()), number(t.dx()),
            number(t.dy()));
}

/// Fonts of about the same width stand behind ours.
QString familyText(const QFont& font)
{
    const bool mono = QFontInfo(font).fixedPitch();
    return QStringLiteral("%1, %2").arg(escaped(font.families().value(0)),
        mono ? QStringLiteral("DejaVu Sans Mono, monospace")
             : QStringLiteral("Helvetica, Arial, DejaVu Sans, sans-serif"));
}

double pixelSize(const QFont& font)
{
    constexpr double pointsPerInch = 72;
    return font.pixelSize() > 0 ? font.pixelSize()
                                : font.pointSizeF() * svgDotsPerInch / pointsPerInch;
}

} // namespace

QByteArray pngOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

class SvgDevice::Engine : public QPaintEngine {
public:
    explicit Engine(const QSize& size)
        : QPaintEngine(PrimitiveTransform | PainterPaths | AlphaBlend | Antialiasing
            | PixmapTransform | BrushStroke | ConstantOpacity | PatternBrush)
        , m_canvas(QPointF(), QSizeF(size))
    {
    }

    [[nodiscard]] Type type() const override { return User; }

    bool begin(QPaintDevice* /*device*/) override { return true; }

    bool end() override { return true; }

    [[nodiscard]] const QString& body() const { return m_body; }

    [[nodiscard]] const QString& definitions() const { return m_definitions; }

    void updateState(const QPaintEngineState& now) override
    {
        constexpr auto clipping = DirtyClipPath | DirtyClipRegion | DirtyClipEnabled;
        // The painter's own transform lacks where a widget stands in what is rendered.
        if (now.state() & DirtyTransform)
            m_transform = now.transform();
        if (now.state() & clipping)
            m_clipIsKnown = false;
    }

    void drawPath(const QPainterPath& path) override
    {
        QString shape = QStringLiteral("<path d=\"%1\"").arg(pathText(path));
        if (path.fillRule() == Qt::OddEvenFill)
            shape += QStringLiteral(" fill-rule=\"evenodd\"");
        add(shape + brushText() + penText() + common() + QStringLiteral("/>"));
    }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        QString shape = mode == PolylineMode ? QStringLiteral("<polyline points=\"")
                                             : QStringLiteral("<polygon points=\"");
        for (int i = 0; i < count; ++i)
            shape += (i > 0 ? QStringLiteral(" ") : QString()) + number(points[i].x()) + u','
                + number(points[i].y());
        shape += u'"';
        if (mode == OddEvenMode)
            shape += QStringLiteral(" fill-rule=\"evenodd\"");
        shape += mode == PolylineMode ? QStringLiteral(" fill=\"none\"") : brushText();
        add(shape + penText() + common() + QStringLiteral("/>"));
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const QString words = item.text();
        if (words.trimmed().isEmpty())
            return;
        const QFont font = item.font();
        QString text = QStringLiteral("<text x=\"%1\" y=\"%2\" xml:space=\"preserve\" "
                                      "font-family=\"%3\" font-size=\"%4\" font-weight=\"%5\"")
                           .arg(number(at.x()), number(at.y()), familyText(font),
                               number(pixelSize(font)), QString::number(font.weight()));
        if (font.italic())
            text += QStringLiteral(" font-style=\"italic\"");
        if (words.size() > 1 && item.width() > 0)
            text += QStringLiteral(" textLength=\"%1\" lengthAdjust=\"spacingAndGlyphs\"")
                        .arg(number(item.width()));
        add(text + colourText(QStringLiteral("fill"), painter()->pen().color()) + common() + u'>'
            + escaped(words) + QStringLiteral("</text>"));
    }

    void drawPixmap(const QRectF& box, const QPixmap& pixmap, const QRectF& part) override
    {
        drawImage(box, pixmap.toImage(), part, Qt::AutoColor);
    }

    void drawImage(const QRectF& box, const QImage& image, const QRectF& part,
        Qt::ImageConversionFlags /*flags*/) override
    {
        add(QStringLiteral("<image x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" "
                           "preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,%5\"")
                .arg(number(box.x()), number(box.y()), number(box.width()), number(box.height()),
                    QString::fromLatin1(pngOf(image.copy(part.toRect())).toBase64()))
            + common() + QStringLiteral("/>"));
    }

    void drawTiledPixmap(const QRectF& box, const QPixmap& tile, const QPointF& /*offset*/) override
    {
        const QSizeF size = tile.deviceIndependentSize();
        const QString name = addPattern(size.width(),
            QStringLiteral("<image width=\"%1\" height=\"%2\" "
                           "xlink:href=\"data:image/png;base64,%3\"/>")
                .arg(number(size.width()), number(size.height()),
                    QString::fromLatin1(pngOf(tile.toImage()).toBase64())));
        add(QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"url(#%5)\"")
                .arg(number(box.x()), number(box.y()), number(box.width()), number(box.height()),
                    name)
            + common() + QStringLiteral("/>"));
    }

private:
    /// The same contents get the same pattern.
    [[nodiscard]] QString addPattern(double tile, const QString& contents) const
    {
        const QString name = QStringLiteral("pattern%1").arg(qHash(contents), 0, 16);
        if (!m_names.contains(name)) {
            m_names += name + u' ';
            m_definitions += QStringLiteral("<pattern id=\"%1\" width=\"%2\" height=\"%2\" "
                                            "patternUnits=\"userSpaceOnUse\">%3</pattern>\n")
                                 .arg(name, number(tile), contents);
        }
        return name;
    }

    /// What a hatching of Qt looks like, as lines; the tile is eight pixels wide.
    [[nodiscard]] static QString hatching(Qt::BrushStyle style)
    {
        switch (style) {
        case Qt::HorPattern:
            return QStringLiteral("M0,4H8");
        case Qt::VerPattern:
            return QStringLiteral("M4,0V8");
        case Qt::CrossPattern:
            return QStringLiteral("M0,4H8M4,0V8");
        case Qt::BDiagPattern:
            return QStringLiteral("M-1,1L1,-1M0,8L8,0M7,9L9,7");
        case Qt::FDiagPattern:
            return QStringLiteral("M-1,7L1,9M0,0L8,8M7,-1L9,1");
        case Qt::DiagCrossPattern:
            return QStringLiteral("M-1,1L1,-1M0,8L8,0M7,9L9,7M-1,7L1,9M0,0L8,8M7,-1L9,1");
        default: // dots, of which there are several densities
            return QStringLiteral("M1,2h1M5,2h1M3,6h1M7,6h1");
        }
    }

    void add(const QString& element) { m_body += element + u'\n'; }

    /// What is set by the painter and by the widget that is rendered, in pixels of the file; none
    /// where all of it is inside.
    void takeClip() const
    {
        m_clipIsKnown = true;
        m_system = systemClip();
        m_clip = 0;
        QPainterPath whole;
        whole.addRect(m_canvas);
        QPainterPath path = whole;
        if (painter()->hasClipping())
            path = m_transform.map(painter()->clipPath());
        if (!m_system.isEmpty()) {
            QPainterPath inside;
            inside.addRegion(m_system);
            path = path.intersected(inside);
        }
        if (path.contains(whole))
            return;
        const QString shape = pathText(path);
        if (shape != m_lastClip) {
            m_lastClip = shape;
            m_definitions += QStringLiteral("<clipPath id=\"clip%1\"><path d=\"%2\"/></clipPath>\n")
                                 .arg(++m_clipCount)
                                 .arg(shape);
        }
        m_clip = m_clipCount;
    }

    [[nodiscard]] QString common() const
    {
        if (!m_clipIsKnown || m_system != systemClip())
            takeClip();
        QString text = transformText(m_transform);
        if (painter()->opacity() < 1)
            text += QStringLiteral(" opacity=\"%1\"").arg(number(painter()->opacity()));
        if (m_clip == 0)
            return text;
        if (m_transform.isIdentity())
            return text + QStringLiteral(" clip-path=\"url(#clip%1)\"").arg(m_clip);
        return text + QStringLiteral(" clip-path=\"url(#%1)\"").arg(movedClip());
    }

    /// A clip is meant in the file's pixels: the element's transform must not move it.
    [[nodiscard]] QString movedClip() const
    {
        const QString moved = transformText(m_transform.inverted());
        const QString name = QStringLiteral("clip%1-%2").arg(m_clip).arg(qHash(moved), 0, 16);
        if (!m_names.contains(name)) {
            m_names += name + u' ';
            m_definitions += QStringLiteral("<clipPath id=\"%1\"><path d=\"%2\"%3/></clipPath>\n")
                                 .arg(name, m_lastClip, moved);
        }
        return name;
    }

    [[nodiscard]] QString brushText() const
    {
        const QBrush& brush = painter()->brush();
        if (brush.style() == Qt::NoBrush)
            return QStringLiteral(" fill=\"none\"");
        if (brush.style() == Qt::SolidPattern)
            return colourText(QStringLiteral("fill"), brush.color());
        constexpr double tile = 8;
        const QString lines = QStringLiteral("<path d=\"%1\" fill=\"none\"%2/>")
                                  .arg(hatching(brush.style()),
                                      colourText(QStringLiteral("stroke"), brush.color()));
        return QStringLiteral(" fill=\"url(#%1)\"").arg(addPattern(tile, lines));
    }

    [[nodiscard]] QString penText() const
    {
        const QPen& pen = painter()->pen();
        if (pen.style() == Qt::NoPen)
            return {};
        const double width = pen.widthF() > 0 ? pen.widthF() : 1;
        QString text = colourText(QStringLiteral("stroke"), pen.color())
            + QStringLiteral(" stroke-width=\"%1\"").arg(number(width));
        if (pen.isCosmetic())
            text += QStringLiteral(" vector-effect=\"non-scaling-stroke\"");
        if (pen.capStyle() != Qt::FlatCap)
            text += pen.capStyle() == Qt::RoundCap ? QStringLiteral(" stroke-linecap=\"round\"")
                                                   : QStringLiteral(" stroke-linecap=\"square\"");
        if (pen.joinStyle() == Qt::RoundJoin)
            text += QStringLiteral(" stroke-linejoin=\"round\"");
        else if (pen.joinStyle() == Qt::BevelJoin)
            text += QStringLiteral(" stroke-linejoin=\"bevel\"");
        QStringList dashes;
        if (pen.style() != Qt::SolidLine)
            for (const double dash : pen.dashPattern())
                dashes << number(dash * width);
        if (!dashes.isEmpty())
            text += QStringLiteral(" stroke-dasharray=\"%1\" stroke-dashoffset=\"%2\"")
                        .arg(dashes.join(u','), number(pen.dashOffset() * width));
        return text;
    }

    QRectF m_canvas;
    QString m_body;
    mutable QString m_definitions; ///< and patterns: what elements refer to
    mutable QString m_names; ///< names of those that are there
    QTransform m_transform;
    mutable bool m_clipIsKnown = false;
    mutable QRegion m_system;
    mutable QString m_lastClip;
    mutable int m_clip = 0; ///< 0: none
    mutable int m_clipCount = 0;
};

SvgDevice::SvgDevice(const QSize& size)
    : m_size(size)
    , m_engine(std::make_unique<Engine>(size))
{
}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const
{
    return m_engine.get();
}

int SvgDevice::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * millimetresPerSvgInch / svgDotsPerInch);
    case PdmHeightMM:
        return qRound(m_size.height() * millimetresPerSvgInch / svgDotsPerInch);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return svgDotsPerInch;
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

QByteArray SvgDevice::document(const SvgFacts& facts) const
{
    const auto millimetres = [](int pixels) {
        return number(pixels * millimetresPerSvgInch / svgDotsPerInch) + QStringLiteral("mm");
    };
    QString svg = QStringLiteral("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                 "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                                 "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" "
                                 "width=\"%1\" height=\"%2\" viewBox=\"0 0 %3 %4\">\n")
                      .arg(millimetres(m_size.width()), millimetres(m_size.height()))
                      .arg(m_size.width())
                      .arg(m_size.height());
    svg += QStringLiteral("<title>") + escaped(facts.title) + QStringLiteral("</title>\n<desc>")
        + escaped(facts.description) + QStringLiteral("</desc>\n<metadata>") + facts.metadata
        + QStringLiteral("</metadata>\n<defs>\n") + m_engine->definitions()
        + QStringLiteral("</defs>\n") + m_engine->body() + QStringLiteral("</svg>\n");
    return svg.toUtf8();
}

} // namespace ui
