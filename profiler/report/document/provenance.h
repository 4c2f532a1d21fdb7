// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Where a figure comes from, so that a picture found in a report years later can be opened again.
namespace profiler {

struct ComparisonData;
struct ComparisonInfo;

/// Of this program, "0.1.0".
[[nodiscard]] std::string programVersion();

/// "fs-" and ten lower-case base32 digits: 50 bits of a hash of when the recording started (to the
/// nanosecond), the command that recorded it and its workload. Kept when the comparison is copied
/// into another file, renamed, given another goal or extended; no path stands in it.
[[nodiscard]] std::string comparisonMark(const ComparisonInfo& info, std::string_view workload);

/// A place in a comparison; an empty part is left open.
struct FigurePlace {
    std::string page; ///< the word of `--page`: "latency"
    std::string caseName;
    std::string focus; ///< the variant in focus, as recorded

    bool operator==(const FigurePlace&) const = default;
};

struct FigureId {
    std::string comparison; ///< of `comparisonMark`
    FigurePlace place;

    bool operator==(const FigureId&) const = default;
};

/// "fs-2ec7mj5hsq/latency/default/compiled": what is empty at the end is left out, other bytes of
/// names than letters, digits and "-._~" are percent-encoded.
[[nodiscard]] std::string figureIdText(const FigureId& id);

/// Reads it back, blanks around it and capitals of the mark allowed; nothing when it is no id.
[[nodiscard]] std::optional<FigureId> figureIdFrom(std::string_view text);

struct Provenance {
    std::string toolVersion; ///< of the program that made the figure
    FigureId id;
    std::string file; ///< its name alone: folders are nobody's business
    std::int64_t number = 0; ///< of the comparison in that file

    bool operator==(const Provenance&) const = default;
};

[[nodiscard]] Provenance provenanceOf(
    const ComparisonData& data, const std::string& file, FigurePlace place = {});

/// "fusescope ui runs.fscope@3 --page latency --case default --focus compiled".
[[nodiscard]] std::string reopenCommand(const Provenance& provenance);

/// For a footer: "Fusescope 0.1.0 · runs.fscope@3 · fs-2ec7mj5hsq/latency/default/compiled".
[[nodiscard]] std::string provenanceLine(const Provenance& provenance);

/// For metadata: that and the command, in one line.
[[nodiscard]] std::string provenanceText(const Provenance& provenance);

} // namespace profiler
