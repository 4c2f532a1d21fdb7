// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/json/json_time.h"
#include "profiler/formats/kineto/chrome_source.h"
#include "profiler/formats/kineto/kineto_names.h"
#include "profiler/formats/kineto/kineto_reader.h"

#include <gtest/gtest.h>

#include <set>

using namespace profiler;

/// What becomes of the events of a whole file.
namespace {

Result<ImportedTrace> readAny(std::string events, const std::string& fields = "")
{
    std::string text = "{" + fields + "\"traceEvents\": [" + std::move(events) + "]}";
    ChromeSource source(
        ChromeSource::File(fmemopen(text.data(), text.size(), "rb"), std::fclose), 0, {});
    return readKineto(source);
}

ImportedTrace read(std::string events, const std::string& fields = "")
{
    auto trace = readAny(std::move(events), fields);
    EXPECT_TRUE(trace) << trace.error().message;
    EXPECT_TRUE(trace && trace->losses.empty());
    return trace ? *trace : ImportedTrace {};
}

std::string api(const std::string& place, const std::string& correlation)
{
    return R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": 1, "dur": 1, )"
        + place + R"(, "args": {"correlation": )" + correlation + "}}";
}

std::string kernel(const std::string& correlation)
{
    return R"({"ph": "X", "cat": "kernel", "name": "k", "ts": 2, "dur": 1, "pid": 0, "tid": 7, )"
           R"("args": {"correlation": )"
        + correlation + "}}";
}

TEST(Microseconds, BecomeNanosecondsDigitByDigit)
{
    EXPECT_EQ(nanosecondsOfMicroseconds("1623142623460111"), 1'623'142'623'460'111'000);
    EXPECT_EQ(nanosecondsOfMicroseconds("1712195495519689.123"), 1'712'195'495'519'689'123);
    EXPECT_EQ(nanosecondsOfMicroseconds("1419247332972.313"), 1'419'247'332'972'313);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.5"), 500);
    EXPECT_EQ(nanosecondsOfMicroseconds("-12.25"), -12'250);
    EXPECT_EQ(nanosecondsOfMicroseconds("1.7e3"), 1'700'000);
    EXPECT_EQ(nanosecondsOfMicroseconds("17E-1"), 1'700);
    EXPECT_EQ(nanosecondsOfMicroseconds("0e999999999"), 0);
}

TEST(Microseconds, AreRoundedHalfToEven)
{
    EXPECT_EQ(nanosecondsOfMicroseconds("0.0005"), 0);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.0015"), 2);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.00050000001"), 1);
    EXPECT_EQ(nanosecondsOfMicroseconds("2.9999"), 3'000);
    EXPECT_EQ(nanosecondsOfMicroseconds("9e-4"), 1);
}

TEST(Microseconds, AreMissingWhereThereIsNoNumberOrNoRoom)
{
    for (const auto* const text : {"", "-", "NaN", "Infinity", "N/A", "null", "1 2", "1.2.3", "e5",
             "1e", "5000000000000000", "99999999999999999999", "1e18", "0x10"})
        EXPECT_EQ(nanosecondsOfMicroseconds(text), std::nullopt) << text;
}

TEST(EventList, HoldsOperatorsThatTellNoCategory)
{
    const auto trace
        = read(R"({"name": "aten::add", "ph": "X", "ts": 71783.958, )"
               R"("dur": 39.90000000000873, "tid": 1, "pid": "CPU functions", "args": {}}, )"
               R"({"name": "other", "ph": "X", "ts": 1, "dur": 1, "tid": 1, "pid": 1})");
    ASSERT_EQ(trace.rows.operators.size(), 1U);
    EXPECT_EQ(trace.rows.operators.startNs[0], 71'783'958);
    EXPECT_EQ(trace.rows.operators.durationNs[0], 39'900);
}

TEST(KinetoSpan, IsWhatItsNameSays)
{
    const auto kindOf
        = [](std::string_view name, KinetoCategory category = KinetoCategory::Operator) {
              return kinetoSpan(category, name)->kind;
          };
    EXPECT_EQ(kindOf("aten::addmm"), SpanKind::Operator);
    EXPECT_EQ(kindOf("aten::threshold_backward"), SpanKind::Operator);
    EXPECT_EQ(kindOf("triton_poi_fused_add_0"), SpanKind::Operator);
    EXPECT_EQ(kindOf("Torch-Compiled Region: 3/1"), SpanKind::Region);
    EXPECT_EQ(kinetoSpan(KinetoCategory::Operator, "Torch-Compiled Region: 3/1 (x)")->name, "3/1");
    EXPECT_EQ(kindOf("TorchDynamo Cache Lookup"), SpanKind::Lookup);
    EXPECT_EQ(kindOf("CompiledFunction"), SpanKind::CompiledFunction);
    EXPECT_EQ(kindOf("CompiledFunctionBackward"), SpanKind::CompiledFunction);
    EXPECT_EQ(kindOf("AddmmBackward0"), SpanKind::Backward);
    EXPECT_EQ(kindOf("autograd::engine::evaluate_function: MulBackward0"), SpanKind::Backward);
    EXPECT_EQ(kindOf("graph_0_cpp_fused_add_1"), SpanKind::Kernel);
    EXPECT_EQ(kindOf("CompiledFunction", KinetoCategory::Annotation), SpanKind::Range);
    EXPECT_EQ(kindOf("ProfilerStep#2"), SpanKind::Range);
    EXPECT_EQ(kindOf("nn.Module: Linear_0", KinetoCategory::Python), SpanKind::Module);
    EXPECT_FALSE(kinetoSpan(KinetoCategory::Python, "train.py(3): main"));
}

TEST(ImportedRows, TellThreadsOfSeveralProcessesApart)
{
    const auto trace = read(api(R"("pid": 1, "tid": 5)", "1") + ","
        + api(R"("pid": 2, "tid": 5)", "2") + "," + api(R"("pid": "1", "tid": "5")", "3") + ","
        + api(R"("pid": 1, "tid": 140737488355328)", "4") + ","
        + api(R"("pid": 1, "tid": "main")", "5"));
    const auto& threads = trace.rows.apis.thread;
    ASSERT_EQ(threads.size(), 5U);
    EXPECT_EQ(threads[0], 5);
    EXPECT_EQ(threads[2], 5) << "text and number are the same thread";
    EXPECT_EQ(std::set<std::int32_t>(threads.begin(), threads.end()).size(), 4U);
}

TEST(ImportedRows, KeepTheLinkOfCorrelationsOfAnySize)
{
    for (const auto* const correlation :
        {"0", "7", "4294967295", "4294967303", "10159970886766084423", "-3", "\"12\""}) {
        const auto trace = read(api(R"("pid": 1, "tid": 5)", correlation) + ","
            + kernel(correlation) + "," + kernel("7777"));
        const auto& kernels = trace.rows.kernels.correlation;
        EXPECT_NE(kernels[0], 0) << correlation;
        EXPECT_EQ(kernels[0], trace.rows.apis.correlation[0]) << correlation;
        EXPECT_NE(kernels[0], kernels[1]) << correlation;
    }
    EXPECT_EQ(read(kernel("null")).rows.kernels.correlation[0], 0);
}

TEST(ImportedRows, TakeDeviceAndStreamWhereverTheFileTellsThem)
{
    const auto trace = read(R"({"ph": "X", "cat": "Kernel", "name": "k", "ts": 1, "dur": 1, )"
                            R"("pid": 1, "tid": "stream 20"}, )"
                            R"_({"ph": "X", "cat": "Memset", "name": "Memset (Device)", "ts": 1, )_"
                            R"("dur": 1, "pid": 9, "tid": 9, "args": {"device": 2, "stream": 7}})");
    EXPECT_EQ(trace.rows.kernels.device[0], 1);
    EXPECT_EQ(trace.rows.kernels.stream[0], 20);
    EXPECT_EQ(trace.rows.copies.device[0], 2);
    EXPECT_EQ(trace.rows.copies.stream[0], 7);
    EXPECT_EQ(trace.rows.copies.kind[0], static_cast<std::uint8_t>(CopyKind::Memset));
}

TEST(ImportedRows, TakeTheShapeOfALaunchFromTheApiWhereTheKernelTellsNone)
{
    const auto trace = read(R"({"ph": "X", "cat": "cuda_runtime", "name": "hipLaunchKernel", )"
                            R"("ts": 1, "dur": 1, "pid": 1, "tid": 1, "args": {"correlation": 9, )"
                            R"("grid": [4, 1, 1], "block": [64, 2, 1], "shared memory": 16}}, )"
        + kernel("9"));
    ASSERT_EQ(trace.rows.shapes.size(), 1U);
    EXPECT_EQ(trace.rows.kernels.shape[0], trace.rows.shapes[0].id);
    EXPECT_EQ(trace.rows.shapes[0].block[1], 2);
    EXPECT_EQ(trace.rows.shapes[0].dynamicSharedBytes, 16);
}

TEST(ImportedRows, MarkKernelsThatAGraphLaunched)
{
    auto launch = api(R"("pid": 1, "tid": 5)", "3");
    launch.replace(launch.find("cudaLaunchKernel"), 16, "hipGraphLaunch");
    const auto trace = read(launch + "," + kernel("3") + "," + kernel("4"));
    EXPECT_GT(trace.rows.kernels.graph[0], 0);
    EXPECT_EQ(trace.rows.kernels.graph[1], 0);
}

std::string spanOf(const std::string& category, const std::string& arguments, int duration = 5)
{
    return R"({"ph": "X", "cat": ")" + category
        + R"(", "name": "work", "ts": 3, "pid": 17, "tid": 2, "dur": )" + std::to_string(duration)
        + R"(, "args": {)" + arguments + "}}";
}

TEST(ImportedRows, HoldTheWorkOfDevicesThatNobodyKnows)
{
    const std::string place = R"("device": 17, "stream": 2)";
    for (const auto* const category : {"mtia_ccp_events", "privateuse1_kernel", "hpu_op",
             "npu_kernel", "xpu_kernel", "tpu_op", "a_maker_of_tomorrow"}) {
        const auto trace = readAny(spanOf(category, place));
        ASSERT_TRUE(trace) << category;
        ASSERT_EQ(trace->rows.kernels.size(), 1U) << category;
        EXPECT_EQ(trace->rows.kernels.durationNs[0], 5'000);
        ASSERT_EQ(trace->losses.size(), 1U) << category;
        EXPECT_NE(trace->losses[0].what.find(std::string("1 event of the category ") + category),
            std::string::npos);
        EXPECT_NE(trace->losses[0].what.find("read as work on the device"), std::string::npos);
    }
    EXPECT_EQ(readAny(spanOf("hpu_op", ""))->rows.kernels.size(), 1U) << "its category tells it";
}

TEST(ImportedRows, SayWhichCategoriesAreLeftOut)
{
    const auto trace = readAny(
        kernel("1") + "," + spanOf("mtia_insight", "") + "," + spanOf("mtia_insight", ""));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->rows.kernels.size(), 1U);
    ASSERT_EQ(trace->losses.size(), 1U);
    EXPECT_NE(
        trace->losses[0].what.find("2 events of the category mtia_insight"), std::string::npos);
}

TEST(ImportedRows, CountDurationsBelowZero)
{
    const auto trace = read(
        spanOf("kernel", "", -5) + "," + spanOf("cpu_op", "", -1) + "," + spanOf("kernel", ""));
    EXPECT_EQ(trace.negativeDurations, 2);
    EXPECT_EQ(trace.rows.kernels.durationNs, (std::vector<std::int64_t> {5'000, 0}));
}

TEST(ImportedRows, OfAnotherProgramsTraceAreRefused)
{
    for (const std::string& events : {spanOf("devtools.timeline", "") + "," + spanOf("v8", ""),
             std::string(R"({"id": 1, "timestamps": []}, {"id": 2})")}) {
        const auto trace = readAny(events);
        ASSERT_FALSE(trace);
        EXPECT_NE(
            trace.error().message.find("of its 2 events none is of a category"), std::string::npos)
            << trace.error().message;
    }
}

TEST(ImportedRows, HoldNoNameOfAHostOrAUser)
{
    const auto trace = read(kernel("1"),
        R"("host_name": "secret", "username": "secret", "metadata": {"env": {"TOKEN": "secret"}}, )"
        R"("cuda_runtime_version": 12040, "cuda_driver_version": 13000, "traceName": "t.json", )"
        R"("deviceProperties": [{"id": 0, "name": "NVIDIA H100", "numSms": 132, )"
        R"("computeMajor": 9, "computeMinor": 0, "warpSize": 32}], )");
    const EnvironmentFields fields {{"cuda", "12.4"}, {"cuda_driver", "13.0"},
        {"compute_capability", "9.0"}, {"device_name", "NVIDIA H100"}, {"multiprocessors", "132"}};
    EXPECT_EQ(trace.environment, fields);
    EXPECT_EQ(trace.name, "t.json");
    EXPECT_EQ(trace.devices.at(0).multiprocessors, 132);
    EXPECT_EQ(trace.devices.at(0).memoryBytes, std::nullopt);
}

TEST(ImportedRows, ReadWhatTheAllocatorHeld)
{
    const auto trace = read(R"({"ph": "i", "s": "t", "cat": "cpu_instant_event", )"
                            R"("name": "[memory]", "pid": 1, "tid": 1, "ts": 5, "args": )"
                            R"({"Total Reserved": 300, "Total Allocated": 200, "Bytes": -8, )"
                            R"("Device Id": 2, "Device Type": 1}})");
    const auto& counters = trace.rows.counters;
    ASSERT_EQ(counters.size(), 2U);
    EXPECT_EQ(counters.value, (std::vector<double> {200, 300}));
    EXPECT_EQ(trace.rows.names.at(0).text, "device2_allocated_bytes");
    EXPECT_EQ(trace.rows.names.at(1).text, "device2_reserved_bytes");
}

} // namespace
