// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/generated_calls.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <span>

namespace profiler {
namespace {

constexpr std::string_view mark = "# [Provenance debug handles] ";

bool isNamePart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view withoutIndent(std::string_view line)
{
    const auto begin = line.find_first_not_of(" \t");
    return begin == std::string_view::npos ? std::string_view {} : line.substr(begin);
}

template <typename Visit>
void forEachLine(std::string_view text, Visit visit)
{
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        visit(number, withoutIndent(text.substr(0, end)));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

template <typename Number>
std::optional<Number> numberOf(std::string_view text)
{
    Number value {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc {} && end == text.data() + text.size() ? std::optional(value)
                                                                     : std::nullopt;
}

/// Names that tensors have in generated code: buffers, inputs of inference and of training, saved
/// values. Whatever else a call names (a function, a keyword, a stream) has no size and is dropped.
std::vector<std::string> namesIn(std::string_view statement)
{
    std::vector<std::string> names;
    for (std::size_t at = 0; at < statement.size();) {
        if (!isNamePart(statement[at])) {
            ++at;
            continue;
        }
        const auto begin = at;
        while (at < statement.size() && isNamePart(statement[at]))
            ++at;
        const auto name = statement.substr(begin, at - begin);
        const bool member = begin > 0 && statement[begin - 1] == '.';
        const bool called = at < statement.size() && (statement[at] == '(' || statement[at] == '.');
        const bool keyword
            = at < statement.size() && statement[at] == '=' && statement.find('(') < begin;
        const bool number = std::isdigit(static_cast<unsigned char>(name.front())) != 0;
        if (!member && !called && !keyword && !number
            && std::ranges::find(names, name) == names.end())
            names.emplace_back(name);
    }
    return names;
}

/// "cpp_fused_relu_0:3".
std::optional<GeneratedCall> callNamed(std::string_view text)
{
    constexpr std::size_t longest = 2000; // torch cuts far earlier
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || text.size() > longest)
        return std::nullopt;
    const auto handle = numberOf<int>(text.substr(colon + 1));
    if (!handle)
        return std::nullopt;
    return GeneratedCall {.kernel = std::string(text.substr(0, colon)), .handle = *handle};
}

std::optional<std::int64_t> product(std::string_view sizes, std::int64_t unit)
{
    std::int64_t bytes = unit;
    while (!sizes.empty()) {
        const auto comma = sizes.find(',');
        const auto size = withoutIndent(sizes.substr(0, comma));
        sizes.remove_prefix(comma == std::string_view::npos ? sizes.size() : comma + 1);
        if (size.empty()) // a tuple of one ends in a comma
            continue;
        const auto number = numberOf<std::int64_t>(size);
        if (!number || *number < 0 || __builtin_mul_overflow(bytes, *number, &bytes))
            return std::nullopt;
    }
    return bytes;
}

/// Of an element: "f32", "bf16", "i64", "b8", "f8e4m3fn", or torch's long names.
std::optional<std::int64_t> elementBytes(std::string_view dtype)
{
    static const std::map<std::string_view, std::int64_t> named {{"torch.float64", 8},
        {"torch.float32", 4}, {"torch.float16", 2}, {"torch.bfloat16", 2}, {"torch.int64", 8},
        {"torch.int32", 4}, {"torch.int16", 2}, {"torch.int8", 1}, {"torch.uint8", 1},
        {"torch.bool", 1}, {"torch.complex64", 8}, {"torch.complex128", 16}};
    if (const auto found = named.find(dtype); found != named.end())
        return found->second;
    const auto digits = dtype.find_first_of("0123456789");
    if (digits == std::string_view::npos)
        return std::nullopt;
    const auto end = std::min(dtype.find_first_not_of("0123456789", digits), dtype.size());
    const auto bits = numberOf<std::int64_t>(dtype.substr(digits, end - digits));
    return bits && *bits >= 8 && *bits <= 128 ? std::optional(*bits / 8) : std::nullopt;
}

/// What "buf0 = empty_strided_cpu((8, 64), (64, 1), torch.float32)" takes. Strides are passed over:
/// what lies between elements is not read.
std::optional<std::int64_t> allocatedBytes(std::string_view statement)
{
    const auto open = statement.find("((");
    const auto close = statement.find(')', open);
    const auto dtype = statement.rfind("torch.");
    if (open == std::string_view::npos || close == std::string_view::npos
        || dtype == std::string_view::npos)
        return std::nullopt;
    const auto end = statement.find_first_of("),", dtype);
    const auto element = elementBytes(statement.substr(dtype, end - dtype));
    return element ? product(statement.substr(open + 2, close - open - 2), *element) : std::nullopt;
}

/// Bytes of each name as the code goes on: a name may be given to another tensor later.
class Sizes {
public:
    explicit Sizes(const GeneratedCode& code)
    {
        for (const auto& node : code.nodes)
            if (node.target == "input" || node.target == "parameter")
                m_bytes[node.name] = bytesOfType(node.type);
    }

    /// "buf3 = …", where it says how large that is.
    void read(std::string_view statement)
    {
        const auto equals = statement.find(" = ");
        if (equals == std::string_view::npos)
            return;
        const std::string name(statement.substr(0, equals));
        const auto value = statement.substr(equals + 3);
        if (value.starts_with("empty_strided"))
            m_bytes[name] = allocatedBytes(value);
        else if (const auto names = namesIn(value); !names.empty() && m_bytes.contains(names[0]))
            m_bytes[name] = m_bytes[names[0]]; // another view or a new name of the same tensor
    }

    void set(const std::string& name, std::optional<std::int64_t> bytes) { m_bytes[name] = bytes; }

    [[nodiscard]] bool knows(const std::string& name) const { return m_bytes.contains(name); }

    [[nodiscard]] CallSizes of(const std::vector<std::string>& names) const
    {
        CallSizes sizes;
        for (const auto& name : names) {
            const auto found = m_bytes.find(name);
            sizes.push_back(
                found == m_bytes.end() ? std::optional<std::int64_t>(0) : found->second);
        }
        return sizes;
    }

private:
    std::map<std::string, std::optional<std::int64_t>> m_bytes;
};

/// Of what a library call gives back: the operator that it computes says its type.
std::optional<std::int64_t> resultBytes(const GeneratedCode& code, int handle)
{
    for (const auto& kernel : code.kernels)
        if (kernel.handle == handle)
            for (const auto node : kernel.nodes)
                if (const auto bytes = bytesOfType(code.nodes[node].type))
                    return bytes;
    return std::nullopt;
}

} // namespace

std::vector<GeneratedCall> generatedCalls(std::string_view code)
{
    std::vector<GeneratedCall> calls;
    std::vector<GeneratedCall> named; // by the comment above
    forEachLine(code, [&](int number, std::string_view line) {
        if (line.starts_with(mark)) {
            auto names = line.substr(mark.size());
            while (!names.empty()) {
                const auto comma = names.find(',');
                if (auto call = callNamed(withoutIndent(names.substr(0, comma))))
                    named.push_back(std::move(*call));
                names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 1);
            }
            return;
        }
        if (named.empty() || line.empty() || line.starts_with('#'))
            return;
        for (auto& call : named) {
            call.line = number;
            call.tensors = namesIn(line);
            calls.push_back(std::move(call));
        }
        named.clear();
    });
    return calls;
}

std::vector<CallSizes> sizesOfCalls(
    const GeneratedCode& code, const std::vector<GeneratedCall>& calls)
{
    std::vector<CallSizes> ofCalls;
    Sizes sizes(code);
    forEachLine(code.code, [&](int number, std::string_view line) {
        const auto isCall
            = [&] { return ofCalls.size() < calls.size() && calls[ofCalls.size()].line == number; };
        if (!isCall())
            return sizes.read(line);
        while (isCall()) {
            const auto& call = calls[ofCalls.size()];
            if (const auto equals = line.find(" = ");
                equals != std::string_view::npos && equals < line.find('('))
                sizes.set(std::string(line.substr(0, equals)), resultBytes(code, call.handle));
            ofCalls.push_back(sizes.of(call.tensors));
        }
    });
    return ofCalls;
}

std::optional<std::int64_t> bytesOf(const CallSizes& sizes)
{
    std::int64_t all = 0;
    for (const auto& size : sizes)
        if (!size || __builtin_add_overflow(all, *size, &all))
            return std::nullopt;
    return all;
}

std::optional<std::int64_t> bytesOfType(std::string_view type)
{
    const auto open = type.find('[');
    const auto close = type.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    const auto element = elementBytes(type.substr(0, open));
    return element ? product(type.substr(open + 1, close - open - 1), *element) : std::nullopt;
}

} // namespace profiler
