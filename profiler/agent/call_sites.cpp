// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/call_sites.h"

#include "profiler/agent/python.h"

#include <algorithm>
#include <dlfcn.h>
#include <optional>
#include <utility>

namespace profiler::agent {
namespace {

/// CPython's functions for frames and the GIL. They are looked up when first needed, not linked:
/// the agent loads into any interpreter, and one that lacks them has no places, but all the rest.

// NOLINTBEGIN(readability-identifier-naming): CPython's names
struct PythonFrames {
    using TraceFunction = int (*)(PyObject*, PyObject*, int, PyObject*);

    int (*PyGILState_Ensure)() = nullptr;
    void (*PyGILState_Release)(int) = nullptr;
    PyObject* (*PyEval_GetFrame)() = nullptr; ///< borrowed
    PyObject* (*PyFrame_GetBack)(PyObject*) = nullptr;
    PyObject* (*PyFrame_GetCode)(PyObject*) = nullptr;
    int (*PyFrame_GetLineNumber)(PyObject*) = nullptr;
    int (*PyFrame_GetLasti)(PyObject*) = nullptr; ///< from 3.11; may be absent
    void (*PyEval_SetProfile)(TraceFunction, PyObject*) = nullptr;
    PyObject* (*PyObject_GetAttrString)(PyObject*, const char*) = nullptr;
    PyObject* (*PyMapping_GetItemString)(PyObject*, const char*) = nullptr;
    const char* (*PyUnicode_AsUTF8)(PyObject*) = nullptr;
    void (*PyErr_Clear)() = nullptr;
};

// NOLINTEND(readability-identifier-naming)

/// A reference that is given back.
class PythonReference {
public:
    explicit PythonReference(PyObject* object)
        : m_object(object)
    {
    }

    ~PythonReference();
    PythonReference(const PythonReference&) = delete;
    PythonReference& operator=(const PythonReference&) = delete;
    PythonReference(PythonReference&&) = delete;
    PythonReference& operator=(PythonReference&&) = delete;

    [[nodiscard]] PyObject* get() const { return m_object; }

private:
    PyObject* m_object;
};

template <typename Function>
bool find(Function& function, const char* name)
{
    function = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
    return function != nullptr;
}

std::optional<PythonFrames> lookUp()
{
    PythonFrames python;
    find(python.PyFrame_GetLasti, "PyFrame_GetLasti");
    const bool whole = find(python.PyGILState_Ensure, "PyGILState_Ensure")
        && find(python.PyGILState_Release, "PyGILState_Release")
        && find(python.PyEval_GetFrame, "PyEval_GetFrame")
        && find(python.PyFrame_GetBack, "PyFrame_GetBack")
        && find(python.PyFrame_GetCode, "PyFrame_GetCode")
        && find(python.PyFrame_GetLineNumber, "PyFrame_GetLineNumber")
        && find(python.PyEval_SetProfile, "PyEval_SetProfile")
        && find(python.PyObject_GetAttrString, "PyObject_GetAttrString")
        && find(python.PyMapping_GetItemString, "PyMapping_GetItemString")
        && find(python.PyUnicode_AsUTF8, "PyUnicode_AsUTF8")
        && find(python.PyErr_Clear, "PyErr_Clear");
    return whole ? std::optional(python) : std::nullopt;
}

/// The interpreter's, or nullptr where one of them is missing.
const PythonFrames* pythonFrames()
{
    static const auto python = lookUp();
    return python ? &*python : nullptr;
}

PythonReference::~PythonReference()
{
    if (m_object != nullptr)
        Py_DecRef(m_object);
}

constexpr int deepestSearch = 64; // frames
constexpr std::size_t mostPlaces = 100'000;
constexpr std::string_view packages = "-packages/"; // site-packages, dist-packages

// What PyEval_SetProfile tells.
constexpr int traceCall = 0;
constexpr int traceReturn = 3;

/// The one that follows the interpreter: its function gets no pointer that is ours alone.
Places*& watching()
{
    static Places* places = nullptr;
    return places;
}

int profile(PyObject* /*self*/, PyObject* frame, int what, PyObject* /*argument*/)
{
    auto* places = watching();
    if (places == nullptr)
        return 0;
    if (what == traceCall)
        places->entered(frame);
    else if (what == traceReturn)
        places->left(frame);
    return 0;
}

std::vector<std::string> sourceLines(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        if (end > 0)
            lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool startsWithOne(const std::vector<std::string>& starts, std::string_view file)
{
    return std::any_of(starts.begin(), starts.end(),
        [&](const std::string& start) { return file.starts_with(start); });
}

/// The same, but packages that lie inside the folder are not of it: the standard library's folder
/// holds site-packages.
bool belongsToOne(const std::vector<std::string>& folders, std::string_view file)
{
    return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        return file.starts_with(folder)
            && file.substr(folder.size()).find(packages) == std::string_view::npos;
    });
}

/// A text attribute; empty where there is none.
std::string attribute(const PythonFrames& python, PyObject* object, const char* name)
{
    const PythonReference value(python.PyObject_GetAttrString(object, name));
    const char* text = value.get() != nullptr ? python.PyUnicode_AsUTF8(value.get()) : nullptr;
    if (text == nullptr)
        python.PyErr_Clear();
    return text != nullptr ? text : "";
}

/// A function that Dynamo resumed goes by the name of the one that the user wrote.
std::string userFunction(std::string name)
{
    constexpr std::string_view resumed = "torch_dynamo_resume_in_";
    while (name.starts_with(resumed)) {
        const auto end = name.rfind("_at_");
        if (end == std::string::npos || end < resumed.size())
            break;
        name = name.substr(resumed.size(), end - resumed.size());
    }
    return name;
}

} // namespace

