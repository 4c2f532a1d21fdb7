// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_draft.h"

#include <QAbstractTableModel>

#include <vector>

namespace ui {

/// Ready-made sets of variants.
enum class VariantTemplate {
    Modes,
    StaticAgainstDynamic,
    Fullgraph,
    WithoutCudaGraphs,
    TwoEnvironments
};

/// The variants of a draft; the first is the baseline.
class VariantDraftModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Name,
        Mode,
        Fullgraph,
        Dynamic,
        Backend,
        Options,
        Environment,
        Python,
        Remove,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setVariants(std::vector<VariantDraft> variants);

    [[nodiscard]] const std::vector<VariantDraft>& variants() const { return m_variants; }

    void addVariant();
    /// Adds what is not there yet, up to eight variants.
    void addTemplate(VariantTemplate which);
    void removeAt(int row);
    /// One place up or down; the first becomes the baseline.
    void move(int row, int by);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void edited();

private:
    [[nodiscard]] QString textAt(const VariantDraft& variant, int column) const;
    [[nodiscard]] QString problemAt(const VariantDraft& variant, int column) const;
    void add(const VariantDraft& variant);

    std::vector<VariantDraft> m_variants;
};

} // namespace ui
