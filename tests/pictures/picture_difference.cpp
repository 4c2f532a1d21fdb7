// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/picture_difference.h"

#include <QHash>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace pictures {

namespace {

/// Longer than a stem of a letter, shorter than any bar, line or ground that means something.
constexpr int evenRun = 24;

int distance(QRgb one, QRgb other)
{
    return std::max({std::abs(qRed(one) - qRed(other)), std::abs(qGreen(one) - qGreen(other)),
        std::abs(qBlue(one) - qBlue(other))});
}

/// Row after row; QImage::pixel() asks for the format each time.
class Pixels {
public:
    explicit Pixels(const QImage& picture)
        : m_picture(picture.convertToFormat(QImage::Format_RGB32))
        , m_first(reinterpret_cast<const QRgb*>(m_picture.constBits())) // NOLINT: that format
        , m_width(m_picture.bytesPerLine() / qsizetype {sizeof(QRgb)})
    {
    }

    [[nodiscard]] int width() const { return m_picture.width(); }

    [[nodiscard]] int height() const { return m_picture.height(); }

    [[nodiscard]] QRgb at(int x, int y) const { return m_first[place(x, y)]; }

    [[nodiscard]] qsizetype place(int x, int y) const { return (y * m_width) + x; }

private:
    QImage m_picture;
    const QRgb* m_first;
    qsizetype m_width;
};

/// One flag for each pixel.
class Evenness {
public:
    explicit Evenness(const Pixels& pixels)
        : m_pixels(pixels)
        , m_flags(static_cast<std::size_t>(pixels.place(0, pixels.height())))
    {
        for (int y = 0; y < pixels.height(); ++y)
            markRuns({0, y}, {1, 0}, pixels.width());
        for (int x = 0; x < pixels.width(); ++x)
            markRuns({x, 0}, {0, 1}, pixels.height());
    }

    [[nodiscard]] bool isEven(int x, int y) const
    {
        return m_flags[static_cast<std::size_t>(m_pixels.place(x, y))] != 0;
    }

private:
    void markRuns(QPoint from, QPoint step, int count)
    {
        QPoint at = from;
        QRgb colour = 0;
        int run = 0;
        for (int i = 0; i < count; ++i, at += step) {
            const QRgb here = m_pixels.at(at.x(), at.y());
            run = here == colour && i > 0 ? run + 1 : 1;
            colour = here;
            for (int back = run == evenRun ? evenRun - 1 : 0; run >= evenRun && back >= 0; --back) {
                const QPoint marked = at - step * back;
                m_flags[static_cast<std::size_t>(m_pixels.place(marked.x(), marked.y()))] = 1;
            }
        }
    }

    const Pixels& m_pixels;
    std::vector<char> m_flags;
};

QImage pale(const Pixels& pixels)
{
    QImage marked(pixels.width(), pixels.height(), QImage::Format_RGB32);
    for (int y = 0; y < pixels.height(); ++y)
        for (int x = 0; x < pixels.width(); ++x) {
            const int grey = 170 + qGray(pixels.at(x, y)) / 3;
            marked.setPixel(x, y, qRgb(grey, grey, grey));
        }
    return marked;
}

QString sizeText(const Pixels& pixels)
{
    return QStringLiteral("%1×%2").arg(pixels.width()).arg(pixels.height());
}

QString sentenceOf(int even, int shaded, const QRect& where)
{
    return QStringLiteral(
        "%1 pixels of grounds, bars or lines and %2 of text or curves lie apart, all within "
        "x %3 to %4, y %5 to %6")
        .arg(even)
        .arg(shaded)
        .arg(where.left())
        .arg(where.right())
        .arg(where.top())
        .arg(where.bottom());
}

/// Colours of grounds, bars and lines first, then those of shades; the frequent ones first.
std::vector<QRgb> byFrequency(const Pixels& pixels)
{
    const Evenness evenness(pixels);
    constexpr qint64 first = qint64 {1} << 32;
    QHash<QRgb, qint64> counts;
    for (int y = 0; y < pixels.height(); ++y)
        for (int x = 0; x < pixels.width(); ++x)
            counts[pixels.at(x, y)] += evenness.isEven(x, y) ? first : 1;
    std::vector<std::pair<qint64, QRgb>> sorted;
    for (auto each = counts.cbegin(); each != counts.cend(); ++each)
        sorted.emplace_back(-each.value(), each.key());
    std::sort(sorted.begin(), sorted.end());
    std::vector<QRgb> colours;
    colours.reserve(sorted.size());
    for (const auto& [count, colour] : sorted)
        colours.push_back(colour);
    return colours;
}

/// The first ones, so that grounds are exact; then always the one that is farthest from all that
/// are there, so that no small sign loses its colour.
QList<QRgb> paletteOf(const std::vector<QRgb>& colours)
{
    constexpr std::size_t most = 256;
    constexpr std::size_t exact = 160;
    QList<QRgb> palette(
        colours.begin(), colours.begin() + static_cast<long>(std::min(exact, colours.size())));
    std::vector<int> errors(colours.size(), 256);
    for (std::size_t taken = 0; taken < std::min(most, colours.size()); ++taken) {
        if (taken >= static_cast<std::size_t>(palette.size()))
            palette << colours.at(static_cast<std::size_t>(
                std::max_element(errors.begin(), errors.end()) - errors.begin()));
        const QRgb added = palette.at(static_cast<qsizetype>(taken));
        for (std::size_t i = 0; i < colours.size(); ++i)
            errors[i] = std::min(errors[i], distance(colours[i], added));
    }
    return palette;
}

} // namespace

Difference compare(const QImage& stored, const QImage& actual, const Tolerance& tolerance)
{
    const Pixels before(stored);
    const Pixels now(actual);
    if (stored.size() != actual.size())
        return {QStringLiteral("the size is %1, stored is %2").arg(sizeText(now), sizeText(before)),
            actual.rect(), pale(now)};
    const Evenness evenBefore(before);
    const Evenness evenNow(now);
    Difference difference {.marked = pale(now)};
    int even = 0;
    int shaded = 0;
    for (int y = 0; y < now.height(); ++y)
        for (int x = 0; x < now.width(); ++x) {
            const bool isEven = evenBefore.isEven(x, y) && evenNow.isEven(x, y);
            if (distance(before.at(x, y), now.at(x, y))
                <= (isEven ? tolerance.even : tolerance.shaded))
                continue;
            ++(isEven ? even : shaded);
            difference.where |= QRect(x, y, 1, 1);
            difference.marked.setPixel(x, y, qRgb(220, 0, 0));
        }
    if (even > tolerance.strayEven || shaded > tolerance.strayShaded)
        difference.sentence = sentenceOf(even, shaded, difference.where);
    return difference;
}

QImage withFewColours(const QImage& picture)
{
    const Pixels full(picture);
    const std::vector<QRgb> colours = byFrequency(full);
    const QList<QRgb> palette = paletteOf(colours);
    QHash<QRgb, uint> places;
    for (const QRgb colour : colours) {
        const auto isNearer = [colour](QRgb one, QRgb other) {
            return distance(colour, one) < distance(colour, other);
        };
        const auto nearest = std::min_element(palette.begin(), palette.end(), isNearer);
        places[colour] = static_cast<uint>(nearest - palette.begin());
    }
    QImage few(picture.size(), QImage::Format_Indexed8);
    few.setColorTable(palette);
    for (int y = 0; y < full.height(); ++y)
        for (int x = 0; x < full.width(); ++x)
            few.setPixel(x, y, places.value(full.at(x, y)));
    return few;
}

} // namespace pictures