Places::Places(std::string_view passed, std::string_view stopped)
    : m_passed(sourceLines(passed))
    , m_stopped(sourceLines(stopped))
{
}

Places::~Places()
{
    for (const auto& [code, facts] : m_codes)
        Py_DecRef(static_cast<PyObject*>(const_cast<void*>(code)));
}

std::size_t Places::KeyHash::operator()(const Key& key) const
{
    constexpr std::uint64_t prime = 0x9e3779b97f4a7c15U;
    const auto rest = std::uint64_t {static_cast<std::uint32_t>(key.at)} << 32U
        | static_cast<std::uint32_t>(key.module);
    return (reinterpret_cast<std::uintptr_t>(key.code) * prime ^ rest) * prime >> 16U;
}

void Places::addModule(const void* address, std::string path, std::string name)
{
    const auto number = static_cast<std::int32_t>(m_modules.size()) + 1;
    m_modules.try_emplace(
        address, Module {.path = std::move(path), .name = std::move(name), .number = number});
}

void Places::watchModules(TraceLog& trace)
{
    const auto* python = pythonFrames();
    if (python == nullptr || m_moduleCall == nullptr || m_modules.empty())
        return;
    m_trace = &trace;
    m_running.clear();
    m_watching = true;
    watching() = this;
    python->PyEval_SetProfile(&profile, nullptr);
}

void Places::stopWatching()
{
    if (!m_watching)
        return;
    pythonFrames()->PyEval_SetProfile(nullptr, nullptr);
    watching() = nullptr;
    m_watching = false;
    const auto now = m_trace->clock().ticks(); // what an exception left open
    for (const auto& running : m_running)
        if (running.span != nullptr)
            ThreadLog::end(*running.span, now);
    m_running.clear();
}

bool Places::isModuleCall(PyObject* frame) const
{
    const PythonReference code(pythonFrames()->PyFrame_GetCode(frame));
    return code.get() == m_moduleCall;
}

Places::Module* Places::moduleOf(PyObject* frame)
{
    const auto& python = *pythonFrames();
    const PythonReference locals(python.PyObject_GetAttrString(frame, "f_locals"));
    const PythonReference self(
        locals.get() != nullptr ? python.PyMapping_GetItemString(locals.get(), "self") : nullptr);
    if (self.get() == nullptr) {
        python.PyErr_Clear();
        return nullptr;
    }
    const auto found = m_modules.find(self.get());
    return found == m_modules.end() ? nullptr : &found->second;
}

