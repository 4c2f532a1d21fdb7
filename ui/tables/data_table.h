// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/table_view.h"

namespace ui {

/// A plain table: a snapshot of cells, as high as its rows, sorted by a click on a heading.
class DataTable : public TableView {
    Q_OBJECT

public:
    DataTable(const Theme& theme, const QString& accessibleName, QWidget* parent = nullptr);

    void setContent(DataContent content);

    [[nodiscard]] const DataModel& dataModel() const { return *m_model; }

protected:
    [[nodiscard]] QString title() const override;

private:
    DataTable(const Theme& theme, DataModel* model, const QString& accessibleName, QWidget* parent);

    DataModel* m_model;
};

} // namespace ui
