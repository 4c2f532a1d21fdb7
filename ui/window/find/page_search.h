// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPersistentModelIndex>
#include <QPointer>
#include <QRegularExpression>
#include <QTimer>
#include <QWidget>

#include <vector>

class QAbstractItemView;
class QPlainTextEdit;

namespace ui {

/// One place where the words stand.
struct PageMatch {
    QPointer<QWidget> widget; ///< a view, a text or a label
    QPersistentModelIndex index; ///< of an item of a view
    int section = -1; ///< of a heading of a table
    int position = -1; ///< in a text
    int length = 0;

    /// False once the page shows something else there.
    [[nodiscard]] bool isThere() const;
};

/// Finds words in all that is visible of some widgets, in turns of a few milliseconds.
class PageSearch : public QObject {
    Q_OBJECT

public:
    explicit PageSearch(QObject* parent = nullptr);

    /// From top to bottom of each place; empty words find nothing.
    void start(const QList<QWidget*>& places, const QString& words);
    void clear();

    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

    [[nodiscard]] const std::vector<PageMatch>& matches() const { return m_matches; }

Q_SIGNALS:
    /// After each turn.
    void changed();

private:
    void addPlace(QWidget* place);
    void work();
    /// False: there is more of it to look at in a later turn.
    bool searchNext();
    bool searchItems(QAbstractItemView& view);
    void searchHeadings(QAbstractItemView& view);
    void searchText(QPlainTextEdit& text);
    [[nodiscard]] bool fits(const QString& text) const;

    QTimer m_timer;
    QRegularExpression m_pattern;
    std::vector<QPointer<QWidget>> m_widgets;
    std::size_t m_next = 0; ///< of the widgets
    int m_nextRow = 0; ///< of that one's model
    std::vector<PageMatch> m_matches;
};

} // namespace ui
