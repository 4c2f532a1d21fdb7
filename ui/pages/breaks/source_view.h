// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/compile_facts.h"
#include "ui/theme/theme.h"

#include <QPlainTextEdit>

#include <vector>

namespace ui {

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
    explicit SourceView(const Theme& theme, QWidget* parent = nullptr);

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
