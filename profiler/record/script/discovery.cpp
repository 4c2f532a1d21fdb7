// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/script/discovery.h"

#include "profiler/model/plan/plan_json.h"
#include "profiler/record/session/workspace.h"
#include "profiler/record/worker_link/conversation.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <chrono>
#include <utility>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr auto discoveryEndLimit = 5s;

/// What a script prints is handed on; nothing else of this pass is kept.
class OutputListener : public WorkerListener {
public:
    explicit OutputListener(const std::function<void(const std::string&)>& heard)
        : m_heard(heard)
    {
    }

    void heard(const WorkerEvent& /*event*/, std::size_t /*bytes*/) override { }

    void heardTooMuch() override { }

    void logged(LogStream /*stream*/, const std::string& line) override { m_heard(line); }

    Waiting waiting() override { return Waiting::GoOn; }

private:
    const std::function<void(const std::string&)>& m_heard;
};

} // namespace

Result<ScriptCalls> discoverCalls(
    const RecordRequest& request, const std::function<void(const std::string&)>& heard)
{
    auto workspace = Workspace::create();
    if (!workspace)
        return tl::unexpected(workspace.error());
    auto process = WorkerProcess::start({.program = request.interpreter.path,
        .arguments = {request.installation.worker.string()},
        .environment = {{"PYTHONUNBUFFERED", "1"}, {"FUSESCOPE_SOCKET", "3"}},
        .directory = request.plan.workload.workingDirectory});
    if (!process)
        return tl::unexpected(process.error());
    OutputListener listener(heard);
    Conversation conversation(std::move(*process), listener);
    const auto& protocol = request.plan.protocol;
    auto found = conversation.ask<ScriptCalls>(
        discoverLine(planToJson(request.plan), workspace->spoolOf(0)),
        protocol.startTimeLimit + protocol.callTimeLimit, scriptCallsFrom);
    conversation.finish(discoveryEndLimit);
    if (!found)
        return failure(
            ErrorKind::BadInput, errorSentence(found.error().errorClass, found.error().sentence));
    return std::move(*found);
}

} // namespace profiler
