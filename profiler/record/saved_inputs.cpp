// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/saved_inputs.h"

#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "profiler/record/session/workspace.h"
#include "profiler/record/worker_link/conversation.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <chrono>
#include <utility>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr auto savingEndLimit = 5s;

class SilentListener : public WorkerListener {
public:
    void heard(const WorkerEvent& /*event*/, std::size_t /*bytes*/) override { }

    void heardTooMuch() override { }

    void logged(LogStream /*stream*/, const std::string& /*line*/) override { }

    Waiting waiting() override { return Waiting::GoOn; }
};

template <typename Failure>
tl::unexpected<Error> refusal(const Failure& refused)
{
    return failure(ErrorKind::BadInput, errorSentence(refused.errorClass, refused.sentence));
}

Result<std::vector<std::string>> ask(Conversation& conversation, const RecordRequest& request,
    const std::filesystem::path& spool, const SaveInputsCommand& command)
{
    const auto& protocol = request.plan.protocol;
    const auto setUp = conversation.ask<SetupReply>(setupLine({.kind = ProcessKind::Check,
                                                        .planJson = planToJson(request.plan),
                                                        .variant = 0,
                                                        .spool = spool,
                                                        .models = request.installation.models}),
        protocol.startTimeLimit, setupReplyFrom);
    if (!setUp)
        return refusal(setUp.error());
    auto saved = conversation.ask<SaveInputsReply>(
        saveInputsLine(command), protocol.startTimeLimit, saveInputsReplyFrom);
    if (!saved)
        return refusal(saved.error());
    return std::move(saved->names);
}

} // namespace

Result<std::vector<std::string>> saveInputs(
    const RecordRequest& request, int caseIndex, int inputSet, const std::filesystem::path& path)
{
    auto workspace = Workspace::create();
    if (!workspace)
        return tl::unexpected(workspace.error());
    const auto& plan = request.plan;
    const auto& baseline = plan.variants.front();
    auto variables = baseline.environment;
    variables["PYTHONUNBUFFERED"] = "1";
    variables["FUSESCOPE_SOCKET"] = "3";
    auto process = WorkerProcess::start({.program = request.interpreter.path,
        .arguments = {request.installation.worker.string()},
        .environment = variables,
        .directory = baseline.workingDirectory.empty() ? plan.workload.workingDirectory
                                                       : baseline.workingDirectory});
    if (!process)
        return tl::unexpected(process.error());
    SilentListener listener;
    Conversation conversation(std::move(*process), listener);
    auto names = ask(conversation, request, workspace->spoolOf(0),
        {.caseIndex = caseIndex, .inputSet = inputSet, .path = path});
    conversation.finish(savingEndLimit);
    return names;
}

} // namespace profiler
