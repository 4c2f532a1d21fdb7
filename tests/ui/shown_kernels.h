// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/laid_out.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tab_strip.h"

#include <gtest/gtest.h>

#include <memory>

namespace ui {

/// The page of kernels, laid out, and clicks on its tabs.
class ShownKernels : public testing::Test {
protected:
    KernelsPage& shown(const ComparisonView& view, const QSize& size = {1100, 800})
    {
        m_page = std::make_unique<KernelsPage>(m_theme);
        m_page->resize(size);
        m_page->showView(view);
        m_page->show();
        settle();
        return *m_page;
    }

    void settle() { ui_test::waitUntilLaidOut(*m_page); }

    static TabStrip* stripOf(const KernelsPage& page, const QString& name)
    {
        for (auto* each : page.findChildren<TabStrip*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    void choose(TabStrip* strip, int tab)
    {
        ASSERT_NE(strip, nullptr);
        strip->setCurrent(tab);
        Q_EMIT strip->currentChanged(tab);
        settle();
    }

    void arrange(const KernelsPage& page, int tab)
    {
        choose(stripOf(page, QStringLiteral("Arranged by")), tab);
    }

    Theme m_theme {ThemeChoice::Dark};
    std::unique_ptr<KernelsPage> m_page;
};

} // namespace ui
