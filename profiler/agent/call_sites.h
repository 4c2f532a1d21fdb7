// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/agent/agent.h"
#include "profiler/agent/trace_log.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler::agent {

/// Where in the user's Python the traced thread is: file, line and function of the innermost frame
/// that is not torch's, the standard library's or ours, and the module whose forward runs. One
/// instance; used by the traced thread alone, with the GIL.
class Places {
public:
    /// `passed` and `stopped`: beginnings of file names, one a line. Frames of the first are passed
    /// over, one of the second ends the search: compiled code has no line of the user's.
    Places(std::string_view passed, std::string_view stopped);
    ~Places();
    Places(const Places&) = delete;
    Places& operator=(const Places&) = delete;
    Places(Places&&) = delete;
    Places& operator=(Places&&) = delete;

    /// Forward of the module at `address` is told as `path`, its row as `name`.
    void addModule(const void* address, std::string path, std::string name);

    /// The code object through which every module is called.
    void setModuleCall(PyObject* code) { m_moduleCall = code; }

    /// Follows calls of modules on this thread; needs the GIL.
    void watchModules(TraceLog& trace);
    void stopWatching();

    /// The place of this thread; takes the GIL for itself.
    [[nodiscard]] std::int32_t read(TraceLog& trace);

    void entered(PyObject* frame);
    void left(PyObject* frame);

private:
    enum class Owner : std::uint8_t { User, Passed, Stopped };

    /// What is known of a code object; it is held, so that its address stays its own.
    struct Code {
        Owner owner = Owner::Passed;
        std::string file;
        std::string function;
    };

    struct Key {
        const void* code = nullptr;
        std::int32_t at = 0; ///< instruction, or line
        std::int32_t module = 0;

        bool operator==(const Key&) const = default;
    };

    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };

    struct Module {
        std::string path;
        std::string name;
        std::int32_t number = 0; ///< from 1
        std::int32_t nameId = 0; ///< in the trace's names; 0 = not yet
    };

    /// A module whose forward runs; `span` is nullptr where there was no room for one.
    struct Running {
        const Module* module = nullptr;
        Span* span = nullptr;
    };

    [[nodiscard]] std::int32_t readHeld(TraceLog& trace);
    [[nodiscard]] const Code& codeOf(PyObject* code);
    [[nodiscard]] Owner ownerOf(std::string_view file) const;
    [[nodiscard]] std::int32_t placeAt(
        TraceLog& trace, PyObject* frame, PyObject* code, const Code& facts);
    [[nodiscard]] Module* moduleOf(PyObject* frame);
    [[nodiscard]] bool isModuleCall(PyObject* frame) const;

    std::vector<std::string> m_passed;
    std::vector<std::string> m_stopped;
    std::unordered_map<const void*, Module> m_modules;
    std::unordered_map<const void*, Code> m_codes;
    std::unordered_map<Key, std::int32_t, KeyHash> m_known;
    std::vector<Running> m_running;
    const void* m_moduleCall = nullptr;
    TraceLog* m_trace = nullptr;
    bool m_watching = false;
};

} // namespace profiler::agent
