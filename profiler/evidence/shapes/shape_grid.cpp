// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/shapes/shape_grid.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace profiler {
namespace {

/// One size of each case: nothing where a case has no such size.
struct Column {
    std::string name;
    std::vector<std::optional<std::int64_t>> sizes;
};

bool isNumber(const std::string& text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// By the names of a sweep.
std::vector<Column> namedColumns(const std::vector<Case>& cases)
{
    std::vector<Column> columns;
    for (std::size_t index = 0; index < cases.size(); ++index)
        for (const auto& tensor : cases[index].inputs)
            for (std::size_t i = 0; i < std::min(tensor.dims.size(), tensor.shape.size()); ++i) {
                if (isNumber(tensor.dims[i]))
                    continue;
                auto column = std::ranges::find(columns, tensor.dims[i], &Column::name);
                if (column == columns.end())
                    column = columns.insert(columns.end(),
                        {.name = tensor.dims[i],
                            .sizes = std::vector<std::optional<std::int64_t>>(cases.size())});
                column->sizes[index] = tensor.shape[i];
            }
    return columns;
}

bool hasInputsOf(const Case& value, const Case& first)
{
    return std::ranges::equal(
        value.inputs, first.inputs, [](const TensorSpec& one, const TensorSpec& other) {
            return one.name == other.name && one.shape.size() == other.shape.size();
        });
}

/// Of cases that somebody wrote: all must have the first one's inputs, with as many sizes.
std::vector<Column> unnamedColumns(const std::vector<Case>& cases)
{
    std::vector<Column> columns;
    if (cases.empty() || !std::ranges::all_of(cases, [&](const Case& each) {
            return hasInputsOf(each, cases.front());
        }))
        return columns;
    for (std::size_t input = 0; input < cases.front().inputs.size(); ++input)
        for (std::size_t i = 0; i < cases.front().inputs[input].shape.size(); ++i) {
            Column column {
                .name = cases.front().inputs[input].name + ".shape[" + std::to_string(i) + "]"};
            for (const auto& each : cases)
                column.sizes.emplace_back(each.inputs[input].shape[i]);
            columns.push_back(std::move(column));
        }
    return columns;
}

std::set<std::int64_t> valuesOf(const Column& column)
{
    std::set<std::int64_t> values;
    for (const auto& size : column.sizes)
        if (size)
            values.insert(*size);
    return values;
}

/// Those that differ; of several that are the same in every case the first.
std::vector<Column> varying(std::vector<Column> columns)
{
    std::vector<Column> kept;
    for (auto& column : columns) {
        const bool again = std::ranges::any_of(
            kept, [&](const Column& other) { return other.sizes == column.sizes; });
        if (!again && valuesOf(column).size() > 1)
            kept.push_back(std::move(column));
    }
    return kept;
}

} // namespace

ShapeGrid shapeGrid(const Plan& plan)
{
    auto columns = varying(namedColumns(plan.cases));
    if (columns.empty())
        columns = varying(unnamedColumns(plan.cases));
    std::ranges::stable_sort(
        columns, std::greater(), [](const Column& column) { return valuesOf(column).size(); });
    ShapeGrid grid;
    if (columns.empty())
        return grid;
    for (const auto& column : columns) {
        const auto values = valuesOf(column);
        grid.axes.push_back({.name = column.name, .values = {values.begin(), values.end()}});
    }
    for (std::size_t index = 0; index < plan.cases.size(); ++index) {
        std::vector<std::int64_t> sizes;
        for (const auto& column : columns)
            if (column.sizes[index])
                sizes.push_back(*column.sizes[index]);
        grid.sizes.push_back(
            sizes.size() == columns.size() ? std::move(sizes) : std::vector<std::int64_t> {});
    }
    return grid;
}

} // namespace profiler
