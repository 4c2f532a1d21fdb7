// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shapes/shapes_page.h"

#include "profiler/formats/traffic/traffic_file.h"
#include "profiler/judge/shapes/read_off_sizes.h"
#include "profiler/model/plan/sweep_words.h"
#include "profiler/report/shapes/shape_documents.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/shape_chart.h"
#include "ui/charts/shape_heat_map.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/pages/shapes/shape_tables.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"

#include <QFileDialog>

#include <algorithm>
#include <array>
#include <utility>

namespace ui {

namespace {

constexpr std::array<int, 5> repeatChoices {1, 10, 100, 1000, 10000};
constexpr int mostBuckets = 16;

} // namespace

PageDescriptor ShapesPage::descriptor()
{
    auto page = describedPage<ShapesPage>({"shapes"}, PageGroup::Production, Icon::Shapes,
        {tr("Shapes"), tr("What happens with other sizes?"),
            tr("Calls of a sweep over sizes under each way to compile, and which sizes to pad the "
               "requests of a traffic to.")},
        needOfRecording(tr("Nobody ran other sizes here: only a recording with several does.")));
    page.isRecorded = [](const ComparisonView& view) {
        return !profiler::shapeGrid(view.comparison->data.plan).isEmpty();
    };
    page.make = [](PageServices& services) -> Page* {
        auto* made = newPage<ShapesPage>(services);
        connect(made, &ShapesPage::sizesRequested, &services, &PageServices::sizesRequested);
        const auto follow
            = [made, &job = services.recording()] { made->setRecording(job.isRunning()); };
        connect(&services.recording(), &RecordingJob::changed, made, follow);
        follow();
        return made;
    };
    return page;
}

ShapesPage::ShapesPage(const Theme& theme)
    : ColumnPage(theme, tr("Shapes"))
{
    createPanels();
    addPanel(m_chartPanel);
    addPanel(m_heatPanel);
    addPanel(m_shapesPanel);
    addPanel(m_advicePanel);
}

void ShapesPage::createPanels()
{
    createChartPanel();
    createHeatPanel();
    createShapesPanel();
    createAdvicePanel();
}

void ShapesPage::createChartPanel()
{
    m_chartPanel = new Panel(theme(), tr("Time of a call by size"));
    m_axisChoice = new Choice(theme(), tr("Size along the chart"));
    m_otherChoice = new Choice(theme(), tr("The other size"));
    m_chartPanel->addControls({m_axisChoice, m_otherChoice});
    m_chart = new ShapeChart(theme());
    m_chart->setMinimumHeight(320);
    m_between = makeNote();
    m_chartPanel->add({{m_chart, 1}, m_between});
    connect(m_axisChoice, &QComboBox::activated, this,
        [this](int axis) { showAlong(static_cast<std::size_t>(axis)); });
    connect(m_otherChoice, &QComboBox::activated, this, [this] {
        for (std::size_t i = 0; i < m_fixed.size(); ++i)
            if (i != m_axis)
                m_fixed[i] = m_otherChoice->currentData().toLongLong();
        showChart();
    });
}

void ShapesPage::createHeatPanel()
{
    m_heatPanel = new Panel(theme(), tr("Shape × variant"));
    m_heatMap = new ShapeHeatMap(theme());
    m_heatPanel->add({m_heatMap});
    connect(m_heatMap, &ShapeHeatMap::cellChosen, this, &Page::caseRequested);
}

void ShapesPage::createShapesPanel()
{
    m_shapesPanel = new Panel(theme(), tr("All shapes"));
    m_shapes = new DataTable(theme(), tr("Times of a call by shape and variant"));
    m_shapes->setMostRows(16);
    addWithCopy(*m_shapesPanel, m_shapes);
    connect(m_shapes, &DataTable::rowChosen, this,
        [this](int caseIndex) { Q_EMIT caseRequested(caseIndex, m_view.focus); });
}

void ShapesPage::createAdvicePanel()
{
    m_advicePanel = new Panel(theme(), tr("Padding for a traffic"));
    m_repeats = new Choice(theme(), tr("How often the traffic comes while a process lives"));
    for (const int repeats : repeatChoices)
        m_repeats->addItem(
            repeats == 1 ? tr("comes once") : tr("comes %1 times").arg(repeats), repeats);
    auto* open = makeCompactButton(theme(), tr("Open traffic…"), Icon::Open);
    m_advicePanel->addControls({m_repeats, open});
    m_advice = makeNote();
    m_readOff = makeNote();
    m_readOff->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_measure = new Button(theme(), ButtonKind::Secondary, tr("Measure these sizes"));
    m_measure->setButtonSize(ButtonSize::Compact);
    m_buckets = new DataTable(theme(), tr("Sizes to pad to"));
    m_readOffRow = rowOf(12, {{m_readOff, 1}, m_measure});
    m_advicePanel->add({m_advice, m_readOffRow, m_buckets, stretch()});
    connect(m_measure, &Button::clicked, this, [this] { Q_EMIT sizesRequested(m_toMeasure); });
    connect(open, &Button::clicked, this, &ShapesPage::chooseTraffic);
    connect(m_repeats, &QComboBox::activated, this, &ShapesPage::showAdvice);
}

void ShapesPage::showView(const ComparisonView& view)
{
    const bool other = view.comparison != m_view.comparison;
    m_view = view;
    if (!showPanelsOf(view))
        return;
    if (other) {
        const auto before = m_series.isEmpty() ? std::string() : m_series.grid.axes[m_axis].name;
        m_series = profiler::shapeSeries(view.comparison->result);
        // The same sweep with further sizes is looked at along the same one.
        const auto& axes = m_series.grid.axes;
        const auto same = std::ranges::find(axes, before, &profiler::ShapeAxis::name);
        m_axis = same == axes.end() ? 0 : static_cast<std::size_t>(same - axes.begin());
        setAxes();
    }
    if (m_series.isEmpty()) {
        showNothing();
        sentence().setContent(
            {.sentence = qt(profiler::shapeConclusion(view.comparison->result, m_series))});
        return;
    }
    sentence().setContent(
        {.sentence = qt(profiler::shapeConclusion(view.comparison->result, m_series)),
            .note = qt(profiler::shapeSentence(m_series, view.focus))});
    m_shapes->setContent(shapeTable(view, m_series));
    m_shapes->selectKey(view.caseIndex);
    showChart();
    showHeatMap();
    showAdvice();
}

/// Chart, heat map and advice go along the same size.
void ShapesPage::showAlong(std::size_t axis)
{
    m_axis = axis;
    setSizes();
    showChart();
    showHeatMap();
    showAdvice();
}

void ShapesPage::setAxes()
{
    m_axisChoice->clear();
    for (const auto& axis : m_series.grid.axes)
        m_axisChoice->addItem(tr("along %1").arg(qt(axis.name)));
    m_axisChoice->setCurrentIndex(static_cast<int>(m_axis));
    m_axisChoice->setVisible(m_series.grid.axes.size() > 1);
    setSizes();
}

/// Of the axes that the chart does not go along: with more than one of them those of the first
/// case.
void ShapesPage::setSizes()
{
    const auto& axes = m_series.grid.axes;
    m_fixed.clear();
    for (const auto& sizes : m_series.grid.sizes)
        if (m_fixed.empty())
            m_fixed = sizes;
    m_otherChoice->clear();
    m_otherChoice->setVisible(axes.size() == 2);
    if (axes.size() != 2)
        return;
    const auto& other = axes[1 - m_axis];
    for (const auto value : other.values)
        m_otherChoice->addItem(qt(other.name) + QStringLiteral(" = ") + QString::number(value),
            static_cast<qlonglong>(value));
    m_otherChoice->setCurrentIndex(m_otherChoice->count() - 1);
    m_fixed[1 - m_axis] = other.values.back();
    m_otherChoice->updateGeometry();
}

void ShapesPage::showChart()
{
    if (m_series.isEmpty())
        return;
    QString caption;
    for (std::size_t i = 0; i < m_fixed.size(); ++i)
        if (i != m_axis)
            caption += (caption.isEmpty() ? QString() : QStringLiteral(", "))
                + qt(m_series.grid.axes[i].name) + QStringLiteral(" = ")
                + QString::number(m_fixed[i]);
    const QString between = qt(profiler::shapeBetween(m_series));
    m_between->setText(plainParagraph(between));
    m_between->setVisible(!between.isEmpty());
    m_chart->setSeries(m_series, m_axis, m_fixed, m_view.focus, m_view.hidden);
    const QString what
        = tr("median of a call, %1, with its 95 % interval").arg(unitText(m_chart->unit()));
    m_chartPanel->setCaption(caption.isEmpty() ? what : caption + QStringLiteral(" · ") + what);
}

void ShapesPage::showHeatMap()
{
    if (m_series.isEmpty())
        return;
    m_heatMap->setSeries(m_series, m_axis, m_view.focus, m_view.caseIndex, m_view.hidden);
    m_heatPanel->setCaption(withoutDot(qt(profiler::shapeHeatSentence(m_series))));
}

void ShapesPage::chooseTraffic()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Requests with their sizes"), {},
        tr("Traffic (*.csv *.jsonl *.json);;All files (*)"));
    if (!file.isEmpty())
        openTraffic(file);
}

