// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/colour_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

// Severity 1.0 of the tables published with the paper; they act on linear RGB.
constexpr Matrix protan {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
    {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deutan {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
    {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritan {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
    {0.004733, 0.691367, 0.303900}}};
constexpr Matrix identity {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix rgbToXyz {{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750},
    {0.0193339, 0.1191920, 0.9503041}}};
constexpr Vector whiteD65 {0.95047, 1.0, 1.08883};

const Matrix& matrixOf(Vision vision)
{
    switch (vision) {
    case Vision::Protan:
        return protan;
    case Vision::Deutan:
        return deutan;
    case Vision::Tritan:
        return tritan;
    case Vision::Normal:
        break;
    }
    return identity;
}

Vector times(const Matrix& matrix, const Vector& vector)
{
    Vector product {};
    for (std::size_t row = 0; row < 3; ++row)
        product.at(row) = matrix.at(row)[0] * vector[0] + matrix.at(row)[1] * vector[1]
            + matrix.at(row)[2] * vector[2];
    return product;
}

double toLinear(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

Vector linearOf(const QColor& colour)
{
    return {toLinear(colour.redF()), toLinear(colour.greenF()), toLinear(colour.blueF())};
}

Vector seenLinear(const QColor& colour, Vision vision)
{
    Vector seen = times(matrixOf(vision), linearOf(colour));
    for (double& part : seen)
        part = std::clamp(part, 0.0, 1.0);
    return seen;
}

Vector labOf(const Vector& linear)
{
    const Vector xyz = times(rgbToXyz, linear);
    const auto f = [](double t) {
        constexpr double delta = 6.0 / 29.0;
        return t > delta * delta * delta ? std::cbrt(t) : t / (3 * delta * delta) + 4.0 / 29.0;
    };
    const double x = f(xyz[0] / whiteD65[0]);
    const double y = f(xyz[1] / whiteD65[1]);
    const double z = f(xyz[2] / whiteD65[2]);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

} // namespace

double labDistance(const QColor& one, const QColor& other, Vision vision)
{
    const Vector a = labOf(seenLinear(one, vision));
    const Vector b = labOf(seenLinear(other, vision));
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace ui
