// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/shape_sweep.h"

#include "profiler/model/quantity.h"
#include "profiler/model/text/parted.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace profiler {
namespace {

constexpr std::int64_t largestSize = std::int64_t {1} << 40;
constexpr auto grammar
    = "a name and its values: batch=1,2,4, batch=1,2..64 (goes on as the first two do) or "
      "seq=16:512:16 (from:to:step)";

tl::unexpected<Error> invalidSweep(std::string expected)
{
    return failure(ErrorKind::BadInput, std::move(expected));
}

bool isName(std::string_view text)
{
    return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0
        && std::ranges::all_of(text,
            [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

std::optional<std::int64_t> sizeFrom(std::string_view text)
{
    const auto size = wholeNumber(text);
    return size && *size > 0 && *size <= largestSize ? size : std::nullopt;
}

/// "16:512:16"; nothing where it is none.
std::optional<std::vector<std::int64_t>> steppedFrom(std::string_view text)
{
    const auto parts = parted(text, ':');
    if (parts.size() != 3)
        return std::nullopt;
    const auto from = sizeFrom(parts[0]);
    const auto to = sizeFrom(parts[1]);
    const auto step = sizeFrom(parts[2]);
    if (!from || !to || !step || *to < *from
        || (*to - *from) / *step >= static_cast<std::int64_t>(mostSweptCases))
        return std::nullopt;
    std::vector<std::int64_t> values;
    for (auto value = *from; value <= *to; value += *step)
        values.push_back(value);
    return values;
}

/// Goes on from the last two values to `to`: doubled where the last is twice the one before it, and
/// is no step of 1.
std::optional<std::vector<std::int64_t>> continued(
    std::vector<std::int64_t> values, std::int64_t to)
{
    if (values.empty())
        return std::nullopt;
    const auto last = values.back();
    const auto before = values.size() > 1 ? values[values.size() - 2] : last - 1;
    const bool doubles = values.size() > 1 && last == 2 * before;
    const auto step = last - before;
    if (step <= 0 || to < last)
        return std::nullopt;
    for (auto value = doubles ? 2 * last : last + step; value <= to;
         value = doubles ? 2 * value : value + step) {
        values.push_back(value);
        if (values.size() > mostSweptCases)
            return std::nullopt;
    }
    return values;
}

std::optional<std::vector<std::int64_t>> listedFrom(std::string_view text)
{
    constexpr std::string_view ellipsis = "…";
    std::vector<std::int64_t> values;
    for (auto part : parted(text, ',')) {
        for (const auto dots : {std::string_view(".."), ellipsis}) {
            const auto at = part.find(dots);
            if (at == std::string_view::npos)
                continue;
            const auto first = sizeFrom(part.substr(0, at));
            const auto to = sizeFrom(part.substr(at + dots.size()));
            if (!first || !to)
                return std::nullopt;
            values.push_back(*first);
            auto all = continued(std::move(values), *to);
            if (!all)
                return std::nullopt;
            values = std::move(*all);
            part = {};
            break;
        }
        if (part.empty())
            continue;
        const auto value = sizeFrom(part);
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

std::int64_t sizeOf(const std::string& size, const std::map<std::string, std::int64_t>& chosen)
{
    const auto found = chosen.find(size);
    return found == chosen.end() ? sizeFrom(size).value_or(1) : found->second;
}

Case caseOf(const std::vector<SweepAxis>& axes, const std::vector<SweptTensor>& tensors,
    const std::map<std::string, std::int64_t>& chosen)
{
    Case made {.name = {}};
    for (const auto& axis : axes)
        made.name
            += (made.name.empty() ? "" : "-") + axis.name + std::to_string(chosen.at(axis.name));
    for (const auto& swept : tensors) {
        auto tensor = swept.tensor;
        tensor.shape.clear();
        for (const auto& size : swept.sizes)
            tensor.shape.push_back(sizeOf(size, chosen));
        tensor.dims = swept.sizes;
        made.inputs.push_back(std::move(tensor));
    }
    return made;
}

/// What a sweep was made of: its names in the order of the cases' names, with all their values.
std::vector<SweepAxis> axesOf(const std::vector<Case>& cases)
{
    std::map<std::string, std::set<std::int64_t>> values;
    for (const auto& each : cases)
        for (const auto& [name, size] : namedSizes(each))
            values[name].insert(size);
    std::vector<SweepAxis> axes;
    for (const auto& [name, sizes] : values)
        axes.push_back({.name = name, .values = {sizes.begin(), sizes.end()}});
    const auto& first = cases.front();
    const auto order = parted(first.name, '-');
    const auto sizes = namedSizes(first);
    const auto placeOf = [&](const SweepAxis& axis) {
        const auto size = sizes.find(axis.name);
        const auto part
            = size == sizes.end() ? axis.name : axis.name + std::to_string(size->second);
        return std::ranges::find(order, part) - order.begin();
    };
    std::ranges::stable_sort(axes, {}, placeOf);
    return axes;
}

std::vector<SweptTensor> tensorsOf(const Case& swept)
{
    std::vector<SweptTensor> tensors;
    tensors.reserve(swept.inputs.size());
    for (const auto& tensor : swept.inputs)
        tensors.push_back({.tensor = tensor, .sizes = tensor.dims});
    return tensors;
}

} // namespace

Result<SweepAxis> sweepAxisFrom(std::string_view word)
{
    const auto equals = word.find('=');
    if (equals == std::string_view::npos || !isName(word.substr(0, equals)))
        return invalidSweep(grammar);
    const auto text = word.substr(equals + 1);
    auto values = text.find(':') == std::string_view::npos ? listedFrom(text) : steppedFrom(text);
    if (!values || values->empty())
        return invalidSweep(grammar);
    std::ranges::sort(*values);
    values->erase(std::unique(values->begin(), values->end()), values->end());
    return SweepAxis {.name = std::string(word.substr(0, equals)), .values = std::move(*values)};
}

Result<std::vector<std::string>> sweptSizes(
    std::string_view shape, const std::vector<SweepAxis>& axes)
{
    std::vector<std::string> sizes;
    while (!shape.empty()) {
        const SweepAxis* named = nullptr;
        for (const auto& axis : axes) // the longest: a name may begin another
            if (shape.starts_with(axis.name)
                && (named == nullptr || axis.name.size() > named->name.size()))
                named = &axis;
        const auto digits = std::min(shape.find_first_not_of("0123456789"), shape.size());
        const auto length = named != nullptr ? named->name.size() : digits;
        if (length == 0 || (length < shape.size() && shape[length] != 'x'))
            return invalidSweep("sizes parted by x, each a number or a name of --sweep, found \""
                + std::string(shape) + '"');
        sizes.emplace_back(shape.substr(0, length));
        shape.remove_prefix(std::min(length + 1, shape.size()));
    }
    return sizes;
}

Result<std::vector<Case>> sweptCases(
    const std::vector<SweepAxis>& axes, const std::vector<SweptTensor>& tensors)
{
    std::set<std::string> used;
    for (const auto& tensor : tensors)
        used.insert(tensor.sizes.begin(), tensor.sizes.end());
    std::size_t count = 1;
    for (const auto& axis : axes) {
        if (!used.contains(axis.name))
            return invalidSweep("an input with the size " + axis.name
                + ", such as --input x=" + axis.name + "x3x224x224:float32");
        count *= axis.values.size();
        if (count > mostSweptCases)
            return invalidSweep("at most " + std::to_string(mostSweptCases)
                + " combinations; a case is measured for each");
    }
    std::vector<Case> cases;
    for (std::size_t index = 0; index < count; ++index) {
        std::map<std::string, std::int64_t> chosen;
        auto rest = index;
        auto above = count; // combinations of this axis and those after it
        for (const auto& axis : axes) {
            above /= axis.values.size();
            chosen[axis.name] = axis.values[rest / above];
            rest %= above;
        }
        cases.push_back(caseOf(axes, tensors, chosen));
    }
    return cases;
}

std::optional<Sweep> sweepOf(const std::vector<Case>& cases)
{
    if (cases.empty() || namedSizes(cases.front()).empty())
        return std::nullopt;
    Sweep sweep {.axes = axesOf(cases), .tensors = tensorsOf(cases.front())};
    const auto made = sweptCases(sweep.axes, sweep.tensors);
    const auto same
        = [](const Case& a, const Case& b) { return a.name == b.name && a.inputs == b.inputs; };
    if (!made || !std::ranges::equal(*made, cases, same))
        return std::nullopt;
    return sweep;
}

std::map<std::string, std::int64_t> namedSizes(const Case& value)
{
    std::map<std::string, std::int64_t> sizes;
    for (const auto& tensor : value.inputs)
        for (std::size_t i = 0; i < std::min(tensor.dims.size(), tensor.shape.size()); ++i)
            if (isName(tensor.dims[i]))
                sizes.emplace(tensor.dims[i], tensor.shape[i]);
    return sizes;
}

Result<std::vector<Case>> furtherCases(
    const std::vector<Case>& cases, const std::vector<SweepAxis>& axes)
{
    const auto swept
        = std::ranges::find_if(cases, [](const Case& each) { return !namedSizes(each).empty(); });
    if (swept == cases.end())
        return invalidSweep(
            "a recording whose sizes a sweep named; its cases are of no sweep, and others "
            "are recorded with `fusescope rerun`");
    std::vector<Case> ofSweep;
    std::set<std::map<std::string, std::int64_t>> known;
    for (const auto& each : cases)
        if (auto sizes = namedSizes(each); !sizes.empty()) {
            ofSweep.push_back(each);
            known.insert(std::move(sizes));
        }
    auto all = axesOf(ofSweep);
    for (const auto& axis : axes) {
        const auto there = std::ranges::find(all, axis.name, &SweepAxis::name);
        if (there == all.end())
            return invalidSweep("a size of the recording's sweep, such as " + all.front().name);
        there->values = axis.values;
    }
    auto made = sweptCases(all, tensorsOf(*swept));
    if (!made)
        return made;
    std::erase_if(*made, [&](const Case& each) { return known.contains(namedSizes(each)); });
    if (made->empty())
        return invalidSweep("a size that is not recorded yet; all of these are");
    if (made->size() + cases.size() > mostSweptCases)
        return invalidSweep("at most " + std::to_string(mostSweptCases) + " cases in all");
    return made;
}

} // namespace profiler