void Places::entered(PyObject* frame)
{
    if (!isModuleCall(frame))
        return;
    auto* module = moduleOf(frame);
    Running running {.module = module};
    auto* state = module != nullptr ? m_trace->stateOfThisThread() : nullptr;
    running.span = state != nullptr ? state->log.next() : nullptr;
    if (running.span != nullptr) {
        if (module->nameId == 0)
            module->nameId = m_trace->names().add(module->name);
        running.span->name = module->nameId;
        running.span->kind = SpanKind::Module;
        running.span->sequence = -1;
        running.span->place = 0;
        running.span->start = m_trace->clock().ticks();
        state->log.publish();
    }
    m_running.push_back(running);
}

void Places::left(PyObject* frame)
{
    if (m_running.empty() || !isModuleCall(frame))
        return;
    if (m_running.back().span != nullptr)
        ThreadLog::end(*m_running.back().span, m_trace->clock().ticks());
    m_running.pop_back();
}

std::int32_t Places::read(TraceLog& trace)
{
    const auto* python = pythonFrames();
    if (python == nullptr)
        return 0;
    const int state = python->PyGILState_Ensure(); // torch gave it up before it called the operator
    const auto place = readHeld(trace);
    python->PyGILState_Release(state);
    return place;
}

std::int32_t Places::readHeld(TraceLog& trace)
{
    const auto& python = *pythonFrames();
    PyObject* frame = python.PyEval_GetFrame();
    Py_IncRef(frame); // that one is borrowed, those behind it are not
    for (int i = 0; frame != nullptr && i < deepestSearch; ++i) {
        const PythonReference current(frame);
        const PythonReference code(python.PyFrame_GetCode(frame));
        const auto& facts = codeOf(code.get());
        if (facts.owner == Owner::Stopped)
            return 0;
        if (facts.owner == Owner::User)
            return placeAt(trace, frame, code.get(), facts);
        frame = python.PyFrame_GetBack(frame);
    }
    Py_DecRef(frame);
    return m_running.empty() ? 0 : placeAt(trace, nullptr, nullptr, {}); // its module is known
}

const Places::Code& Places::codeOf(PyObject* code)
{
    if (const auto known = m_codes.find(code); known != m_codes.end())
        return known->second;
    const auto& python = *pythonFrames();
    Code facts {.file = attribute(python, code, "co_filename"),
        .function = userFunction(attribute(python, code, "co_name"))};
    facts.owner = ownerOf(facts.file);
    Py_IncRef(code);
    return m_codes.emplace(code, std::move(facts)).first->second;
}

Places::Owner Places::ownerOf(std::string_view file) const
{
    if (startsWithOne(m_stopped, file))
        return Owner::Stopped;
    return belongsToOne(m_passed, file) ? Owner::Passed : Owner::User;
}

/// Without a frame: the place is known by its module alone.
std::int32_t Places::placeAt(TraceLog& trace, PyObject* frame, PyObject* code, const Code& facts)
{
    const auto& python = *pythonFrames();
    const auto* module = m_running.empty() ? nullptr : m_running.back().module;
    const auto position = python.PyFrame_GetLasti != nullptr ? python.PyFrame_GetLasti
                                                             : python.PyFrame_GetLineNumber;
    const Key key {.code = code,
        .at = frame != nullptr ? position(frame) : 0,
        .module = module != nullptr ? module->number : 0};
    if (const auto known = m_known.find(key); known != m_known.end())
        return known->second;
    if (m_known.size() >= mostPlaces)
        return 0;
    const auto id = static_cast<std::int32_t>(m_known.size()) + 1;
    m_known.emplace(key, id);
    trace.addPlace({.id = id,
        .file = facts.file,
        .line = frame != nullptr ? python.PyFrame_GetLineNumber(frame) : 0,
        .function = facts.function,
        .module = module != nullptr ? module->path : std::string {}});
    return id;
}

} // namespace profiler::agent
