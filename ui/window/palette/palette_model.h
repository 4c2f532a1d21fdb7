// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace ui {

enum class PaletteKind { Command, Page, Case, Variant, Run, File, Finding, Figure, Kernel };

/// Something the command palette can do or open.
struct PaletteItem {
    PaletteKind kind = PaletteKind::Command;
    QString text;
    QString detail; ///< group, verdict, date: found by, too
    QString key; ///< the shortcut
    bool enabled = true;
    std::function<void()> run;
};

/// What fits the words typed, best first. `!` in front asks for findings alone, `@` for kernels and
/// operators; without them these are left out.
class PaletteModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { DetailRole = Qt::UserRole, KeyRole, KindRole };

    using QAbstractListModel::QAbstractListModel;

    /// What a text means by itself, such as the id of a figure; it is then the only entry.
    using Reader = std::function<std::optional<PaletteItem>(const QString& text)>;

    void setReader(Reader reader) { m_reader = std::move(reader); }

    void setItems(std::vector<PaletteItem> items);
    void setPattern(const QString& pattern);

    [[nodiscard]] const PaletteItem& item(int row) const
    {
        return m_read ? *m_read : m_items.at(m_shown.at(static_cast<std::size_t>(row)));
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void choose();

    Reader m_reader;
    std::optional<PaletteItem> m_read;
    std::vector<PaletteItem> m_items;
    std::vector<std::size_t> m_shown;
    QString m_pattern;
};

/// "Page", "Command": what stands before an entry.
[[nodiscard]] QString paletteWord(PaletteKind kind);

} // namespace ui
