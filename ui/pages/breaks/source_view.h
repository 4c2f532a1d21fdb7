// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/compile_facts.h"
#include "ui/theme/theme.h"

#include <QPlainTextEdit>
#include <QString>
#include <QWidget>

#include <vector>

class QGridLayout;

namespace ui {

/// One line of the way to a place; a row without a place stands for folded frames.
struct PathRow {
    QString place;
    QString text; ///< the source line, or "3 frames of libraries"
};

/// The user's own frames, outermost first; neighbouring frames of libraries are one row.
[[nodiscard]] std::vector<PathRow> pathRows(const std::vector<profiler::SourceFrame>& frames);

/// How execution came here.
class CallPath : public QWidget {
    Q_OBJECT

public:
    explicit CallPath(QWidget* parent = nullptr);

    void setFrames(const std::vector<profiler::SourceFrame>& frames);

private:
    QGridLayout* m_grid;
};

/// A line that stands out, with a word behind it.
struct SourceMark {
    int line = 0; ///< in the file, from 1
    QString word; ///< "break 1"
    Status status = Status::Warning;
    bool chosen = false; ///< the one that the page speaks of
};

/// An excerpt of source with its line numbers and marked lines.
class SourceView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit SourceView(const Theme& theme);

    void setSource(const profiler::SourceFact& source, std::vector<SourceMark> marks);

    [[nodiscard]] const std::vector<SourceMark>& marks() const { return m_marks; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Gutter;
    class Comments;

    void paintGutter(QPainter& painter, const QRect& area) const;
    void paintGround(QPainter& painter);
    void paintTexts(QPainter& painter);
    [[nodiscard]] const SourceMark* markAt(int line) const;
    [[nodiscard]] int gutterWidth() const;
    void placeGutter();
    void scrollToChosen();

    const Theme& m_theme;
    Gutter* m_gutter;
    Comments* m_comments;
    int m_firstLine = 1;
    std::vector<SourceMark> m_marks;
};

} // namespace ui
