// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/break_advice.h"

#include "profiler/evidence/compile/failed_guard.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/text/lower_case.h"

#include <array>
#include <span>
#include <string_view>

namespace profiler {

namespace {

/// One cause with the ids that mean it, parted by spaces.
struct Cause {
    std::string_view ids;
    const char* title;
    const char* what;
    const char* now;
    const char* insteadCaption;
    const char* instead;
};

constexpr Cause printing {"", "print() in the measured call",
    "print() runs in Python. The graph ends before it and a new one begins after it: nothing is "
    "fused across the line, and with a GPU the printed value must first be there.",
    R"(def forward(self, x):
    x = self.block(x)
    print("mean", x.mean())
    return self.head(x))",
    "prints when it runs eager, nothing when compiled",
    R"(def forward(self, x):
    x = self.block(x)
    if not torch.compiler.is_compiling():
        print("mean", x.mean())
    return self.head(x))"};

constexpr Cause logging {"gb0291", "Logging in the measured call",
    "A logger's method runs in Python. The graph ends before it and a new one begins after it, "
    "also where the level would print nothing.",
    R"(log.debug("shape %s", x.shape)
x = self.head(x))",
    "logs when it runs eager, nothing when compiled",
    R"(if not torch.compiler.is_compiling():
    log.debug("shape %s", x.shape)
x = self.head(x))"};

constexpr std::array causes {
    Cause {"gb0124", "A tensor's value is read with .item()",
        "item() hands the value to Python, so the graph ends there and the device must finish "
        "first. What comes after is a new graph.",
        R"(scale = x.abs().max().item()
x = x / scale)",
        "stays a tensor, one graph",
        R"(scale = x.abs().max()
x = x / scale)"},
    Cause {"gb0109", "A tensor is turned into a list",
        "tolist() hands every value to Python. The graph ends there, and the loop that follows "
        "runs in Python.",
        R"(for w in weights.tolist():
    x = x * w)",
        "all values at once, on the device", R"(x = x * weights.prod())"},
    Cause {"gb0170 gb0035 gb0360", "Branch on tensor data",
        "The value of a tensor decides which way Python goes. The compiler ends the graph here, "
        "waits for the value, and begins a new graph. Nothing is fused across it.",
        R"(if score.max() > self.limit:
    x = x * score.sigmoid()
else:
    x = x * self.scale)",
        "computes both and chooses on the device, one graph",
        R"(x = x * torch.where(
    score.max() > self.limit,
    score.sigmoid(), self.scale))"},
    Cause {"gb0034 gb0002", "An assertion on tensor data",
        "assert needs the value in Python, so the graph ends to look at it, also when it holds.",
        R"(assert x.min() >= 0, "negative input")", "checked on the device, inside the graph",
        R"(torch._assert_async(x.min() >= 0, "negative input"))"},
    Cause {"gb0293 gb0294 gb0290 gb0300 gb0298 gb0105 gb0106 gb0157 gb0158 gb0159 gb0185 gb0231 "
           "gb0232 gb0250",
        "NumPy in the measured call",
        "The values leave torch for NumPy and come back. The graph ends, the device must finish, "
        "and NumPy computes on the CPU.",
        R"(n = np.linalg.norm(x.detach().cpu().numpy())
x = x / float(n))",
        "the same operator of torch, on the device",
        R"(n = torch.linalg.vector_norm(x)
x = x / n)"},
    Cause {"gb0036 gb0037 gb0246", "Data-dependent operator",
        "How large the result is (nonzero, masked selection, unique) is known only after the "
        "values are. The graph ends to find out.",
        R"(kept = x[x > 0]
y = kept.sum())",
        "a result of fixed size", R"(y = torch.where(x > 0, x, 0).sum())"},
    Cause {"gb0038 gb0218", "A tensor is used as an index of Python",
        "Slicing or indexing a list with a tensor needs its value in Python, so the graph ends.",
        R"(x = x[:, :length])", "the index stays a tensor",
        R"(keep = torch.arange(x.size(1), device=x.device) < length
x = x * keep)"},
    Cause {"gb0025", "A break that somebody asked for",
        "torch._dynamo.graph_break() ends the graph here on purpose, often left over from a "
        "search for an error.",
        R"(torch._dynamo.graph_break())", "remove the line", ""},
    Cause {"gb0098 gb0099", "A function that is kept out on purpose",
        "The function is marked with torch.compiler.disable: it runs in Python, between two "
        "graphs.",
        R"(@torch.compiler.disable
def scale(x):
    return x / x.norm())",
        "compiled with the rest; or call it before or after the model",
        R"(def scale(x):
    return x / x.norm())"},
    Cause {"gb0007 gb0008 gb0009 gb0147 gb0148 gb0156 gb0177 gb0065 gb4297",
        "A call that cannot be traced",
        "The function or method is skipped by the compiler: it is written in C, or belongs to a "
        "module that is never traced. It runs in Python, between two graphs.",
        R"(key = hashlib.sha1(name.encode()).hexdigest()
x = x + self.table[key])",
        "once, outside the measured call",
        R"(# in __init__
