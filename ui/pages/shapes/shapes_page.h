// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/shapes/shape_series.h"
#include "profiler/model/result.h"
#include "ui/comparison/background_job.h"
#include "ui/pages/column_page.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

class QLabel;

namespace ui {

class Button;
class Choice;
class DataTable;
class Panel;
class ShapeChart;
class ShapeHeatMap;

/// What happens with other sizes? Times against a size under each variant, shape × variant, all
/// shapes as a table,
/// and for a traffic of requests the sizes to pad to.
class ShapesPage : public ColumnPage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit ShapesPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] bool isReady() const override { return !m_reading.isRunning(); }

    /// Requests with their sizes: CSV or JSON Lines.
    void openTraffic(const QString& file);

    [[nodiscard]] const ShapeChart& chart() const { return *m_chart; }

    [[nodiscard]] ShapeHeatMap& heatMap() { return *m_heatMap; }

    [[nodiscard]] QString betweenText() const;

    [[nodiscard]] const DataTable& shapes() const { return *m_shapes; }

    [[nodiscard]] const DataTable& buckets() const { return *m_buckets; }

    [[nodiscard]] QString adviceText() const;

    /// Records the advised sizes that were read off.
    [[nodiscard]] Button& measureButton() { return *m_measure; }

    [[nodiscard]] bool canMeasure() const;

    /// One recording at a time.
    void setRecording(bool recording);

Q_SIGNALS:
    /// Sizes to add to the comparison that is shown, words as `--sweep` takes them.
    void sizesRequested(const QStringList& sweeps);

private:
    void createPanels();
    void createChartPanel();
    void createHeatPanel();
    void createShapesPanel();
    void createAdvicePanel();
    void showAlong(std::size_t axis);
    void setAxes();
    void setSizes();
    void showChart();
    void showHeatMap();
    void showAdvice();
    void chooseTraffic();
    void showReadOff(const profiler::ShapeAdvice& advice);

    ComparisonView m_view;
    profiler::ShapeSeries m_series;
    std::size_t m_axis = 0;
    std::vector<std::int64_t> m_fixed; ///< a size for each axis
    std::optional<profiler::Result<profiler::Traffic>> m_traffic;
    Panel* m_chartPanel = nullptr;
    Choice* m_axisChoice = nullptr;
    Choice* m_otherChoice = nullptr; ///< the size of the other axis
    ShapeChart* m_chart = nullptr;
    QLabel* m_between = nullptr; ///< how far what is read off is from a measurement
    Panel* m_heatPanel = nullptr;
    ShapeHeatMap* m_heatMap = nullptr;
    Panel* m_shapesPanel = nullptr;
    DataTable* m_shapes = nullptr;
    Panel* m_advicePanel = nullptr;
    Choice* m_repeats = nullptr;
    QLabel* m_advice = nullptr;
    QWidget* m_readOffRow = nullptr; ///< hidden where all advised sizes were measured
    QLabel* m_readOff = nullptr; ///< which of the advised sizes nobody measured
    Button* m_measure = nullptr;
    QStringList m_toMeasure; ///< words of `--sweep`
    DataTable* m_buckets = nullptr;
    BackgroundJob m_reading {this};
};

} // namespace ui
