// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/short_names.h"

#include "profiler/evidence/trace/elementwise_name.h"
#include "profiler/evidence/trace/kernel_class.h"

#include <algorithm>
#include <map>
#include <numeric>
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

std::string shortForm(const std::string& name, std::size_t most)
{
    if (auto text = elementwiseName(readableKernelName(name)))
        return elidedInTheMiddle(*text, most);
    return elidedInTheMiddle(bare(name), most);
}

using Rows = std::vector<std::size_t>;

/// From the shortest to the whole name.
std::string form(const std::string& name, std::size_t level)
{
    switch (level) {
    case 0:
        return bare(name);
    case 1:
        return withNamespaces(name);
    case 2:
        return readableKernelName(name);
    default:
        return name;
    }
}

constexpr std::size_t forms = 4;

std::size_t commonPrefix(const std::vector<std::string>& texts)
{
    std::size_t length = texts.front().size();
    for (const auto& text : texts) {
        const auto differ = std::ranges::mismatch(text, texts.front());
        length = std::min(length, static_cast<std::size_t>(differ.in1 - text.begin()));
    }
    return length;
}

/// Its first word, then the text from where it differs from others that begin alike.
std::string fromWhereItDiffers(const std::string& text, std::size_t at, std::size_t most)
{
    constexpr std::size_t before = 2; // characters that show where one is
    if (text.size() <= most || most < 8)
        return text;
    auto head = std::min(most / 3, at);
    auto from = std::max(head, at > before ? at - before : 0);
    while (head > 0 && goesOn(text[head]))
        --head;
    while (from > head && from < text.size() && goesOn(text[from]))
        --from;
    auto room = most - head - (from > head ? 1 : 0);
    if (from + room < text.size())
        --room; // for the mark of what is left out behind it
    auto end = std::min(text.size(), from + room);
    if (end < text.size())
        while (end > from && goesOn(text[end]))
            --end;
    return text.substr(0, head) + (from > head ? "…" : "") + text.substr(from, end - from)
        + (end < text.size() ? "…" : "");
}

/// Gives names of a group that look alike texts that tell them apart, all about as short.
class Telling {
public:
    Telling(const std::vector<std::string>& names, std::size_t most)
        : m_names(names)
        , m_most(most)
    {
        for (const auto& name : names)
            m_texts.push_back(shortForm(name, most));
    }

    std::vector<std::string> texts()
    {
        Rows all(m_names.size());
        std::iota(all.begin(), all.end(), std::size_t {0});
        tellApart(all);
        numberTheRest();
        return std::move(m_texts);
    }

private:
    void tellApart(const Rows& rows)
    {
        std::map<std::string, Rows> alike;
        for (const auto row : rows)
            alike[m_texts[row]].push_back(row);
        for (const auto& [text, group] : alike)
            if (differ(group, forms - 1))
                spell(group);
    }

    [[nodiscard]] bool differ(const Rows& rows, std::size_t level) const
    {
        const auto first = form(m_names[rows.front()], level);
        return std::ranges::any_of(
            rows, [&](std::size_t row) { return form(m_names[row], level) != first; });
    }

    void spell(const Rows& rows)
    {
        std::size_t level = 0;
        while (level + 1 < forms && !differ(rows, level))
            ++level;
        std::vector<std::string> wholes;
        for (const auto row : rows)
            wholes.push_back(form(m_names[row], level));
        const auto at = commonPrefix(wholes);
        for (std::size_t i = 0; i < rows.size(); ++i)
            m_texts[rows[i]] = fromWhereItDiffers(wholes[i], at, m_most);
        std::map<std::string, Rows> byBegin; // those that differ here have texts that do
        for (std::size_t i = 0; i < rows.size(); ++i)
            byBegin[wholes[i].substr(0, at + 1)].push_back(rows[i]);
        for (const auto& [begin, group] : byBegin)
            tellApart(group);
    }

    /// By accident a text may be that of a name of another group.
    void numberTheRest()
    {
        std::map<std::string, std::string> taken; // text -> name
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            const auto wish = m_texts[i];
            for (int number = 2; !taken.emplace(m_texts[i], m_names[i]).second
                 && taken.at(m_texts[i]) != m_names[i];
                 ++number)
                m_texts[i] = wish + " (" + std::to_string(number) + ")";
        }
    }

    const std::vector<std::string>& m_names;
    std::size_t m_most;
    std::vector<std::string> m_texts;
};

} // namespace

std::vector<std::string> shortNames(const std::vector<std::string>& names, std::size_t most)
{
    return Telling(names, most).texts();
}

} // namespace profiler
