// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of one call are shown: classes of work and causes of idle time.
#include "tests/ui/cross_page/quantity.h"

#include <array>

namespace cross_page {

namespace {

constexpr auto comparedJson = "compare --json";
constexpr auto anyReport = "report\\.md|report\\.html";

/// A class of work or a cause of idle time, where it is one of them. Empty: not there.
struct PartOfCall {
    const char* id;
    const char* name; ///< in reports
    const char* column; ///< of the bars' table
    const char* step; ///< of the waterfall
    const char* key; ///< of JSON
    const char* rows; ///< of the table of work: "elementwise only in eager · 3 names"
};

bool has(const char* place)
{
    return *place != '\0';
}

Quantity splitOf(const PartOfCall& part)
{
    constexpr auto number = "^[\\d.]";
    constexpr auto variant = "(?<variant>.+)";
    Quantity quantity {part.id, Dimension::Time, Scope::Variant, {}};
    auto& places = quantity.places;
    if (has(part.column))
        places = {{"Overview", "One call: .*", part.column},
            {anyReport, "One call: .*|table", variant, number, "ms", part.name}};
    if (has(part.step)) {
        places.push_back({"Overview|Kernels", "What changed in one call",
            "(?<variant>.+), (?<unit>\\S+)", "", "", part.step});
    }
    if (has(part.key)) { // of imports
        places.push_back({anyReport, "Where the difference comes from|table", variant,
            "^[\\d.]+ \\S+$", "", part.step});
        places.push_back({comparedJson, part.key, "", "", "ns"});
    }
    if (has(part.rows))
        places.push_back({"Kernels", "Work of one call", "(?<variant>.+) (?<unit>s|ms|µs|ns)",
            number, "", part.rows});
    return quantity;
}

} // namespace

std::vector<Quantity> quantitiesOfSplit()
{
    constexpr std::array parts {
        PartOfCall {"split.matmul", "GEMM, attention, conv", "GEMM, attention, conv, (?<unit>.*)",
            "GEMM/attn/conv", "/differences/by_class/matmul/variant_ns|/traces/by_class_ns/matmul",
            "GEMM, attention, conv(?: .*names?)?"},
        PartOfCall {"split.fused", "fused", "fused, (?<unit>.*)", "", "", "fused(?: .*names?)?"},
        PartOfCall {"split.norm", "norm, reduce", "norm, reduce, (?<unit>.*)", "", "",
            "norm, reduce(?: .*names?)?"},
        PartOfCall {"split.elementwise", "elementwise", "elementwise, (?<unit>.*)", "", "",
            "elementwise(?: .*names?)?"},
        PartOfCall {"split.small", "", "", "elementwise/norm",
            "/differences/by_class/elementwise_norm/variant_ns|/traces/by_class_ns/"
            "elementwise_norm",
            ""},
        PartOfCall {"split.embedding", "embedding", "embedding, (?<unit>.*)", "embedding", "",
            "embedding(?: .*names?)?"},
        PartOfCall {"split.copies", "copies", "copies, (?<unit>.*)", "copies",
            "/differences/by_class/copy/variant_ns|/traces/by_class_ns/copy", ""},
        PartOfCall {"split.launch", "launch latency", "launch latency, (?<unit>.*)",
            "launch latency",
            "/differences/by_class/launch_latency/variant_ns|/traces/by_class_ns/launch_latency",
            ""},
        PartOfCall {"split.host_wait", "waiting for the host", "waiting for the host, (?<unit>.*)",
            "waiting for the host", "", ""},
        PartOfCall {"split.sync", "sync", "sync, (?<unit>.*)", "sync",
            "/differences/by_class/sync/variant_ns|/traces/by_class_ns/sync", ""},
        PartOfCall {"split.copy_wait", "waiting for copies", "waiting for copies, (?<unit>.*)",
            "waiting for copies",
            "/differences/by_class/copy_wait/variant_ns|/traces/by_class_ns/copy_wait", ""},
        PartOfCall {"split.host", "CPU/Python overhead", "CPU/Python overhead, (?<unit>.*)",
            "CPU/Python overhead", "", "CPU/Python overhead"}};
    std::vector<Quantity> all;
    for (const auto& part : parts)
        all.push_back(splitOf(part));
    return all;
}

} // namespace cross_page