self.row = self.table[hash_of(name)]
# in forward
x = x + self.row)"},
    Cause {"gb0213 gb0193 gb0023", "A builtin on tensors that cannot be traced",
        "A builtin of Python is given a tensor and cannot become part of the graph, so it runs in "
        "Python, between two graphs.",
        R"(x = max(a, b))", "the operator of torch", R"(x = torch.maximum(a, b))"},
    Cause {"gb0142 gb0066 gb0262 gb0263 gb0221 gb0274", "A context manager that cannot be traced",
        "The compiler does not know how to enter this `with`. What stands inside runs in Python, "
        "or in graphs of its own.",
        R"(def forward(self, x):
    with timer("block"):
        x = self.block(x)
    return self.head(x))",
        "around the whole call",
        R"(with timer("model"):
    y = model(x))"},
    Cause {"gb0088 gb0089 gb0057 gb0050 gb0051", "An exception in the measured call",
        "An exception was raised while the compiler traced this line. It leaves what follows, "
        "try and except with it, to Python.",
        R"(try:
    x = self.fast(x)
except RuntimeError:
    x = self.slow(x))",
        "decided once, before the call",
        R"(# in __init__
self.run = self.fast if fast_works() else self.slow
# in forward
x = self.run(x))"},
    Cause {"gb0014", "An RNN, GRU or LSTM module",
        "Dynamo does not trace torch's recurrent modules unless it is told to: the module runs in "
        "Python, between two graphs.",
        R"(y, state = self.lstm(x))", "experimental; check the results on Numerics",
        R"(torch._dynamo.config.allow_rnn = True)"},
    Cause {"gb7000", "A break inside a loop",
        "One of the loop's rounds cannot be traced. Dynamo then gives up the whole function and "
        "runs it in Python, each call inside it compiled by itself.",
        R"(for layer in self.layers:
    x = layer(x)
    print(x.mean()))",
        "take the line that breaks out of the loop",
        R"(for layer in self.layers:
    x = layer(x))"},
    Cause {"gb0123 gb7054 gb1042 gb9186", "backward() inside the compiled function",
        "The backward pass cannot be part of the graph that it goes through. The graph ends before "
        "it.",
        R"(@torch.compile
def step(x):
    loss = model(x).mean()
    loss.backward())",
        "the forward pass is compiled, its backward with it",
        R"(model = torch.compile(model)
def step(x):
    loss = model(x).mean()
    loss.backward())"},
    Cause {"gb0179", "copy.deepcopy() in the measured call",
        "A deep copy is made in Python, so the graph ends before it and a new one begins after it.",
        R"(state = copy.deepcopy(self.state))", "copies of the tensors alone",
        R"(state = {k: v.clone() for k, v in self.state.items()})"},
    Cause {"gb0083 gb0100 gb0101 gb0029", "A hook on a module or a tensor",
        "Hooks that are added inside the measured call, or run in the backward pass, are left to "
        "Python.",
        R"(def forward(self, x):
    x.register_hook(self.note)
    return self.head(x))",
        "added once, before compiling",
        R"(model.head.register_full_backward_hook(note)
model = torch.compile(model))"},
    Cause {"gb0087 gb0064 gb2922", "An operator that cannot run without data",
        "The compiler runs each operator on tensors without values to learn its result. This one "
        "cannot, often a custom operator without a fake implementation.",
        R"(@torch.library.custom_op("my::scale", mutates_args=())
def scale(x: Tensor) -> Tensor: ...)",
        "tell what it returns",
        R"(@scale.register_fake
