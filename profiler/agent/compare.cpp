// SPDX-License-Identifier: Apache-2.0
// No torch here: the numeric comparison is tested, and used, without it.
#include "profiler/agent/agent.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// The stored bits of an element type, and their meaning as a number.
struct Float16 {
    using Bits = std::uint16_t;

    static double toDouble(Bits bits)
    {
        const int exponent = (bits >> 10) & 0x1F;
        const double fraction = bits & 0x3FF;
        const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
        if (exponent == 0x1F)
            return fraction != 0 ? notANumber : sign * std::numeric_limits<double>::infinity();
        if (exponent == 0)
            return sign * std::ldexp(fraction, -24); // subnormal
        return sign * std::ldexp(1024 + fraction, exponent - 25);
    }
};

struct BFloat16 {
    using Bits = std::uint16_t;

    static double toDouble(Bits bits)
    {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    }
};

struct Float32 {
    using Bits = std::uint32_t;

    static double toDouble(Bits bits) { return std::bit_cast<float>(bits); }
};

struct Float64 {
    using Bits = std::uint64_t;

    static double toDouble(Bits bits) { return std::bit_cast<double>(bits); }
};

/// How many representable numbers lie between the two: the distance on the ordered integers, where
/// +0 and -0 are the same place.
template <typename Bits>
std::int64_t ulpDistance(Bits first, Bits second)
{
    constexpr Bits signBit = Bits {1} << (8 * sizeof(Bits) - 1);
    const auto place = [](Bits bits) {
        const auto magnitude = static_cast<std::uint64_t>(bits & static_cast<Bits>(~signBit));
        constexpr std::uint64_t zero = std::uint64_t {1} << 63;
        return (bits & signBit) != 0 ? zero - magnitude : zero + magnitude;
    };
    const std::uint64_t firstPlace = place(first);
    const std::uint64_t secondPlace = place(second);
    const auto distance
        = firstPlace > secondPlace ? firstPlace - secondPlace : secondPlace - firstPlace;
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(distance, largest));
}

/// Where the largest element of a row was seen; as in torch, NaN is larger than everything and of
/// equal ones the first counts.
struct Largest {
    double value = 0;
    std::int64_t column = -1;

    void see(double candidate, std::int64_t at)
    {
        if (column < 0 || candidate > value || (std::isnan(candidate) && !std::isnan(value))) {
            value = candidate;
            column = at;
        }
    }
};

/// |error| as a share of what the tolerances allow; infinite where they allow nothing.
double usedTolerance(double error, double allowed)
{
    if (error == 0)
        return 0;
    return allowed > 0 ? error / allowed : std::numeric_limits<double>::infinity();
}

/// Sums of one pass over the elements.
class Comparison {
public:
    Comparison(double rtol, double atol)
        : m_rtol(rtol)
        , m_atol(atol)
    {
    }

    /// Values where at least one of the two is no finite number: only their places are compared.
    void seeSpecial(double reference, double result)
    {
        const bool same = (std::isnan(reference) && std::isnan(result)) || reference == result;
        m_specialsEqual = m_specialsEqual && same;
        m_mismatches += same ? 0 : 1;
    }

    void seeFinite(double reference, double result, std::int64_t ulps)
    {
        const double error = std::abs(result - reference);
        const double allowed = m_atol + m_rtol * std::abs(reference);
        ++m_comparable;
        m_mismatches += error <= allowed ? 0 : 1;
        m_maxUlp = std::max(m_maxUlp, ulps);
        m_maxAbs = std::max(m_maxAbs, error);
        m_tolerance = std::max(m_tolerance, usedTolerance(error, allowed));
        if (reference != 0)
            m_maxRel = std::max(m_maxRel, error / std::abs(reference));
        m_dot += reference * result;
        m_referenceSquares += reference * reference;
        m_resultSquares += result * result;
    }

    void seePrecise(double reference, double result, double precise)
    {
        ++m_precise;
        m_referenceErrors += (reference - precise) * (reference - precise);
        m_resultErrors += (result - precise) * (result - precise);
    }

    void store(fusescope_numerics& out) const
    {
        const bool any = m_comparable > 0;
        out.mismatches = m_mismatches;
        out.nan_positions_equal = m_specialsEqual ? 1 : 0;
        out.max_ulp = any ? m_maxUlp : -1;
        out.max_abs = any ? m_maxAbs : notANumber;
        out.max_rel = any ? m_maxRel : notANumber;
        out.tolerance_used = any ? m_tolerance : notANumber;
        out.cosine = cosine();
        out.rmse_reference = rootMean(m_referenceErrors);
        out.rmse_result = rootMean(m_resultErrors);
    }

private:
    [[nodiscard]] double cosine() const
    {
        if (m_referenceSquares == 0 || m_resultSquares == 0)
            return notANumber; // a zero vector has no direction
        return m_dot / (std::sqrt(m_referenceSquares) * std::sqrt(m_resultSquares));
    }

