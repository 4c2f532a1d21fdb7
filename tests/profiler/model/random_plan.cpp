// SPDX-License-Identifier: Apache-2.0
#include "tests/profiler/model/random_plan.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <string>

using namespace profiler;

namespace {

class Maker {
public:
    explicit Maker(std::mt19937_64& random)
        : m_random(random)
    {
    }

    bool flag() { return below(2) == 1; }

    std::size_t below(std::size_t end) { return m_random() % end; }

    template <typename T>
    T whole()
    {
        return flag() ? static_cast<T>(m_random()) : static_cast<T>(below(100));
    }

    double number()
    {
        for (;;)
            if (const auto value = std::bit_cast<double>(m_random()); std::isfinite(value))
                return value;
    }

    std::string text()
    {
        constexpr std::array pieces {"", "a", "layers.*", "\"", "\\", "\n", "ä", "𝛁", " ", ",",
            "null", "1,5", "</script>", "%s", "x=1;y"};
        std::string made;
        for (auto n = below(4); n > 0; --n)
            made += pieces[below(pieces.size())];
        return made;
    }

    template <typename Make>
    auto byName(Make make)
    {
        std::map<std::string, decltype(make())> made;
        for (auto n = below(3); n > 0; --n)
            made[text()] = make();
        return made;
    }

    JsonTextByName jsonTexts()
    {
        constexpr std::array texts {
            "8", "\"mean\"", "[1,2]", "true", "null", "{\"a\":{\"b\":0.5}}", "-1", "\"\""};
        return byName([&] { return std::string(texts[below(texts.size())]); });
    }

    template <typename Make>
    auto some(Make make)
    {
        std::vector<decltype(make())> made;
        for (auto n = below(3); n > 0; --n)
            made.push_back(make());
        return made;
    }

    template <typename Make>
    auto maybe(Make make)
    {
        return flag() ? std::optional(make()) : std::nullopt;
    }

    std::vector<std::string> texts()
    {
        return some([this] { return text(); });
    }

    nanoseconds time() { return nanoseconds(whole<std::int64_t>()); }

    TensorSpec tensor()
    {
        return {.name = text(),
            .shape = some([this] { return whole<std::int64_t>(); }),
            .dtype = text(),
            .range = maybe([this] {
                return IntegerRange {whole<std::int64_t>(), whole<std::int64_t>()};
            }),
            .file = text(),
            .key = text(),
            .dims = texts()};
    }

    CompileSettings settings()
    {
        return {.mode = maybe([this] { return text(); }),
            .dynamic = maybe([this] { return flag(); }),
            .fullgraph = flag(),
            .backend = maybe([this] { return text(); }),
            .options = jsonTexts()};
    }

    std::vector<CompiledPart> parts()
    {
        return some([this] {
            return CompiledPart {
                .target = text(), .settings = maybe([this] { return settings(); })};
        });
    }

    TorchSettings torch()
    {
        TorchSettings made {.dtype = text(),
            .memoryFormat = text(),
            .autocast = text(),
            .tf32 = maybe([this] { return flag(); }),
            .deterministic = maybe([this] { return flag(); }),
            .gradMode = text(),
            .threads = maybe([this] { return whole<int>(); }),
            .evalMode = flag()};
        made.markDynamic = some(
            [this] { return DynamicDimension {.input = text(), .dimension = whole<int>()}; });
        made.fences = some([this] { return text(); });
        made.dynamo = byName([] { return std::string("[1,true]"); });
        return made;
    }

    Variant variant()
    {
        return {.name = text(),
            .kind = flag() ? VariantKind::Eager : VariantKind::Compiled,
            .engine = static_cast<Engine>(below(5)),
            .native = flag(),
            .compile = settings(),
            .parts = parts(),
            .environment = byName([this] { return text(); }),
            .python = text(),
            .workingDirectory = text(),
            .sysPath = texts(),
            .torch = torch()};
    }

    Limits limits()
    {
        return {.p99 = maybe([this] { return time(); }),
            .memoryBytes = maybe([this] { return whole<std::int64_t>(); }),
            .compile = maybe([this] { return time(); })};
    }

    Goal goal()
    {
        return {.metric = static_cast<GoalMetric>(below(4)),
            .horizonCalls = maybe([this] { return whole<std::int64_t>(); }),
            .cacheKept = flag(),
            .limits = limits(),
            .caseLimits = byName([this] { return limits(); }),
            .minimumEffect = number(),
            .minimumMemoryEffect = number()};
    }

    Workload workload()
    {
        return {.spec = text(),
            .arguments = jsonTexts(),
            .workingDirectory = text(),
            .argv = texts(),
            .sysPath = texts(),
            .task = flag() ? Task::Inference : Task::Training,
            .call = text(),
            .parts = parts(),
            .fences = texts(),
            .itemUnit = text()};
    }

    NumericContext numeric()
    {
        return {.device = text(),
            .dtype = text(),
            .autocast = text(),
            .channelsLast = flag(),
            .tf32 = flag(),
            .matmulPrecision = text(),
            .inferenceMode = flag(),
            .deterministic = flag(),
            .threads = maybe([this] { return whole<int>(); }),
            .seed = whole<std::int64_t>()};
    }

    Protocol protocol()
    {
        return {.effort = static_cast<Effort>(below(4)),
            .coldEmpty = whole<int>(),
            .coldKept = whole<int>(),
            .repetitionsMin = whole<int>(),
            .repetitionsMax = whole<int>(),
            .rounds = whole<int>(),
            .callsPerBlock = maybe([this] { return whole<std::int64_t>(); }),
            .checkInputs = whole<int>(),
            .numericsDepth = static_cast<NumericsDepth>(below(3)),
            .lossSteps = whole<int>(),
            .traceCalls = whole<int>(),
            .noiseRepetitions = whole<int>(),
            .casesApart = flag(),
            .placement = static_cast<Placement>(below(4)),
            .orderSeed = whole<std::uint64_t>(),
            .startTimeLimit = time(),
            .callTimeLimit = time(),
            .warmUpTimeLimit = time(),
            .totalTimeLimit = time()};
    }

    LoadPlan load()
    {
        return {.rates = some([this] { return number(); }),
            .repetitions = whole<int>(),
            .arrivals = static_cast<Arrivals>(below(3)),
            .replay = text(),
            .duration = time(),
            .concurrency = whole<int>(),
            .requestTimeLimit = time()};
    }

    SuiteMember suite()
    {
        return {.suite = text(), .model = text(), .family = text(), .task = text()};
    }

    Case oneCase()
    {
        return {.name = text(), .inputs = some([this] { return tensor(); }), .items = maybe([this] {
                    return number();
                })};
    }

private:
    std::mt19937_64& m_random;
};

} // namespace

Plan randomPlan(std::mt19937_64& random)
{
    Maker make(random);
    return {.name = make.text(),
        .workload = make.workload(),
        .cases = make.some([&] { return make.oneCase(); }),
        .variants = make.some([&] { return make.variant(); }),
        .numeric = make.numeric(),
        .goal = make.goal(),
        .protocol = make.protocol(),
        .load = make.load(),
        .python = make.text(),
        .suite = make.suite()};
}