def _(x):
    return torch.empty_like(x))"},
    Cause {"gb0219", "The backend failed on a graph",
        "The graph was traced, but the backend could not compile it: it runs eagerly. The log has "
        "the backend's own error.",
        "", "", ""},
    Cause {"gb0003 gb8335 gb0120 gb0253", "A generator in the measured call",
        "The generator hands values out one by one from Python, between graphs.",
        R"(def blocks(self, x):
    for layer in self.layers:
        x = layer(x)
        yield x)",
        "a list, filled inside the graph",
        R"(def blocks(self, x):
    out = []
    for layer in self.layers:
        x = layer(x)
        out.append(x)
    return out)"},
};

bool namesId(std::string_view ids, std::string_view id)
{
    for (auto at = ids.find(id); at != std::string_view::npos; at = ids.find(id, at + 1)) {
        const bool begins = at == 0 || ids[at - 1] == ' ';
        const auto end = at + id.size();
        if (begins && (end == ids.size() || ids[end] == ' '))
            return true;
    }
    return false;
}

Advice adviceFrom(const Cause& cause)
{
    return {.title = cause.title,
        .what = cause.what,
        .now = cause.now,
        .insteadCaption = cause.insteadCaption,
        .instead = cause.instead};
}

/// The first word in backquotes after `before`: torch quotes what it speaks of so.
std::string quotedAfter(const std::string& text, std::string_view before)
{
    const auto start = text.find(before);
    if (start == std::string::npos)
        return {};
    const auto open = text.find('`', start + before.size());
    const auto close = open == std::string::npos ? open : text.find('`', open + 1);
    if (close == std::string::npos)
        return {};
    return text.substr(open + 1, close - open - 1);
}

constexpr Cause dataDependent {"gb0033",
    "Data-dependent operator (a Python number is read from a tensor)",
    "tolist(), item(), float() or int() hands values of a tensor to Python. The graph ends there, "
    "waits for them, and a new one begins after it.",
    R"(sizes = lengths.tolist()
parts = torch.split(x, sizes))",
    "the values stay in a tensor",
    R"(steps = torch.arange(x.size(1), device=x.device)
x = x * (steps < lengths[:, None]))"};

/// The operator that hands one value of a tensor to Python.
bool readsANumber(const GraphBreak& found)
{
    return found.explanation.find("_local_scalar_dense") != std::string::npos
        || found.reason.find("_local_scalar_dense") != std::string::npos;
}

/// gb0059 is any builtin, print the one that is met most.
Advice builtinAdvice(const GraphBreak& found)
{
    const auto name = quotedAfter(found.explanation, "builtin");
    if (name == "print" || found.reason.find("print") != std::string::npos)
        return adviceFrom(printing);
    return {.title
        = name.empty() ? "A builtin that cannot be traced" : name + "() in the measured call",
        .what = "The builtin runs in Python. The graph ends before it and a new one begins after "
                "it, so nothing is fused across the line.",
        .now = name.empty() ? std::string() : "value = " + name + "(…)",
        .insteadCaption = "before the call, its result handed in",
        .instead
        = name.empty() ? std::string() : "value = " + name + "(…)  # once\ny = model(x, value)"};
}

Advice unknownAdvice(const GraphBreak& found)
{
    Advice advice {.known = false};
    advice.title = found.reason.empty()
        ? "Graph break" + (found.id.empty() ? std::string() : " " + found.id)
        : found.reason;
    std::string said = found.explanation;
    if (found.hint != found.explanation && !found.hint.empty())
        said += (said.empty() ? "" : " ") + found.hint;
    advice.what = "The graph ends at this line and a new one begins after it."
        + (said.empty() ? std::string() : " torch says: " + said);
    return advice;
}

} // namespace

namespace {

Advice adviceByCause(const GraphBreak& found)
{
    const auto id = lowerCase(found.id);
    if (id == "gb0059")
        return builtinAdvice(found);
    if (!id.empty() && namesId(logging.ids, id))
        return adviceFrom(logging);
    if (readsANumber(found) || id == dataDependent.ids)
        return adviceFrom(dataDependent);
    for (const auto& cause : causes)
        if (!id.empty() && namesId(cause.ids, id))
            return adviceFrom(cause);
    return unknownAdvice(found);
}

/// The advice of the cause stays; what happens around it is another matter than at a break that
/// parts two graphs.
std::string whatIsSkipped(const SkippedFunction& skipped)
{
    const auto name = skipped.function + "()";
    const auto whole = textOf(skipped.around,
        {{AroundBreak::Checkpoint, "A checkpointed function"},
            {AroundBreak::AutogradFunction, "An autograd function"}});
    if (!whole.empty())
        return whole + " that holds a graph break is not compiled: all of " + name
            + " runs eager, and so does what it calls.";
    const auto place = textOf(skipped.around,
        {{AroundBreak::Nothing, "at this line"}, {AroundBreak::Loop, "inside a loop"},
            {AroundBreak::WithBlock, "inside this with block"},
            {AroundBreak::TryBlock, "inside this try block"}});
    return "Torch cannot leave a graph " + place + ", so it compiles nothing of " + name
        + ": all of it runs eager, and of what it calls each function is compiled by itself.";
}

} // namespace

