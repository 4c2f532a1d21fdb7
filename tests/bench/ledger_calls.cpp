// SPDX-License-Identifier: Apache-2.0
// How long the ledger takes of 100,000 kernel calls of compiled code, with its views by source and
// by module: a model of 250 blocks (a convolution, its norm and relu), traced 200 times on a CPU.
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/ledger/module_ledger.h"
#include "profiler/evidence/ledger/source_ledger.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/trace.h"
#include "tests/support/made_rows.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

using namespace profiler;

namespace {

constexpr int blocks = 250;
constexpr int calls = 200;
constexpr int kernelCalls = 2 * blocks * calls;
constexpr int tries = 5;
constexpr double mostSeconds = 0.3;
constexpr std::int64_t step = 100; ///< ns between events

struct Side {
    tests::MadeRows made;
    std::vector<TraceCall> calls;
    TraceSummary trace;
};

std::string kernelOf(int block)
{
    return "cpp_fused_native_batch_norm_relu_" + std::to_string(block);
}

std::string moduleOf(int block, const std::string& part)
{
    return "layers." + std::to_string(block) + "." + part;
}

GeneratedNode nodeOf(int block, const std::string& target, const std::string& part, int line)
{
    return {.name = part + std::to_string(block),
        .target = "aten." + target + ".default",
        .type = "f32[8, 64]",
        .module = moduleOf(block, part),
        .file = "net.py",
        .line = line,
        .function = "forward"};
}

/// A library call and a fused kernel a block.
GeneratedCode madeCode()
{
    GeneratedCode code {.compileId = "0/0", .code = "# AOT ID: ['0_inference']\n"};
    const auto add = [&](const std::string& kernel, int handle, const std::string& call) {
        code.code += "# [Provenance debug handles] " + kernel + ":" + std::to_string(handle) + "\n"
            + call + "\n";
    };
    for (int block = 0; block < blocks; ++block) {
        const auto number = std::to_string(block);
        const auto first = code.nodes.size();
        code.nodes.push_back(nodeOf(block, "convolution", "conv", 10));
        code.nodes.push_back(nodeOf(block, "native_batch_norm", "norm", 11));
        code.nodes.push_back(nodeOf(block, "relu", "act", 12));
        add("extern_kernels.convolution", 2 * block,
            "buf" + number + " = extern_kernels.convolution(arg" + number + "_1)");
        add(kernelOf(block), 2 * block + 1, kernelOf(block) + "(buf" + number + ")");
        code.kernels.push_back({"extern_kernels.convolution", 2 * block, {first}});
        code.kernels.push_back({kernelOf(block), 2 * block + 1, {first + 1, first + 2}});
    }
    return code;
}

void addPlaces(Side& side)
{
    for (int block = 0; block < blocks; ++block)
        for (int part = 0; part < 3; ++part)
            side.made.rows.places.push_back({.id = 3 * block + part + 1,
                .file = "net.py",
                .line = 10 + part,
                .module = moduleOf(block,
                    part == 0       ? "conv"
                        : part == 1 ? "norm"
                                    : "act")});
}

Side eagerSide()
{
    Side side;
    addPlaces(side);
    std::int64_t now = 0;
    for (int call = 0; call < calls; ++call) {
        const auto begin = now;
        for (int block = 0; block < blocks; ++block)
            for (const auto* name : {"aten::conv2d", "aten::batch_norm", "aten::relu"}) {
                const int place = 3 * block + static_cast<int>(now / step % 3) + 1;
                side.made.addSpan(name, now, now + step - 10, SpanKind::Operator, 1, -1, place);
                side.made.addSpan(std::string(name) + "_inner", now + 10, now + step - 20);
                now += step;
            }
        side.calls.push_back({begin, now - begin});
    }
    side.trace = summaryOf(side.made.rows, side.calls);
    return side;
}

Side compiledSide()
{
    Side side;
    std::int64_t now = 0;
    for (int call = 0; call < calls; ++call) {
        const auto begin = now;
        side.made.addSpan("0/0", now, now + 2 * blocks * step + step, SpanKind::Region);
        now += step;
        for (int block = 0; block < blocks; ++block) {
            side.made.addSpan("aten::convolution", now, now + step - 10);
            now += step;
            side.made.addSpan("graph_0_" + kernelOf(block), now, now + step - 10, SpanKind::Kernel);
            now += step;
        }
        side.calls.push_back({begin, now - begin});
    }
    side.trace = summaryOf(side.made.rows, side.calls);
    return side;
}

double seconds(std::chrono::steady_clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

bool report(const char* name, double figure, double limit, bool ok)
{
    std::printf("%-28s %12.4g %12.4g %s\n", name, figure, limit, ok ? "ok" : "FAIL");
    return ok;
}

} // namespace

int main()
{
    const auto eager = eagerSide();
    const auto compiled = compiledSide();
    const std::vector<GeneratedCode> codes {madeCode()};
    double best = 1e9;
    double matched = 0;
    for (int i = 0; i < tries; ++i) { // others work on the machine, too
        const auto start = std::chrono::steady_clock::now();
        const auto ledger = makeLedger({eager.made.rows, eager.trace},
            {compiled.made.rows, compiled.trace}, codes, missing(ReasonKind::NotRecorded));
        const auto sources = sourceLedger(ledger, {});
        const auto model = moduleLedger(ledger);
        best = std::min(best, seconds(std::chrono::steady_clock::now() - start));
        const bool whole = sources.files.size() == 1 && model.children.size() == 1;
        matched = whole ? ledger.matchedRatio : 0;
    }
    const bool quick = report("ledger_seconds", best, mostSeconds, best <= mostSeconds);
    std::printf("%-28s %12d\n", "ledger_kernel_calls", kernelCalls);
    return report("ledger_matched", matched, 1, matched == 1) && quick ? 0 : 1;
}