void ShapesPage::openTraffic(const QString& file)
{
    m_advice->setText(plainParagraph(tr("Reading %1…").arg(file)));
    m_reading.start([path = std::filesystem::path(
                         file.toStdString())] { return profiler::readTraffic(path, {}); },
        [this](profiler::Result<profiler::Traffic> traffic) {
            m_traffic = std::move(traffic);
            showAdvice();
        });
}

void ShapesPage::showAdvice()
{
    setShown({m_buckets, m_readOffRow}, false);
    if (!m_traffic) {
        m_advice->setText(plainParagraph(tr(
            "Open a file of requests (CSV with a column of sizes, JSON Lines, the traces of "
            "Mooncake and Azure): it says which sizes to pad to, what padding and compiling cost, "
            "and whether that is less than what was measured here.")));
        return;
    }
    if (!*m_traffic) {
        m_advice->setText(plainParagraph(capitalized(qt(m_traffic->error().message)) + u'.'));
        return;
    }
    auto traffic = **m_traffic;
    if (m_series.grid.axes.size() > 1)
        traffic.size = m_series.grid.axes[m_axis].name;
    const auto advice
        = profiler::shapeAdvice(m_series, traffic, m_repeats->currentData().toInt(), mostBuckets);
    if (!advice) {
        m_advice->setText(plainParagraph(capitalized(qt(advice.error().message)) + u'.'));
        return;
    }
    const QString unserved = qt(profiler::shapeUnservedSentence(m_series, *advice));
    m_advice->setText(plainParagraph(qt(profiler::shapeAdviceSentence(m_series, *advice, traffic)))
        + (unserved.isEmpty() ? QString() : QStringLiteral("<br>") + plainParagraph(unserved)));
    showReadOff(*advice);
    m_buckets->setContent(bucketTable(m_series, *advice));
    m_buckets->setVisible(advice->buckets.has_value());
}

