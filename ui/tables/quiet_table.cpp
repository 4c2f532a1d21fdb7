// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/quiet_table.h"

#include <QHeaderView>
#include <QTableView>

namespace ui {

void makeQuiet(QTableView& table)
{
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
}

} // namespace ui