    [[nodiscard]] double rootMean(double squares) const
    {
        return m_precise > 0 ? std::sqrt(squares / static_cast<double>(m_precise)) : notANumber;
    }

    double m_rtol;
    double m_atol;
    std::int64_t m_comparable = 0;
    std::int64_t m_mismatches = 0;
    std::int64_t m_maxUlp = 0;
    bool m_specialsEqual = true;
    double m_maxAbs = 0;
    double m_maxRel = 0;
    double m_tolerance = 0;
    double m_dot = 0;
    double m_referenceSquares = 0;
    double m_resultSquares = 0;
    std::int64_t m_precise = 0;
    double m_referenceErrors = 0;
    double m_resultErrors = 0;
};

/// Rows of the last axis whose largest element sits in the same column.
class ArgmaxAgreement {
public:
    explicit ArgmaxAgreement(std::int64_t columns)
        : m_columns(columns)
    {
    }

    void see(double reference, double result)
    {
        if (m_columns <= 1)
            return;
        m_reference.see(reference, m_column);
        m_result.see(result, m_column);
        if (++m_column == m_columns)
            endRow();
    }

    void store(fusescope_numerics& out) const
    {
        out.argmax_rows = m_rows;
        out.argmax_equal = m_equal;
    }

private:
    void endRow()
    {
        ++m_rows;
        m_equal += m_reference.column == m_result.column ? 1 : 0;
        m_reference = {};
        m_result = {};
        m_column = 0;
    }

    std::int64_t m_columns;
    std::int64_t m_column = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_equal = 0;
    Largest m_reference;
    Largest m_result;
};

template <typename Element>
typename Element::Bits bitsAt(const void* buffer, std::int64_t index)
{
    typename Element::Bits bits {};
    const auto* bytes = static_cast<const unsigned char*>(buffer);
    std::memcpy(&bits, bytes + static_cast<std::size_t>(index) * sizeof bits, sizeof bits);
    return bits;
}

struct Buffers {
    const void* reference;
    const void* result;
    const double* precise; ///< fp64; may be null
    std::int64_t elements;
};

template <typename Element>
void compareAs(const Buffers& buffers, Comparison& comparison, ArgmaxAgreement& argmax,
    fusescope_numerics& out)
{
    for (std::int64_t i = 0; i < buffers.elements; ++i) {
        const auto referenceBits = bitsAt<Element>(buffers.reference, i);
        const auto resultBits = bitsAt<Element>(buffers.result, i);
        const double reference = Element::toDouble(referenceBits);
        const double result = Element::toDouble(resultBits);
        out.bit_equal += referenceBits == resultBits ? 1 : 0;
        argmax.see(reference, result);
        if (!std::isfinite(reference) || !std::isfinite(result)) {
            comparison.seeSpecial(reference, result);
            continue;
        }
        comparison.seeFinite(reference, result, ulpDistance(referenceBits, resultBits));
        if (buffers.precise != nullptr && std::isfinite(buffers.precise[i]))
            comparison.seePrecise(reference, result, buffers.precise[i]);
    }
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): called through ctypes
int agent_compare(const void* reference, const void* result, const double* fp64, int32_t dtype,
    int64_t n, int64_t lastDimension, double rtol, double atol, fusescope_numerics* out)
{
    const Buffers buffers {reference, result, fp64, n};
    Comparison comparison(rtol, atol);
    ArgmaxAgreement argmax(lastDimension);
    *out = {};
    out->elements = n;
    switch (dtype) {
    case FUSESCOPE_FLOAT16:
        compareAs<Float16>(buffers, comparison, argmax, *out);
        break;
    case FUSESCOPE_BFLOAT16:
        compareAs<BFloat16>(buffers, comparison, argmax, *out);
        break;
    case FUSESCOPE_FLOAT32:
        compareAs<Float32>(buffers, comparison, argmax, *out);
        break;
    case FUSESCOPE_FLOAT64:
        compareAs<Float64>(buffers, comparison, argmax, *out);
        break;
    default:
        return -1;
    }
    comparison.store(*out);
    argmax.store(*out);
    return 0;
}