Advice breakAdvice(const GraphBreak& found)
{
    auto advice = adviceByCause(found);
    if (found.skipped)
        advice.what = whatIsSkipped(*found.skipped);
    return advice;
}

namespace {

struct GuardCause {
    GuardKind kind;
    Cause cause;
};

constexpr std::array guardCauses {
    GuardCause {GuardKind::Size,
        {"", "A size that changed",
            "The graph was compiled for another size of this tensor. From the second size on torch "
            "tries a graph for any size; with dynamic=False it compiles one for each.",
            R"(model = torch.compile(model, dynamic=False)
for batch in batches:  # 32, 32, 17
    model(batch))",
            "one graph for every batch size",
            R"(torch._dynamo.mark_dynamic(batch, 0)
model(batch))"}},
    GuardCause {GuardKind::Stride,
        {"", "A layout in memory that changed",
            "The tensor has the same size but other strides: a view, a transposed or a "
            "channels-last tensor.",
            R"(model(x.transpose(1, 2)))", "the same layout each time",
            R"(model(x.transpose(1, 2).contiguous()))"}},
    GuardCause {GuardKind::Type,
        {"", "A type that changed",
            "The tensor came with another dtype than the graph was compiled for.",
            R"(model(x)         # float32
model(x.half())  # float16)",
            "one dtype for all calls", R"(model(x.to(torch.float16)))"}},
    GuardCause {GuardKind::InferenceTensor,
        {"", "A tensor made under inference_mode",
            "A tensor that is made under torch.inference_mode() takes no part in autograd, and a "
            "graph is compiled for tensors of one kind.",
            R"(with torch.inference_mode():
    x = prepare(batch)
model(x)  # another time: a tensor made outside)",
            "one kind for all calls", R"(with torch.no_grad():
    x = prepare(batch)
model(x))"}},
    GuardCause {GuardKind::RequiresGradient,
        {"", "Gradients switched on or off",
            "The graph was compiled for a tensor with another requires_grad.", "",
            "one setting for all calls", R"(x = x.detach())"}},
    GuardCause {GuardKind::GradientMode,
        {"", "Gradients switched on or off",
            "The graph was compiled with gradients in another mode: no_grad, inference_mode or "
            "grad.",
            "", "one mode for all calls", R"(with torch.no_grad():
    model(x))"}},
    GuardCause {GuardKind::TrainingMode,
        {"", "train() or eval() in between",
            "The module's training flag is part of what the graph was compiled for.", "",
            "set once, before the first call", R"(model.eval())"}},
    GuardCause {GuardKind::Object,
        {"", "Another object than before",
            "The graph was compiled for one particular object (a module, a function, None) and "
            "was given another.",
            R"(model(x, activation=lambda t: t.relu()))", "the same object for all calls",
            R"(self.activation = torch.relu  # in __init__)"}},
    GuardCause {GuardKind::Value,
        {"", "A Python value that changed",
            "Values of Python are part of what the graph was compiled for: each new one "
            "recompiles.",
            R"(model(x, step=step))", "a tensor is data, not part of the graph",
            R"(model(x, step=torch.tensor(step)))"}},
};

} // namespace

Advice recompileAdvice(const Recompile& recompile)
{
    const auto failed = failedGuard(recompile).kind;
    for (const auto& [kind, cause] : guardCauses)
        if (kind == failed)
            return adviceFrom(cause);
    return {.title = "Recompiled",
        .what = "Something that the graph was compiled for has changed, so the function was "
                "recompiled.",
        .known = false};
}

Advice ranEagerAdvice()
{
    return {.title = "Ran eager, without a word",
        .what = "Past its recompile limit torch no longer compiles a function: it runs eagerly "
                "from then on and says so only in a log. What was measured here is not compiled "
                "code.",
        .now = R"(model = torch.compile(model, dynamic=False))",
        .insteadCaption = "one graph for all sizes, far from the limit",
        .instead = R"(model = torch.compile(model, dynamic=True))"};
}

} // namespace profiler
