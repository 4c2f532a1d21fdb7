// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/document/report_options.h"
#include "ui/theme/theme.h"

#include <QAbstractListModel>
#include <QListView>

#include <vector>

namespace ui {

/// The sections of a report, to be switched on and off and moved.
class ReportSectionModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setChoices(std::vector<profiler::SectionChoice> choices);

    [[nodiscard]] const std::vector<profiler::SectionChoice>& choices() const { return m_choices; }

    /// By one row or more; false at the ends.
    bool moveSection(int from, int to);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }

    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
        const QModelIndex& parent) override;

Q_SIGNALS:
    /// Somebody switched or moved one.
    void edited();

private:
    std::vector<profiler::SectionChoice> m_choices;
};

/// Sections with a tick each; they are moved by dragging or with Ctrl and an arrow key.
class SectionList : public QListView {
    Q_OBJECT

public:
    explicit SectionList(const Theme& theme);

    [[nodiscard]] ReportSectionModel& sections() const { return *m_model; }

    void moveCurrent(int by);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    ReportSectionModel* m_model;
};

} // namespace ui
