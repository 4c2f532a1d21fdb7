// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/call_path.h"

#include "profiler/report/sentences/breaks_text.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"

#include <QGridLayout>

namespace ui {

namespace {

constexpr std::size_t mostRows = 7;

QString foldedText(int count)
{
    return count == 1 ? QObject::tr("1 frame of a library")
                      : QObject::tr("%1 frames of libraries").arg(count);
}

/// The innermost rows tell most.
std::vector<PathRow> lastOf(std::vector<PathRow> rows)
{
    if (rows.size() <= mostRows)
        return rows;
    const auto dropped = rows.size() - mostRows + 1;
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(dropped));
    rows.insert(rows.begin(), {.text = QObject::tr("%1 more above").arg(dropped)});
    return rows;
}

} // namespace

std::vector<PathRow> pathRows(const std::vector<profiler::SourceFrame>& frames)
{
    std::vector<PathRow> rows;
    int folded = 0;
    const auto unfold = [&] {
        if (folded > 0)
            rows.push_back({.text = foldedText(folded)});
        folded = 0;
    };
    for (const profiler::SourceFrame& frame : frames) {
        if (frame.library) {
            ++folded;
            continue;
        }
        unfold();
        rows.push_back({.place = qt(profiler::placeText(frame.file, frame.line)),
            .text = frame.text.empty() ? qt(frame.function) : qt(frame.text).trimmed()});
    }
    unfold();
    return lastOf(std::move(rows));
}

CallPath::CallPath(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    setAccessibleName(tr("How execution came here"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(1, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CallPath::setFrames(const std::vector<profiler::SourceFrame>& frames)
{
    clearLayout(*m_grid);
    const std::vector<PathRow> rows = pathRows(frames);
    setVisible(!rows.empty());
    if (rows.empty())
        return;
    m_grid->addWidget(
        makeLabel(tr("How execution came here"), uiFont(type::base, QFont::DemiBold)), 0, 0, 1, 2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PathRow& row = rows.at(i);
        const int line = static_cast<int>(i) + 1;
        auto* text = new ElidedLabel;
        text->setFont(row.place.isEmpty() ? uiFont(type::caption) : monoFont(type::caption));
        text->setForegroundRole(QPalette::PlaceholderText);
        text->setText(row.text);
        if (row.place.isEmpty()) {
            m_grid->addWidget(text, line, 0, 1, 2);
            continue;
        }
        auto* place = new ElidedLabel(Qt::ElideLeft);
        place->setFont(monoFont(type::caption));
        place->setForegroundRole(QPalette::Link);
        place->setText(row.place);
        place->setMaximumWidth(220);
        m_grid->addWidget(place, line, 0);
        m_grid->addWidget(text, line, 1);
    }
}

} // namespace ui
