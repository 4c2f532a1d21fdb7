// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/short_names.h"

#include "profiler/analysis/elementwise_name.h"
#include "profiler/analysis/kernel_class.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace profiler {

namespace {

/// "at::native::vectorized_elementwise_kernel<4, add<c10::BFloat16>>" without what stands before
/// "::", also in the template arguments.
std::string withoutNamespaces(std::string_view name)
{
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] != ':' || i + 1 == name.size() || name[i + 1] != ':') {
            text += name[i];
            continue;
        }
        const auto word = text.find_last_of("<>(), *&");
        text.resize(word == std::string::npos ? 0 : word + 1);
        ++i;
    }
    return text;
}

/// Where the parameters begin: the last "(" outside of template arguments.
std::size_t parametersAt(std::string_view name)
{
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (name[i] == '(' && depth == 0 && i > 0)
            return i;
    }
    return name.size();
}

/// "void f<float>" without "void": the word before the last space outside of template arguments.
std::string_view withoutReturnType(std::string_view name)
{
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (name[i] == ' ' && depth == 0)
            start = i + 1;
    }
    return start < name.size() ? name.substr(start) : name;
}

std::string withoutAnonymous(std::string text)
{
    constexpr std::string_view anonymous = "(anonymous namespace)::";
    for (auto at = text.find(anonymous); at != std::string::npos; at = text.find(anonymous, at))
        text.erase(at, anonymous.size());
    return text;
}

/// Without return type and parameters. Operators ("aten::add") and generated kernels have none.
std::string withNamespaces(const std::string& name)
{
    const auto readable = withoutAnonymous(readableKernelName(name));
    const std::string_view view = readable;
    return std::string(withoutReturnType(view.substr(0, parametersAt(view))));
}

/// What has no signature stays whole.
std::string bare(const std::string& name)
{
    const auto text = withNamespaces(name);
    const bool hasSignature
        = name.starts_with("_Z") || name.find_first_of("<( ") != std::string::npos;
    return hasSignature ? withoutNamespaces(text) : text;
}

/// Bytes of UTF-8 that go on with a character.
bool goesOn(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

/// The end tells more than the middle: it has the number of a generated kernel and the last
/// template argument.
std::string elidedInTheMiddle(const std::string& text, std::size_t most)
{
    if (text.size() <= most || most < 8)
        return text;
    auto head = most / 2;
    auto tail = text.size() - (most - 1 - head);
    while (head > 0 && goesOn(text[head]))
        --head;
    while (tail < text.size() && goesOn(text[tail]))
        ++tail;
    return text.substr(0, head) + "…" + text.substr(tail);
}

/// From the shortest form to the whole name.
std::string form(const std::string& name, std::size_t level, std::size_t most)
{
    switch (level) {
    case 0:
        if (auto text = elementwiseName(readableKernelName(name)))
            return elidedInTheMiddle(*text, most);
        return elidedInTheMiddle(bare(name), most);
    case 1:
        return elidedInTheMiddle(bare(name), 2 * most);
    case 2:
        return bare(name);
    case 3:
        return withNamespaces(name);
    default:
        return name;
    }
}

constexpr std::size_t levels = 5;

} // namespace

std::vector<std::string> shortNames(const std::vector<std::string>& names, std::size_t most)
{
    std::vector<std::size_t> level(names.size());
    std::vector<std::string> texts(names.size());
    for (bool clash = true; clash;) {
        std::map<std::string, std::vector<std::size_t>> byText;
        for (std::size_t i = 0; i < names.size(); ++i) {
            texts[i] = form(names[i], level[i], most);
            byText[texts[i]].push_back(i);
        }
        clash = false;
        for (const auto& entry : byText) {
            const auto& rows = entry.second;
            const bool differ = std::ranges::any_of(
                rows, [&](std::size_t row) { return names[row] != names[rows.front()]; });
            if (!differ)
                continue;
            for (const auto row : rows)
                if (level[row] + 1 < levels) {
                    ++level[row];
                    clash = true;
                }
        }
    }
    return texts;
}

} // namespace profiler
