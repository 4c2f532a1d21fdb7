// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"

#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {
struct IntegerRange;
struct Limits;
} // namespace profiler

/// The texts of a draft's fields and what they mean.
namespace ui {

/// A refusal of what was typed.
[[nodiscard]] tl::unexpected<profiler::Error> refuse(const QString& sentence);
[[nodiscard]] QString quoted(const QString& text);
/// "batch, seq".
[[nodiscard]] QString joinedTexts(const std::vector<std::string>& texts);

/// A JSON document without quotes, where that reads back as the same.
[[nodiscard]] QString plainTextOf(const std::string& jsonText);

[[nodiscard]] std::optional<std::vector<std::int64_t>> shapeFrom(const QString& text);
/// Its sizes parted by x alone, however they were: by ×, *, commas or blanks, in brackets.
[[nodiscard]] QString partedByX(const QString& shape);
[[nodiscard]] QString shapeText(const std::vector<std::int64_t>& shape);

[[nodiscard]] std::optional<profiler::IntegerRange> rangeFrom(const QString& text);
[[nodiscard]] QString rangeText(const profiler::IntegerRange& range);

[[nodiscard]] std::optional<double> numberFrom(const QString& text);
/// The shortest text that reads back as the same number.
[[nodiscard]] QString exactText(double value);

/// "name=value, name=value"; nullopt when a part has no "=" or a name comes twice.
[[nodiscard]] std::optional<std::map<std::string, std::string>> pairsFrom(const QString& text);

/// "p99=15ms" and "memory=6GiB", before the dot the case's name.
[[nodiscard]] profiler::Result<std::map<std::string, profiler::Limits>> caseLimitsFrom(
    const QString& text);
[[nodiscard]] QString caseLimitsText(const std::map<std::string, profiler::Limits>& limits);

} // namespace ui
