// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPaintDevice>
#include <QSize>
#include <QString>

#include <memory>

namespace ui {

/// What stands in an SVG besides the drawing.
struct SvgFacts {
    QString title;
    QString description;
    QString metadata; ///< XML, as it is
};

/// A drawing as SVG. QSvgGenerator of Qt 6.4 knows no clipping, so that a zoomed curve would run
/// over the labels; and it names one font, which nobody else has. Texts stay texts: they name fonts
/// to fall back to, and keep their width with each.
class SvgDevice : public QPaintDevice {
public:
    explicit SvgDevice(const QSize& size);
    ~SvgDevice() override;
    Q_DISABLE_COPY_MOVE(SvgDevice)

    [[nodiscard]] QPaintEngine* paintEngine() const override;

    /// The whole file, once its painter has ended; 96 pixels are an inch.
    [[nodiscard]] QByteArray document(const SvgFacts& facts) const;

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;

    QSize m_size;
    std::unique_ptr<Engine> m_engine;
};

/// A picture as PNG, as drawings hold it.
[[nodiscard]] QByteArray pngOf(const QImage& image);

} // namespace ui
