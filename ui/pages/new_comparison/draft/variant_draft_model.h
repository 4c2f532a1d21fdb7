// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/form_model.h"
#include "ui/pages/new_comparison/draft/plan_draft.h"

namespace ui {

/// Ready-made sets of variants.
enum class VariantTemplate {
    Modes,
    StaticAgainstDynamic,
    Fullgraph,
    WithoutCudaGraphs,
    TwoEnvironments,
    Engines
};

/// The variants of a draft; the first is the baseline.
class VariantDraftModel : public FormModel {
    Q_OBJECT

public:
    enum Column {
        Name,
        Mode,
        Fullgraph,
        Dynamic,
        Backend,
        Options,
        Torch,
        Environment,
        Python,
        Remove
    };

    explicit VariantDraftModel(QObject* parent = nullptr);

    void setVariants(std::vector<VariantDraft> variants);

    [[nodiscard]] const std::vector<VariantDraft>& variants() const { return m_variants; }

    void addVariant();
    /// Adds what is not there yet, up to eight variants.
    void addTemplate(VariantTemplate which);
    void removeAt(int row) override;
    /// One place up or down; the first becomes the baseline.
    void move(int row, int by) override;

    [[nodiscard]] FormCell cell(int row, int column) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

protected:
    void store(int row, int column, const QString& text) override;

private:
    [[nodiscard]] QString problemAt(const VariantDraft& variant, int column) const;
    void add(const VariantDraft& variant);

    std::vector<VariantDraft> m_variants;
};

} // namespace ui
