// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_help.h"

#include <QCoreApplication>

namespace ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("PageHelp", text);
}

} // namespace

QString pageHelp(PageId page)
{
    switch (page) {
    case PageId::Overview:
        return tr(
            "The verdict on top weighs time, compile cost and results against your goal. Bars "
            "begin at 1, the baseline; brackets are 95 % intervals between fresh processes. "
            "Within the shaded band a difference is too small to matter. Click a variant to "
            "see its figures; edit the goal and the recommendation follows.");
    case PageId::Results:
        return tr("Every case beside every variant. The frame marks the best one within the goal; "
                  "the table below is what goes into a report.");
    case PageId::Latency:
        return tr("How single calls are spread, not only their median. Percentiles need many calls "
                  "in one process; where there are too few the page says how many it needs.");
    case PageId::CompileTime:
        return tr("What compiling costs once with an empty cache, with a warm one, and how many "
                  "calls pay it back.");
    case PageId::Timeline:
        return tr(
            "What ran when in one profiled call: modules, kernels by stream, launches, copies "
            "and compiles of up to four variants on one scale. Tracing slows the host, so "
            "its times are not comparable to measured latency. Click an event for what it "
            "is; drag for a sum over a range; W, S, A and D zoom and pan.");
    case PageId::Kernels:
        return tr("What one call does in the baseline and in the variant in focus, name by name. "
                  "All rows of a side add up to its median, arranged by class, module, source line "
                  "or not at all. Click a group to see its names; a name that only one side runs "
                  "was replaced by another one. The filter takes regular expressions; Enter on a "
                  "name shows its first run in Timeline.");
    case PageId::GraphBreaks:
        return tr("Where the graph breaks and what was recompiled, with the reason, the source "
                  "line and what to write instead.");
    case PageId::Gpu:
        return tr("How much of a call the device works, by class of kernel, and what its idle time "
                  "waits for; launches, energy, clocks and power over time. Without a GPU the "
                  "CPU's own counters.");
    case PageId::Numerics:
        return tr("How far each output is from the baseline's, in percent of the tolerance of its "
                  "data type.");
    case PageId::Memory:
        return tr("Peaks of steady calls and while compiling, beside the baseline's and the cap of "
                  "the goal.");
    case PageId::Configuration:
        return tr("Which settings differ as intended, which differ unintended, and which make the "
                  "variants not comparable; and what is needed to record it again.");
    case PageId::Log:
        return tr("What the worker processes and the recorder said, and your notes, which go into "
                  "reports.");
    case PageId::Runs:
        return tr("The comparisons of the open file or of the library. Enter opens one.");
    case PageId::NewComparison:
        return tr("Model, cases, goal, variants and effort of a new recording, with the command "
                  "line that does the same.");
    case PageId::Live:
        return tr("What the recording does now, what is done and how long the rest takes. Ratios "
                  "so far are provisional until three processes of each variant have finished. "
                  "Stop ends after the running block and keeps what was measured.");
    case PageId::Reports:
        return tr(
            "What is handed on: a page, a full report, what got worse, or a slide. Sections are "
            "switched with Space and moved with Ctrl and an arrow key; the pages beside them "
            "are those of the PDF. What you change is kept for this comparison.");
    }
    return {};
}

} // namespace ui
