// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/ray/ray_engine.h"

#include "profiler/model/text/last_line.h"
#include "profiler/record/machine/python_words.h"
#include "ray_driver_script.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace profiler {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr auto readyWithin = 3min; ///< a cluster on this machine is started, or one far away found

/// What a driver that ended said at last.
std::string lastWords(const fs::path& log)
{
    std::ifstream file(log);
    const auto last = lastLine(file);
    return last.empty() ? "it said nothing" : last;
}

std::string textOf(const OrderedJson& line, const char* key)
{
    const auto found = line.find(key);
    return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

OrderedJson requestOf(
    const std::vector<RecordingTask>& tasks, const RaySettings& settings, const fs::path& stopFile)
{
    OrderedJson rows = OrderedJson::array();
    for (const auto& task : tasks) {
        auto words = task.arguments();
        words.insert(words.begin(), settings.program.string());
        rows.push_back({{"name", task.name}, {"folder", task.folder.string()}, {"words", words},
            {"device", task.device}, {"progress", task.progress().string()},
            {"log", task.log().string()}});
    }
    return {{"tasks", std::move(rows)}, {"address", settings.options.address},
        {"stop_file", stopFile.string()}};
}

/// One sentence for what the driver refused.
Error refusalOf(const OrderedJson& line, const RaySettings& settings)
{
    const auto text = textOf(line, "text");
    const auto& python = settings.options.python;
    if (textOf(line, "kind") == "no_ray")
        return {.kind = ErrorKind::Unavailable,
            .message = python + " cannot import ray (" + text
                + "); nothing was started: name an interpreter that has it by --engine-option "
                  "python=PATH, or install it there by `pip install ray`"};
    const auto& address = settings.options.address;
    return {.kind = ErrorKind::Unavailable,
        .message = (address.empty() ? "Ray cannot be started on this machine ("
                                    : "the Ray cluster at " + address + " cannot be reached (")
            + text + "); nothing was started: "
            + (address.empty() ? "`ray start --head` says more, and --engine local records here"
                               : "`ray status` says whether it runs, and --engine-option "
                                 "address=HOST:PORT names another")};
}

} // namespace

Result<RayOptions> rayOptionsFrom(const std::vector<std::string>& given)
{
    RayOptions options;
    for (const auto& word : given) {
        const auto equals = word.find('=');
        const auto key = word.substr(0, equals);
        const auto value = equals == std::string::npos ? std::string() : word.substr(equals + 1);
        if (key == "address" && !value.empty())
            options.address = value;
        else if (key == "python" && !value.empty())
            options.python = value;
        else
            return failure(ErrorKind::BadInput,
                "--engine-option \"" + word
                    + "\": expected address=HOST:PORT, address=auto, or python=PATH");
    }
    return options;
}

RayEngine::RayEngine(RaySettings settings)
    : m_settings(std::move(settings))
{
}

RayEngine::~RayEngine()
{
    m_driver.reset();
    std::error_code ignored;
    fs::remove(stopFile(), ignored);
    fs::remove(driverLog(), ignored);
    fs::remove(m_settings.parts, ignored); // where nothing else is left in it
}

Result<void> RayEngine::submit(const std::vector<RecordingTask>& tasks)
{
    m_states.resize(tasks.size());
    if (tasks.empty())
        return {};
    std::error_code ignored;
    fs::remove(stopFile(), ignored);
    auto driver = DriverProcess::start(
        pythonScript(m_settings.options.python, rayDriverScript), driverLog());
    if (!driver)
        return failure(ErrorKind::Unavailable,
            driver.error().message
                + "; nothing was started: name an interpreter that has ray by --engine-option "
                  "python=PATH");
    m_driver.emplace(std::move(*driver));
    (void)m_driver->write(requestOf(tasks, m_settings, stopFile())
                              .dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
    return awaitReady();
}

Result<void> RayEngine::awaitReady()
{
    const auto limit = std::chrono::steady_clock::now() + readyWithin;
    while (std::chrono::steady_clock::now() < limit && !m_driver->hasEnded()) {
        const auto text = m_driver->readLine(200ms);
        if (!text)
            continue;
        const auto line = OrderedJson::parse(*text, nullptr, false);
        if (line.is_object() && textOf(line, "event") == "ready")
            return {};
        if (line.is_object() && textOf(line, "event") == "refused")
            return tl::unexpected(refusalOf(line, m_settings));
        take(*text); // a task whose device no node has
    }
    return failure(ErrorKind::Unavailable,
        m_driver->hasEnded()
            ? "Ray's driver ended before it began: " + lastWords(driverLog())
            : "Ray gave no answer within three minutes; nothing was started: `ray status` says "
              "whether the cluster runs");
}

Result<std::vector<TaskStatus>> RayEngine::poll()
{
    while (m_driver) {
        const auto line = m_driver->readLine(0ms);
        if (!line)
            break;
        take(*line);
    }
    const bool open = std::ranges::any_of(
        m_states, [](const TaskStatus& each) { return each.state != TaskState::Ended; });
    if (open && m_stops == 0 && m_driver && m_driver->hasEnded())
        return failure(ErrorKind::Unavailable,
            "Ray's driver ended (" + lastWords(driverLog())
                + "), and its recordings with it; what is recorded stays, and `fusescope suite "
                  "run` goes on from there");
    return m_states;
}

void RayEngine::take(const std::string& text)
{
    const auto line = OrderedJson::parse(text, nullptr, false);
    if (!line.is_object() || textOf(line, "event") != "task")
        return;
    const auto task = line.value("task", m_states.size());
    if (task >= m_states.size())
        return;
    const auto state = textOf(line, "state");
    TaskStatus status {.state = state == "ended" ? TaskState::Ended
            : state == "running"                 ? TaskState::Running
                                                 : TaskState::Waiting,
        .exitCode = std::nullopt,
        .reason = textOf(line, "reason")};
    if (const auto code = line.find("exit_code"); code != line.end() && code->is_number_integer())
        status.exitCode = code->get<int>();
    m_states[task] = std::move(status);
}

/// The node wrote them where they are read.
Result<void> RayEngine::fetchLog(std::size_t /*task*/)
{
    return {};
}

void RayEngine::stop()
{
    ++m_stops;
    if (m_driver)
        (void)m_driver->write(OrderedJson {{"stop", m_stops}}.dump());
}

fs::path RayEngine::stopFile() const
{
    return m_settings.parts / "ray.stop";
}

fs::path RayEngine::driverLog() const
{
    return m_settings.parts / "ray.txt";
}

} // namespace profiler
