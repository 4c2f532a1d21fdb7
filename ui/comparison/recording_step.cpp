// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/recording_step.h"

#include "profiler/model/enum_text.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace ui {

std::optional<RecordingStep> stepFrom(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const auto at = [&object](const char* key) { return object.value(QLatin1String(key)); };
    if (!at("event").isString())
        return std::nullopt;
    RecordingStep step {.event = at("event").toString(),
        .process = profiler::fromKey<profiler::ProcessKind>(at("process").toString().toStdString()),
        .variant = at("variant").toString(),
        .again = at("again").toBool(),
        .repetition = at("repetition").toInt(-1),
        .round = at("round").toInt(-1),
        .stage = at("stage").toString(),
        .text = at("text").toString()};
    if (at("done_ratio").isDouble())
        step.doneRatio = at("done_ratio").toDouble();
    if (at("left_ns").isDouble())
        step.leftNs = at("left_ns").toDouble();
    step.comparison = at("comparison").toInteger();
    step.exitCode = at("exit_code").toInt();
    return step;
}

} // namespace ui
