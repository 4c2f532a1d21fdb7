// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_frames.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/torch_log/torch_trace_text.h"

#include <algorithm>
#include <array>

namespace profiler::trace_frames {

namespace {

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isInPackages(std::string_view file)
{
    return contains(file, "/site-packages/") || contains(file, "/dist-packages/");
}

/// Installed, or built in its own repository.
bool isTorch(std::string_view file)
{
    constexpr std::array<std::string_view, 3> folders {
        "/site-packages/torch/", "/dist-packages/torch/", "/pytorch/torch/"};
    return std::ranges::any_of(folders, [&](auto folder) { return contains(file, folder); });
}

bool isStandardLibrary(std::string_view file)
{
    for (const std::string_view folder : {"/lib/python3", "/lib64/python3"}) {
        const auto at = file.find(folder);
        if (at != std::string_view::npos && contains(file.substr(at + folder.size()), "/"))
            return !isInPackages(file);
    }
    return false;
}

/// `  File "…", line n, in f`; nullopt: the line is none.
std::optional<SourceFrame> frameIn(std::string_view line)
{
    const auto text = trimmed(line);
    constexpr std::string_view begin = "File \"";
    constexpr std::string_view middle = "\", line ";
    const auto fileEnd = text.rfind(middle);
    if (!text.starts_with(begin) || fileEnd == std::string_view::npos || fileEnd <= begin.size())
        return std::nullopt;
    const auto rest = text.substr(fileEnd + middle.size());
    const auto number = leadingNumber(rest);
    constexpr std::string_view in = ", in ";
    const auto digits = rest.find(in);
    if (!number || digits == std::string_view::npos || digits + in.size() == rest.size())
        return std::nullopt;
    const auto file = text.substr(begin.size(), fileEnd - begin.size());
    return SourceFrame {.file = std::string(file),
        .line = *number,
        .function = std::string(functionName(rest.substr(digits + in.size()))),
        .text = {},
        .library = isLibrary(file)};
}

} // namespace

bool isForeign(std::string_view file)
{
    const bool worker = contains(file, "/fusescope_worker/") || file.ends_with("worker/main.py");
    return file.starts_with('<') || worker || isTorch(file) || isStandardLibrary(file);
}

bool isLibrary(std::string_view file)
{
    return isForeign(file) || isInPackages(file);
}

std::string_view functionName(std::string_view name)
{
    constexpr std::string_view prefix = "torch_dynamo_resume_in_";
    while (name.starts_with(prefix)) {
        const auto end = name.rfind("_at_");
        const auto digits = end == std::string_view::npos ? "" : name.substr(end + 4);
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos
            || end <= prefix.size())
            break;
        name = name.substr(prefix.size(), end - prefix.size());
    }
    return name;
}

std::vector<SourceFrame> framesIn(std::string_view text)
{
    std::vector<SourceFrame> frames;
    bool wantsText = false; // the line of source comes right below
    for (const auto line : linesOf(text)) {
        if (auto frame = frameIn(line)) {
            frames.push_back(std::move(*frame));
            wantsText = true;
        } else if (wantsText) {
            frames.back().text = trimmed(line);
            wantsText = false;
        }
    }
    return frames;
}

const SourceFrame* userFrame(const std::vector<SourceFrame>& frames)
{
    const auto found = std::find_if(frames.rbegin(), frames.rend(),
        [](const SourceFrame& frame) { return !isForeign(frame.file); });
    return found == frames.rend() ? nullptr : &*found;
}

} // namespace profiler::trace_frames
