// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace ui {

/// One word of a filter: `torch:2.11`, `-tag:old`, `"two words"`.
struct FilterTerm {
    QString key; ///< empty: any text
    QStringList values; ///< any of them: `device:H200,A100`
    bool excluded = false; ///< begins with a minus
};

/// A filter field's text: every term must hold. Upper and lower case are one.
class KeyValueFilter {
public:
    KeyValueFilter() = default;

    /// What stands before a colon and is none of `keys` is plain text: "12:30", "C:\x".
    [[nodiscard]] static KeyValueFilter from(const QString& text, const QStringList& keys);

    [[nodiscard]] bool isEmpty() const { return m_terms.empty(); }

    [[nodiscard]] const std::vector<FilterTerm>& terms() const { return m_terms; }

    /// `holds(key, value)` says whether a row has that value; key empty: anywhere in it.
    [[nodiscard]] bool accepts(
        const std::function<bool(const QString& key, const QString& value)>& holds) const;

private:
    std::vector<FilterTerm> m_terms;
};

/// Does one of the texts hold the value, whatever the case of letters?
[[nodiscard]] bool holdsText(const QStringList& texts, const QString& value);

} // namespace ui
