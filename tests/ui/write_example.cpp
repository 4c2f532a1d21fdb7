// SPDX-License-Identifier: GPL-3.0-or-later
// Writes an example comparison into a run database: for pictures and for trying the window.
#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "storage/file/run_database.h"
#include "tests/support/gpu_example.h"
#include "tests/support/store_example.h"
#include "tests/ui/example_states.h"

#include <iostream>

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::cerr << "usage: write_example FILE [STATE]\n";
        return 2;
    }
    const std::string state = argc > 2 ? argv[2] : "recommended";
    if (state == "gpu") {
        const auto example = recorded_example::gpuExample();
        const auto stored
            = storage::storeCopy(argv[1], example.data, {}, example.rowsOf(), example.countersOf());
        if (!stored)
            std::cerr << stored.error().message << '\n';
        return stored ? 0 : 1;
    }
    const auto sink = storage::openForRecording(argv[1]);
    if (!sink) {
        std::cerr << sink.error().message << '\n';
        return 1;
    }
    const auto data = example_states::dataOf(state);
    const auto stored = recorded_example::storeExample(data, **sink);
    if (!stored)
        std::cerr << stored.error().message << '\n';
    return stored ? 0 : 1;
}
