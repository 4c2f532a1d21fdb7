// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QStackedWidget>

namespace ui {

/// What stands in place of a page while no comparison is open: what to do, or, while one is being
/// read, the outline of what will come.
class BlankPage : public QStackedWidget {
    Q_OBJECT

public:
    explicit BlankPage(const Theme& theme);

    void setLoading(bool loading);

    [[nodiscard]] bool isLoading() const { return currentIndex() == 1; }

Q_SIGNALS:
    void newComparisonRequested();
    void openFileRequested();

private:
    [[nodiscard]] QWidget* createEmpty(const Theme& theme) const;
};

} // namespace ui
