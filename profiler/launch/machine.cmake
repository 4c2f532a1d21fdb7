# SPDX-License-Identifier: Apache-2.0
# What is known of a machine before anything is recorded on it: interpreters, checks, agents.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS probe.py)
file(READ probe.py PROBE_SCRIPT)
configure_file(probe_script.h.in "${CMAKE_CURRENT_BINARY_DIR}/generated/probe_script.h" @ONLY)

fusescope_library(profiler_machine
    SOURCES
        agent_build.cpp
        doctor.cpp
        estimate.cpp
        installation.cpp
        interpreter.cpp
        machine_check.cpp
        model_list.cpp
        nearest_name.cpp
        plan_check.cpp
        short_child.cpp
    HEADERS
        agent_build.h
        doctor.h
        estimate.h
        installation.h
        interpreter.h
        model_list.h
        nearest_name.h
        plan_check.h
        short_child.h
    LINKS profiler_model
    PRIVATE_LINKS fmt::fmt nlohmann_json::nlohmann_json)
target_include_directories(profiler_machine PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/generated")
