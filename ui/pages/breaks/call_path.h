// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/compile_facts.h"

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

} // namespace ui
