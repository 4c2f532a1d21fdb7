// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/page_strip.h"

namespace ui {

namespace {

/// How high the strips from here on are that want to stay together.
double heightOfGroup(const Strips& strips, std::size_t first)
{
    double height = 0;
    for (std::size_t i = first; i < strips.size(); ++i) {
        height += strips[i].height;
        if (!strips[i].keepWithNext)
            break;
    }
    return height;
}

class Paginator {
public:
    Paginator(const Strips& strips, double pageHeight)
        : m_strips(strips)
        , m_height(pageHeight)
    {
    }

    [[nodiscard]] std::vector<PlacedPage> pages()
    {
        for (std::size_t i = 0; i < m_strips.size(); ++i) {
            const bool begins = i == 0 || !m_strips[i - 1].keepWithNext;
            const double group = begins ? heightOfGroup(m_strips, i) : m_strips[i].height;
            // What is higher than a page goes on where it is, line by line.
            const double wanted = group <= m_height ? group : m_strips[i].height;
            if (m_top > 0 && m_top + wanted > m_height)
                next();
            place(m_strips[i]);
        }
        return std::move(m_pages);
    }

private:
    void next()
    {
        m_pages.emplace_back();
        m_top = 0;
    }

    void place(const PageStrip& strip)
    {
        if (m_top == 0 && strip.blank)
            return;
        const bool first = m_pages.size() == 1 && m_pages.back().empty();
        if (m_top == 0 && strip.heading != nullptr && !first) {
            m_pages.back().push_back({strip.heading.get(), 0});
            m_top = strip.heading->height;
        }
        m_pages.back().push_back({&strip, m_top});
        m_top += strip.height;
    }

    const Strips& m_strips;
    double m_height;
    double m_top = 0;
    std::vector<PlacedPage> m_pages {1};
};

} // namespace

std::vector<PlacedPage> paginated(const Strips& strips, double pageHeight)
{
    return Paginator(strips, pageHeight).pages();
}

} // namespace ui
