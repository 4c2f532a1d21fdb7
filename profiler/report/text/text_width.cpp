// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/text_width.h"

#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

constexpr char first = ' ';
constexpr std::size_t knownLetters = 95; // printable ASCII
using Advances = std::array<short, knownLetters>;

/// Thousandths of the size, from the tables of the bundled fonts.
constexpr Advances regularAdvances {281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280,
    460, 276, 357, 625, 464, 605, 636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507,
    936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889, 753, 761, 635, 761, 639,
    638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621, 582,
    361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540,
    557, 541, 362, 327, 362, 659};
constexpr Advances semiBold {248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466,
    290, 379, 667, 481, 621, 652, 666, 632, 648, 587, 646, 648, 290, 295, 673, 673, 673, 544, 999,
    724, 657, 744, 724, 608, 586, 755, 744, 275, 561, 677, 566, 906, 741, 775, 643, 776, 651, 649,
    660, 734, 724, 1007, 690, 705, 653, 393, 379, 393, 481, 468, 497, 575, 630, 577, 630, 593, 377,
    625, 613, 261, 261, 569, 261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 562, 576,
    562, 393, 358, 393, 673};

/// Bytes of the symbol that begins with this byte; the text is valid UTF-8.
std::size_t bytesFrom(char lead)
{
    const auto value = static_cast<unsigned char>(lead);
    return value < 0x80 ? 1 : value < 0xe0 ? 2 : value < 0xf0 ? 3 : 4;
}

double advanceOf(std::string_view symbol, Weight weight)
{
    if (symbol.size() == 1) {
        const auto index = static_cast<std::size_t>(std::max(0, symbol.front() - first));
        return index < knownLetters
            ? (weight == Weight::SemiBold ? semiBold : regularAdvances).at(index)
            : 0;
    }

    struct Sign {
        std::string_view text;
        double advance;
    };

    constexpr Sign signs[] {{"\u00a0", 281}, {"–", 500}, {"×", 659}, {"−", 659}, {"±", 659},
        {"·", 276}, {"µ", 622}, {"…", 821}};
    for (const auto& sign : signs)
        if (sign.text == symbol)
            return sign.advance;
    constexpr double thin = 182;
    constexpr double latin = 680; // the widest of letters with marks
    constexpr double full = 1000;
    if (symbol == "\u2009" || symbol == "\u202f")
        return thin;
    if (symbol.size() == 2 || symbol.starts_with("\xe2\x80") || symbol.starts_with("\xe2\x88"))
        return displayWidth(symbol) == 0 ? 0 : latin;
    return displayWidth(symbol) == 0 ? 0 : full;
}

template <typename Visit>
void eachSymbol(std::string_view text, Visit visit)
{
    while (!text.empty()) {
        const auto bytes = std::min(bytesFrom(text.front()), text.size());
        visit(text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
}

/// Collects words into lines.
class LineBreaker {
public:
    LineBreaker(double size, double width)
        : m_size(size)
        , m_width(width)
    {
    }

    void addWord(const std::string& word, bool strong)
    {
        const Weight weight = strong ? Weight::SemiBold : Weight::Regular;
        const double space = m_used > 0 && m_spaceBefore ? textWidth(" ", m_size) : 0;
        const double wide = textWidth(word, m_size, weight);
        if (m_used > 0 && m_used + space + wide > m_width)
            next();
        else if (space > 0)
            put(" ", strong);
        m_spaceBefore = false;
        if (wide <= m_width)
            return put(word, strong);
        eachSymbol(word, [&](std::string_view symbol) {
            if (m_used > 0 && m_used + textWidth(symbol, m_size, weight) > m_width)
                next();
            put(symbol, strong);
        });
    }

    void addSpace() { m_spaceBefore = true; }

    [[nodiscard]] std::vector<TextLine> lines() && { return std::move(m_lines); }

private:
    void next()
    {
        m_lines.emplace_back();
        m_used = 0;
    }

    void put(std::string_view text, bool strong)
    {
        auto& line = m_lines.back();
        if (line.empty() || line.back().strong != strong)
            line.push_back({.strong = strong});
        line.back().text += text;
        m_used += textWidth(text, m_size, strong ? Weight::SemiBold : Weight::Regular);
    }

    double m_size;
    double m_width;
    double m_used = 0;
    bool m_spaceBefore = false;
    std::vector<TextLine> m_lines {1};
};

} // namespace

double textWidth(std::string_view text, double size, Weight weight)
{
    double thousandths = 0;
    eachSymbol(text, [&](std::string_view symbol) { thousandths += advanceOf(symbol, weight); });
    return thousandths * size / 1000;
}

std::string shortened(const std::string& text, double size, double width, Weight weight)
{
    if (textWidth(text, size, weight) <= width)
        return text;
    std::vector<std::string_view> symbols;
    eachSymbol(text, [&](std::string_view symbol) { symbols.push_back(symbol); });
    const std::string dots = "…";
    double used = textWidth(dots, size, weight);
    std::string head;
    std::string tail;
    std::size_t from = 0;
    for (std::size_t to = symbols.size(); from < to;) {
        const bool front = head.size() <= tail.size();
        const auto symbol = front ? symbols[from] : symbols[to - 1];
        used += textWidth(symbol, size, weight);
        if (used > width)
            break;
        if (front)
            head += symbols[from++];
        else
            tail.insert(0, symbols[--to]);
    }
    return head + dots + tail;
}

TextLine runsOf(std::string_view marked)
{
    TextLine runs;
    bool strong = false;
    for (std::size_t start = 0; start <= marked.size();) {
        const auto end = std::min(marked.find("**", start), marked.size());
        if (end > start)
            runs.push_back({std::string(marked.substr(start, end - start)), strong});
        strong = !strong;
        start = end + 2;
    }
    return runs;
}

std::string withoutMarks(std::string_view marked)
{
    std::string text;
    for (const auto& run : runsOf(marked))
        text += run.text;
    return text;
}

std::string unitsKept(std::string_view text)
{
    constexpr std::array<std::string_view, 14> units {
        "%", "s", "ms", "µs", "ns", "min", "h", "TiB", "GiB", "MiB", "KiB", "B", "calls", "rounds"};
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool afterDigit = i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9';
        if (text[i] != ' ' || !afterDigit) {
            result += text[i];
            continue;
        }
        const auto end = std::min(text.find_first_of(" ,.;:)(", i + 1), text.size());
        const auto word = text.substr(i + 1, end - i - 1);
        result += std::ranges::find(units, word) == units.end() ? " " : "\u00a0";
    }
    return result;
}

std::vector<TextLine> linesOf(std::string_view marked, double size, double width)
{
    LineBreaker breaker(size, width);
    for (const auto& run : runsOf(marked)) {
        const auto text = unitsKept(printable(run.text));
        for (std::size_t start = 0; start <= text.size();) {
            const auto end = std::min(text.find(' ', start), text.size());
            if (end > start)
                breaker.addWord(text.substr(start, end - start), run.strong);
            if (end < text.size())
                breaker.addSpace();
            start = end + 1;
        }
    }
    return std::move(breaker).lines();
}

} // namespace profiler