/// Sizes can be added to a sweep alone: cases that were written one by one have no names for them.
void ShapesPage::showReadOff(const profiler::ShapeAdvice& advice)
{
    const auto axes = profiler::readOffSizes(m_series, advice);
    if (axes.empty())
        return;
    const QString sizes = qt(profiler::shapeReadOffSizes(m_series, advice));
    const auto cases = profiler::furtherCases(m_view.comparison->data.plan.cases, axes);
    QString text = tr("%1: %2.").arg(qt(profiler::shapeReadOffText(advice)), sizes);
    if (!cases)
        text += tr(" They cannot be added to this recording: expected %1.")
                    .arg(qt(cases.error().message));
    m_readOff->setText(plainParagraph(text));
    m_readOffRow->show();
    m_measure->setVisible(cases.has_value());
    m_toMeasure.clear();
    for (const auto& axis : axes)
        m_toMeasure << qt(profiler::sweepWord(axis));
    m_measure->setToolTip(
        tr("Records %1 in processes of their own and adds them to this comparison, as "
           "fusescope extend FILE --sweep %2 does")
            .arg(sizes, m_toMeasure.join(QStringLiteral(" --sweep "))));
}

bool ShapesPage::canMeasure() const
{
    return !m_readOffRow->isHidden() && !m_measure->isHidden();
}

void ShapesPage::setRecording(bool recording)
{
    m_measure->setEnabled(!recording);
}

QString ShapesPage::betweenText() const
{
    return m_between->isHidden() ? QString() : m_between->text();
}

QString ShapesPage::adviceText() const
{
    return m_readOffRow->isHidden() ? m_advice->text() : m_advice->text() + m_readOff->text();
}

} // namespace ui
